"""One batch: encode what its plans need, score, compare."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from bert import SentenceEncoder
from encoder_input import RegionTokenizer
from fixtures import Item
from losses import preference_loss
from plans import Key, Plan, RegionTokens

PASS_TOKENS = 2048
"""Tokens of one forward pass, padding included."""


@dataclass
class Outcome:
    tree: Tensor
    pool: Tensor
    tokens: int
    decided: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    """Whether each instance's preferences all hold, by data set."""
    ranked: list[bool] = field(default_factory=list)
    """Whether each gold region is above all negatives."""


def length_buckets(rows: list[np.ndarray]) -> list[list[int]]:
    """Indices of rows that run together: near in length, PASS_TOKENS at most."""
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    buckets: list[list[int]] = []
    for i in order:
        longest = len(rows[i])
        if buckets and (len(buckets[-1]) + 1) * longest <= PASS_TOKENS:
            buckets[-1].append(i)
        else:
            buckets.append([i])
    return buckets


def encode(
    encoder: SentenceEncoder,
    tokenizer: RegionTokenizer,
    rows: list[np.ndarray],
    adapter: Tensor | None,
) -> Tensor:
    """One vector a row, in the order given. `adapter` None is the frozen query encoder."""
    device = encoder.words.weight.device
    buckets = length_buckets(rows)
    parts = [
        encoder(*tokenizer.batch([rows[i] for i in bucket], str(device)).arguments(), adapter)
        for bucket in buckets
    ]
    order = torch.tensor([i for bucket in buckets for i in bucket], device=device)
    return torch.cat(parts)[torch.argsort(order)]


class QueryVectors:
    """Vectors of questions by the frozen encoder, computed once."""

    def __init__(self, encoder: SentenceEncoder, tokenizer: RegionTokenizer) -> None:
        self._encoder, self._tokenizer = encoder, tokenizer
        self._known: dict[str, Tensor] = {}

    def of(self, texts: list[str]) -> Tensor:
        new = sorted({t for t in texts if t not in self._known})
        if new:
            with torch.no_grad():
                rows = [self._tokenizer.query(text) for text in new]
                self._known.update(
                    zip(new, encode(self._encoder, self._tokenizer, rows, None), strict=True)
                )
        return torch.stack([self._known[t] for t in texts])


class RegionVectors:
    """Vectors of the regions that a batch's plans name; one that does not fit the window is
    composed of its children by their content tokens."""

    def __init__(
        self, encoder: SentenceEncoder, tokens: RegionTokens, plans: list[Plan], adapter: Tensor
    ) -> None:
        self.items: dict[str, Item] = {i.id: i for p in plans for i in p.question.items}
        keys = sorted({key for plan in plans for key in plan.keys()})
        found = [(key, tokens.row(self.items[key[0]], key[1])) for key in keys]
        rows = [(key, row) for key, row in found if row is not None]
        self.tokens = sum(len(row) for _, row in rows)
        self.index = {key: i for i, (key, _) in enumerate(rows)}
        vectors = encode(encoder, tokens.tokenizer, [row for _, row in rows], adapter)
        composed = []
        for key, row in found:
            if row is None:
                self.index[key] = len(rows) + len(composed)
                composed.append(self._compose(key, tokens, vectors))
        self.vectors = torch.cat([vectors, torch.stack(composed)]) if composed else vectors

    def _compose(self, key: Key, tokens: RegionTokens, vectors: Tensor) -> Tensor:
        item = self.items[key[0]]
        parts = [
            tokens.content_tokens(item, child) * vectors[self.index[(item.id, child)]]
            for child in item.children(key[1])
        ]
        return F.normalize(torch.stack(parts).sum(0), dim=0)

    def is_leaf(self, key: Key) -> bool:
        return self.items[key[0]].child_count[key[1]] == 0


def run_batch(
    encoder: SentenceEncoder,
    tokens: RegionTokens,
    queries: QueryVectors,
    plans: list[Plan],
    adapter: Tensor,
    sharp: float,
) -> Outcome:
    regions = RegionVectors(encoder, tokens, plans, adapter)
    asked = queries.of([plan.question.text for plan in plans])
    scores = asked @ regions.vectors.T
    tree: list[tuple[int, int, int]] = []
    pool: list[tuple[int, int, int]] = []
    outcome = Outcome(scores.new_zeros(()), scores.new_zeros(()), regions.tokens)
    tree_groups = pool_groups = 0
    flat = scores.detach().cpu().numpy()
    width = flat.shape[1]
    for row, plan in enumerate(plans):
        for item, instance in plan.trees:
            place = {r: regions.index[(item.id, r)] for r in {r for p in instance.pairs() for r in p}}
            for above, below in instance.pairs():
                tree.append((row * width + place[above], row * width + place[below], tree_groups))
            tree_groups += 1
            held = instance.holds({r: float(flat[row, i]) for r, i in place.items()})
            outcome.decided[plan.question.dataset].append(held)
        below = _negatives(regions, plan)
        for key in plan.gold if below else []:
            here = regions.index[key]
            pool += [(row * width + here, row * width + b, pool_groups) for b in below]
            pool_groups += 1
            outcome.ranked.append(bool(flat[row, here] > flat[row, below].max()))
    outcome.tree = _mean_loss(scores, tree, tree_groups, sharp)
    outcome.pool = _mean_loss(scores, pool, pool_groups, sharp)
    return outcome


def _negatives(regions: RegionVectors, plan: Plan) -> list[int]:
    """Sampled negatives and every other encoded leaf of the pool that is not gold."""
    question = plan.question
    if question.item_level:
        return [regions.index[key] for key in plan.negatives]
    pool = {item.id for item in question.items}
    found = []
    for (item_id, region), i in regions.index.items():
        item = regions.items[item_id]
        golden = item.starts[region] in question.gold.get(item_id, ())
        if item_id in pool and regions.is_leaf((item_id, region)) and not golden:
            found.append(i)
    return found


def _mean_loss(
    scores: Tensor, pairs: list[tuple[int, int, int]], groups: int, sharp: float
) -> Tensor:
    if not pairs:
        return scores.sum() * 0.0
    above, below, group = torch.tensor(pairs, device=scores.device).T
    flat = scores.flatten()
    return preference_loss(flat[above], flat[below], group, groups, sharp).mean()
