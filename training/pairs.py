"""Preference pairs of the region tree (the method's training section)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from fixtures import Item


@dataclass(frozen=True)
class Instance:
    """One decision: what must score above what when refinement stands at `region`."""

    region: int
    keep: bool
    """The region is gold throughout, so it must score above its children."""
    gold_children: tuple[int, ...]
    other_children: tuple[int, ...]

    def pairs(self) -> list[tuple[int, int]]:
        """(above, below) region ids."""
        if self.keep:
            return [(self.region, child) for child in self.gold_children]
        return [
            *((child, self.region) for child in self.gold_children),
            *((self.region, child) for child in self.other_children),
            *((gold, other) for gold in self.gold_children for other in self.other_children),
        ]

    def holds(self, score: dict[int, float]) -> bool:
        """Whether refinement decides rightly; a gold child may tie with its parent."""
        here = score[self.region]
        if self.keep:
            return all(here > score[child] for child in self.gold_children)
        reached = all(score[child] >= here for child in self.gold_children)
        return reached and all(score[child] < here for child in self.other_children)


def instances(item: Item, gold: AbstractSet[int]) -> list[Instance]:
    """Every internal region that covers gold and has no ancestor that is gold throughout."""
    found: list[Instance] = []
    waiting = [0]
    while waiting:
        region = waiting.pop(0)
        children = item.children(region)
        if not children:
            continue
        golden = tuple(c for c in children if _overlap(item, c, gold))
        other = tuple(c for c in children if c not in golden)
        keep = _overlap(item, region, gold) == item.ends[region] - item.starts[region]
        found.append(Instance(region, keep, golden, other))
        if not keep:
            waiting += golden
    return found


def _overlap(item: Item, region: int, gold: AbstractSet[int]) -> int:
    return sum(leaf in gold for leaf in range(item.starts[region], item.ends[region]))
