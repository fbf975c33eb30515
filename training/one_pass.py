"""One-pass region encoding (method 8.5) against one pass a region, as an ablation.

    python training/one_pass.py --train train.jsonl.gz --dev dev.jsonl.gz [--lora FILE]

Each item is read once, in windows of whole leaves; a region's vector is the mean of its tokens'
states, bent by a small network that also sees the region's length and its share of the item. The
network is trained with the tree loss on the frozen states. Printed: decision accuracy of plain
means and of the trained network on dev, and the tokens read against one pass a region.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert import SentenceEncoder, load_branches, load_encoder
from encoder_input import SPECIAL_TOKENS, WINDOW, RegionTokenizer
from evaluate import LONG_SETS, sample
from fixtures import Item, Question, read_fixtures, trainable
from losses import preference_loss
from pairs import Instance, instances
from step import QueryVectors, length_buckets

SHARP = 20.0
HIDDEN = 256
MOST_LEAVES = 120
"""Items of more leaves are left out here: one long document would cost as much as fifty items."""


@dataclass(frozen=True)
class ReadItem:
    """Sums of token states of each leaf, and token counts, from which every region's mean follows."""

    sums: Tensor
    counts: Tensor
    tokens_read: int
    tokens_apart: int
    """What one pass for each region that fits the window would read."""

    def regions(self, item: Item) -> Tensor:
        """One row a region: mean state, log of its tokens, share of the item's leaves."""
        total = torch.cat([torch.zeros(1, self.sums.shape[1]), self.sums.cumsum(0)])
        count = torch.cat([torch.zeros(1), self.counts.cumsum(0)])
        starts, ends = torch.tensor(item.starts), torch.tensor(item.ends)
        length = (count[ends] - count[starts]).clamp(min=1.0)
        mean = (total[ends] - total[starts]) / length[:, None]
        share = (ends - starts) / item.leaf_count
        return torch.cat([mean, length.log()[:, None] / 5.0, share[:, None]], dim=1)


class Head(nn.Module):
    """Mean states to region vectors; begins as the plain mean."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.inner = nn.Linear(size + 2, HIDDEN)
        self.outer = nn.Linear(HIDDEN, size)
        nn.init.zeros_(self.outer.weight)
        nn.init.zeros_(self.outer.bias)

    def forward(self, rows: Tensor) -> Tensor:
        return F.normalize(rows[:, :-2] + self.outer(F.gelu(self.inner(rows))), dim=-1)


def read_item(
    encoder: SentenceEncoder, tokenizer: RegionTokenizer, item: Item, adapter: Tensor | None
) -> ReadItem:
    prefix = tokenizer.pieces([item.prefix])[0][: WINDOW // 2]
    room = WINDOW - SPECIAL_TOKENS - len(prefix)
    leaves = tokenizer.pieces([item.contents[r] or "" for r in item.leaf_regions()])
    leaves = [pieces[:room] for pieces in leaves]
    windows: list[list[int]] = [[]]
    for leaf, pieces in enumerate(leaves):
        if windows[-1] and sum(len(leaves[i]) for i in windows[-1]) + len(pieces) > room:
            windows.append([])
        windows[-1].append(leaf)
    rows = [tokenizer.closed(prefix, *(leaves[i] for i in window)) for window in windows]
    sums = torch.zeros(len(leaves), encoder.words.weight.shape[1])
    for bucket in length_buckets(rows):
        batch = tokenizer.batch([rows[i] for i in bucket])
        states = encoder.states(*batch.arguments(), adapter)
        for row, window in zip(states, [windows[i] for i in bucket], strict=True):
            at = 1 + len(prefix)
            for leaf in window:
                sums[leaf] = row[at : at + len(leaves[leaf])].sum(0)
                at += len(leaves[leaf])
    counts = torch.tensor([float(len(pieces)) for pieces in leaves])
    before = np.concatenate([[0], np.cumsum([len(pieces) for pieces in leaves])])
    apart = [
        int(before[end] - before[start]) + len(prefix) + SPECIAL_TOKENS
        for start, end in zip(item.starts, item.ends, strict=True)
    ]
    return ReadItem(sums, counts, sum(map(len, rows)), sum(n for n in apart if n <= WINDOW))


@dataclass(frozen=True)
class Decisions:
    question: Question
    item: Item
    read: ReadItem
    asked: Tensor
    instances: list[Instance]


def gather(
    encoder: SentenceEncoder,
    tokenizer: RegionTokenizer,
    questions: list[Question],
    adapter: Tensor | None,
) -> list[Decisions]:
    queries = QueryVectors(encoder, tokenizer)
    read: dict[str, ReadItem] = {}
    found: list[Decisions] = []
    with torch.no_grad():
        for question in questions:
            for item in question.items:
                if item.id not in question.gold or not 1 < item.leaf_count <= MOST_LEAVES:
                    continue
                if item.id not in read:
                    read[item.id] = read_item(encoder, tokenizer, item, adapter)
                asked = queries.of([question.text])[0]
                made = instances(item, question.gold[item.id])
                found.append(Decisions(question, item, read[item.id], asked, made))
    return found


def scores_of(head: Head | None, entry: Decisions) -> Tensor:
    rows = entry.read.regions(entry.item)
    vectors = F.normalize(rows[:, :-2], dim=-1) if head is None else head(rows)
    return vectors @ entry.asked


def accuracy(head: Head | None, entries: list[Decisions]) -> dict[str, tuple[int, int]]:
    held: dict[str, list[bool]] = defaultdict(list)
    with torch.no_grad():
        for entry in entries:
            scores = dict(enumerate(scores_of(head, entry).tolist()))
            held[entry.question.dataset] += [i.holds(scores) for i in entry.instances]
    return {name: (sum(all_), len(all_)) for name, all_ in sorted(held.items())}


def learn(entries: list[Decisions], size: int, epochs: int, seed: int) -> Head:
    torch.manual_seed(seed)
    head, chance = Head(size), random.Random(seed)
    optimiser = torch.optim.AdamW(head.parameters(), lr=1e-3, weight_decay=0.01)
    steps, step = epochs * math.ceil(len(entries) / 16), 0
    for _ in range(epochs):
        chance.shuffle(entries)
        for start in range(0, len(entries), 16):
            losses = []
            for entry in entries[start : start + 16]:
                scores = scores_of(head, entry)
                pairs = [(g, a, b) for g, i in enumerate(entry.instances) for a, b in i.pairs()]
                if not pairs:
                    continue
                group, above, below = torch.tensor(pairs).T
                losses.append(
                    preference_loss(
                        scores[above], scores[below], group, len(entry.instances), SHARP
                    ).mean()
                )
            for each in optimiser.param_groups:
                each["lr"] = 1e-3 * (1 - step / steps)
            step += 1
            if losses:
                optimiser.zero_grad()
                torch.stack(losses).mean().backward()
                optimiser.step()
    return head


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, default=Path("training/cache/base"))
    parser.add_argument("--train", type=Path, required=True)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--lora", type=Path)
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    encoder = load_encoder(options.base)
    adapter = None
    if options.lora is not None:
        load_branches(encoder, options.lora)
        adapter = torch.ones(1)
    tokenizer = RegionTokenizer(options.base / "tokenizer.json")
    usable = [q for q in trainable(read_fixtures(options.train)) if not q.item_level]
    usable = [q for q in usable if q.dataset not in LONG_SETS]
    chosen = random.Random(options.seed).sample(usable, min(len(usable), options.questions))
    learned = gather(encoder, tokenizer, chosen, adapter)
    judged = gather(encoder, tokenizer, sample(read_fixtures(options.dev), 40, 0), adapter)
    head = learn(learned, encoder.words.weight.shape[1], options.epochs, options.seed)
    plain, trained = accuracy(None, judged), accuracy(head, judged)
    print("| set | decisions | plain mean | trained head |\n| --- | --- | --- | --- |")
    for name, (good, count) in plain.items():
        print(f"| {name} | {count} | {good / count:.1%} | {trained[name][0] / count:.1%} |")
    total = sum(count for _, count in plain.values())
    sums = [sum(good for good, _ in each.values()) / total for each in (plain, trained)]
    print(f"| all | {total} | {sums[0]:.1%} | {sums[1]:.1%} |")
    read = {entry.item.id: entry.read for entry in judged}.values()
    once, apart = (sum(getattr(r, n) for r in read) for n in ("tokens_read", "tokens_apart"))
    print(f"tokens read once: {once}, one pass a region: {apart} ({apart / once:.2f} times)")


if __name__ == "__main__":
    main()
