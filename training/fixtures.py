"""Reads the region fixtures that the TypeScript core emits (emit-fixtures.ts).

A file is refused at the first line that cannot be trusted; the message names file and line.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NOT_FREE_SETS = frozenset({"pstuts_vqa"})
"""Sets whose licence forbids commercial use: never trained on."""


class FixtureError(ValueError):
    """A line of a fixture file is wrong."""


@dataclass(frozen=True)
class Item:
    id: str
    dataset: str
    modality: str
    free: bool
    prefix: str
    leaf_tokens: list[int]
    starts: list[int]
    ends: list[int]
    first_child: list[int]
    child_count: list[int]
    contents: list[str | None]

    @property
    def leaf_count(self) -> int:
        return len(self.leaf_tokens)

    def children(self, region: int) -> range:
        first = self.first_child[region]
        return range(first, first + self.child_count[region])

    def leaf_regions(self) -> list[int]:
        """Region id of each leaf, by leaf index."""
        ids = [0] * self.leaf_count
        for region, count in enumerate(self.child_count):
            if count == 0:
                ids[self.starts[region]] = region
        return ids


@dataclass(frozen=True)
class Question:
    id: str
    dataset: str
    text: str
    items: list[Item]
    gold: dict[str, frozenset[int]]
    """Gold leaf indices by item id."""
    item_level: bool
    """Only whole gold items are known."""
    reserved: bool = False
    """Kept from the encoder, for what is trained on its scores."""


def read_fixtures(file: Path) -> list[Question]:
    items: dict[str, Item] = {}
    questions: list[Question] = []
    opened = gzip.open(file, "rt") if file.suffix == ".gz" else file.open()
    with opened as lines:
        for number, line in enumerate(lines, start=1):
            try:
                raw = json.loads(line)
                if raw["kind"] == "item":
                    items[raw["id"]] = _item(raw)
                else:
                    questions.append(_question(raw, items))
            except (KeyError, TypeError, ValueError) as problem:
                raise FixtureError(f"{file.name}, line {number}: {_describe(problem)}") from problem
    return questions


def trainable(questions: list[Question]) -> list[Question]:
    """Those not reserved whose every text may be used for any purpose."""
    return [
        q
        for q in questions
        if not q.reserved
        and q.dataset not in NOT_FREE_SETS
        and all(item.free for item in q.items)
    ]


def _describe(problem: Exception) -> str:
    return f"{problem.args[0]} is missing" if isinstance(problem, KeyError) else str(problem)


def _item(raw: dict[str, Any]) -> Item:
    item = Item(
        id=raw["id"],
        dataset=raw["dataset"],
        modality=raw["modality"],
        free="NC" not in (raw["licence"] or ""),
        prefix=raw["prefix"],
        leaf_tokens=raw["leafTokens"],
        starts=raw["starts"],
        ends=raw["ends"],
        first_child=raw["firstChild"],
        child_count=raw["childCount"],
        contents=raw["contents"],
    )
    regions = len(item.starts)
    if any(len(c) != regions for c in (item.ends, item.child_count, item.contents)):
        raise ValueError(f"item {item.id}: arrays of different lengths")
    for region, (start, end) in enumerate(zip(item.starts, item.ends, strict=True)):
        if not 0 <= start < end <= item.leaf_count:
            raise ValueError(f"item {item.id}: region {region} spans [{start}, {end}]")
        if item.child_count[region] and item.children(region).stop > regions:
            raise ValueError(f"item {item.id}: region {region} has unknown children")
    return item


def _question(raw: dict[str, Any], items: dict[str, Item]) -> Question:
    for item_id in [*raw["items"], *raw["gold"]]:
        if item_id not in items:
            raise ValueError(f"question {raw['id']}: unknown item {item_id}")
    gold = {item_id: frozenset(leaves) for item_id, leaves in raw["gold"].items()}
    if not gold or any(not leaves for leaves in gold.values()):
        raise ValueError(f"question {raw['id']}: empty gold")
    for item_id, leaves in gold.items():
        if item_id not in raw["items"]:
            raise ValueError(f"question {raw['id']}: gold item {item_id} is not in the pool")
        if min(leaves) < 0 or max(leaves) >= items[item_id].leaf_count:
            raise ValueError(f"question {raw['id']}: gold leaf out of range in {item_id}")
    return Question(
        id=raw["id"],
        dataset=raw["dataset"],
        text=raw["question"],
        items=[items[i] for i in raw["items"]],
        gold=gold,
        item_level=raw["goldLevel"] == "item",
        reserved=raw.get("reserved", False),
    )
