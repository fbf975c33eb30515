"""Which regions a question needs encoded, and which of them must score above which."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from dataclasses import dataclass

import numpy as np

from encoder_input import SPECIAL_TOKENS, WINDOW, RegionTokenizer
from fixtures import Item, Question
from pairs import Instance, instances

Key = tuple[str, int]
"""Item id and region id."""


@dataclass(frozen=True)
class Limits:
    """What is sampled of one question."""

    gold_items: int = 2
    instances: int = 2
    """Per gold item."""
    gold_leaves: int = 2
    """Per gold item."""
    lexical: int = 4
    """Negative leaves of the pool that share most with the question."""
    random: int = 1
    """Further negative leaves of the pool."""


@dataclass(frozen=True)
class Plan:
    question: Question
    trees: list[tuple[Item, Instance]]
    gold: list[Key]
    """Regions that must score above every one of `negatives`."""
    negatives: list[Key]
    """Sampled; whatever other leaf of the pool happens to be encoded counts as well."""

    def keys(self) -> set[Key]:
        tree = {
            (item.id, region)
            for item, instance in self.trees
            for region in (instance.region, *item.children(instance.region))
        }
        return tree | set(self.gold) | set(self.negatives)


class RegionTokens:
    """Token rows of regions, made once. None: does not fit the window."""

    def __init__(self, tokenizer: RegionTokenizer, use_prefix: bool = True) -> None:
        self.tokenizer = tokenizer
        self.use_prefix = use_prefix
        self._prefixes: dict[str, np.ndarray] = {}
        self._rows: dict[Key, np.ndarray | None] = {}

    def row(self, item: Item, region: int) -> np.ndarray | None:
        key = (item.id, region)
        if key not in self._rows:
            self._rows[key] = self._make(item, item.contents[region])
        return self._rows[key]

    def content_tokens(self, item: Item, region: int) -> int:
        row = self.row(item, region)
        return 0 if row is None else len(row) - SPECIAL_TOKENS - len(self._prefix(item))

    def _prefix(self, item: Item) -> np.ndarray:
        if item.id not in self._prefixes:
            text = item.prefix if self.use_prefix else ""
            self._prefixes[item.id] = self.tokenizer.pieces([text])[0]
        return self._prefixes[item.id]

    def _make(self, item: Item, content: str | None) -> np.ndarray | None:
        if content is None:
            return None
        row = self.tokenizer.closed(self._prefix(item), self.tokenizer.pieces([content])[0])
        return row if len(row) <= WINDOW else None


_WORD = re.compile(r"\w+")


class Lexicon:
    """Words of leaves, to find the leaves that look like an answer and are none."""

    def __init__(self) -> None:
        self._words: dict[str, list[frozenset[str]]] = {}

    def leaf_words(self, item: Item) -> list[frozenset[str]]:
        if item.id not in self._words:
            self._words[item.id] = [
                frozenset(_WORD.findall((item.contents[r] or "").lower()))
                for r in item.leaf_regions()
            ]
        return self._words[item.id]

    def closest(self, question: Question, candidates: list[tuple[Item, int]], count: int) -> list[int]:
        """Indices of the candidate leaves that share the rarest words with the question."""
        asked = set(_WORD.findall(question.text.lower()))
        leaves = [self.leaf_words(item)[leaf] & asked for item, leaf in candidates]
        seen = Counter(word for words in leaves for word in words)
        weight = {word: math.log(1 + len(leaves) / n) for word, n in seen.items()}
        value = [sum(weight[w] for w in words) for words in leaves]
        return sorted(range(len(value)), key=lambda i: -value[i])[:count]


class Planner:
    def __init__(self, tokens: RegionTokens, limits: Limits) -> None:
        self.tokens = tokens
        self.limits = limits
        self.lexicon = Lexicon()

    def plan(self, question: Question, chance: random.Random) -> Plan:
        if question.item_level:
            return self._item_plan(question, chance)
        limits = self.limits
        golden = [item for item in question.items if item.id in question.gold]
        golden = chance.sample(golden, min(len(golden), limits.gold_items))
        trees, gold = [], []
        for item in golden:
            usable = [
                (item, i)
                for i in instances(item, question.gold[item.id])
                if all(self.tokens.row(item, c) is not None for c in item.children(i.region))
            ]
            trees += chance.sample(usable, min(len(usable), limits.instances))
            regions = item.leaf_regions()
            leaves = [(item.id, regions[leaf]) for leaf in sorted(question.gold[item.id])]
            leaves = [key for key in leaves if self.tokens.row(item, key[1]) is not None]
            gold += chance.sample(leaves, min(len(leaves), limits.gold_leaves))
        return Plan(question, trees, gold, self._negatives(question, chance))

    def _negatives(self, question: Question, chance: random.Random) -> list[Key]:
        candidates = [
            (item, leaf)
            for item in question.items
            for leaf in range(item.leaf_count)
            if leaf not in question.gold.get(item.id, frozenset())
        ]
        near = self.lexicon.closest(question, candidates, self.limits.lexical)
        far = chance.sample(range(len(candidates)), min(len(candidates), self.limits.random))
        picked = [candidates[i] for i in dict.fromkeys([*near, *far])]
        keys = [(item, item.leaf_regions()[leaf]) for item, leaf in picked]
        return [(item.id, r) for item, r in keys if self.tokens.row(item, r) is not None]

    def _item_plan(self, question: Question, chance: random.Random) -> Plan:
        whole = [item for item in question.items if self.tokens.row(item, 0) is not None]
        gold = [(item.id, 0) for item in whole if item.id in question.gold]
        others = [(item.id, 0) for item in whole if item.id not in question.gold]
        others = chance.sample(others, min(len(others), 4))
        return Plan(question, [], gold, others)


def batches(
    plans: list[Plan], tokens: RegionTokens, budget: int, chance: random.Random
) -> list[list[Plan]]:
    """Plans in random order, at most `budget` region tokens a batch. Questions on the same pool
    stay together, at most six, so that what they share is encoded once."""
    pools: dict[frozenset[str], list[Plan]] = {}
    for plan in plans:
        pools.setdefault(frozenset(i.id for i in plan.question.items), []).append(plan)
    groups = [pool[i : i + 6] for pool in pools.values() for i in range(0, len(pool), 6)]
    chance.shuffle(groups)
    made: list[list[Plan]] = [[]]
    used: dict[Key, int] = {}
    for group in groups:
        cost = used | {key: n for plan in group for key, n in _costs(plan, tokens).items()}
        if made[-1] and sum(cost.values()) > budget:
            made.append([])
            cost = {key: n for plan in group for key, n in _costs(plan, tokens).items()}
        used = cost
        made[-1] += group
    return made


def _costs(plan: Plan, tokens: RegionTokens) -> dict[Key, int]:
    items = {item.id: item for item in plan.question.items}
    rows = {key: tokens.row(items[key[0]], key[1]) for key in plan.keys()}
    return {key: len(row) for key, row in rows.items() if row is not None}
