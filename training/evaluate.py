"""What the training loop is judged by, on dev: decisions, and tokens cut by one dial.

    python training/evaluate.py --fixtures DEV.jsonl.gz --lora training/runs/main/lora.safetensors

The figures of record come from the TypeScript evaluation on the exported files; these compare
runs on one fixed sample of questions. Without --lora the frozen encoder is measured.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from bert import SentenceEncoder, load_branches, load_encoder
from encoder_input import RegionTokenizer
from fixtures import Item, Question, read_fixtures
from pairs import instances
from plans import Plan, RegionTokens
from step import QueryVectors, RegionVectors

LONG_SETS = frozenset({"cuad", "evidence_inference", "qmsum"})
"""Sets of one long document a question: sampled by document, since documents are dear."""


@dataclass(frozen=True)
class Judged:
    """One question: its decisions, and its pool's leaves."""

    dataset: str
    question: str
    held: list[bool]
    score: np.ndarray
    size: np.ndarray
    golden: np.ndarray


def sample(questions: list[Question], count: int, documents: int) -> list[Question]:
    chance = random.Random(11)
    by_set: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        if not question.item_level:
            by_set[question.dataset].append(question)
    chosen: list[Question] = []
    for name, found in sorted(by_set.items()):
        if name in LONG_SETS:
            names = sorted({q.items[0].id for q in found})
            kept = set(chance.sample(names, min(len(names), documents)))
            chosen += [q for q in found if q.items[0].id in kept]
        else:
            chosen += chance.sample(found, min(len(found), count))
    return chosen


def full_plan(question: Question, tokens: RegionTokens, pool: bool = False) -> Plan:
    """Every decision whose children fit the window; with `pool` every leaf that does."""

    def fits(item: Item, region: int) -> bool:
        return tokens.row(item, region) is not None

    trees = [
        (item, i)
        for item in question.items
        if item.id in question.gold
        for i in instances(item, question.gold[item.id])
        if all(fits(item, c) for c in item.children(i.region))
    ]
    whole = question.items if pool else []
    leaves = [(item.id, r) for item in whole for r in item.leaf_regions() if fits(item, r)]
    return Plan(question, trees, [], leaves)


def judge(
    encoder: SentenceEncoder,
    tokens: RegionTokens,
    questions: list[Question],
    adapter: float,
    whole_pools: int,
) -> list[Judged]:
    """`whole_pools`: of how many questions a set all leaves are encoded, not the trees alone."""
    pools: dict[frozenset[str], list[Plan]] = defaultdict(list)
    seen: Counter[str] = Counter()
    for question in questions:
        whole = question.dataset in LONG_SETS or seen[question.dataset] < whole_pools
        seen[question.dataset] += 1
        plan = full_plan(question, tokens, whole)
        if plan.keys():
            pools[frozenset(i.id for i in question.items)].append(plan)
    queries = QueryVectors(encoder, tokens.tokenizer)
    judged: list[Judged] = []
    with torch.no_grad():
        for plans in pools.values():
            regions = RegionVectors(encoder, tokens, plans, torch.tensor([adapter]))
            asked = queries.of([p.question.text for p in plans])
            scores = (asked @ regions.vectors.T).numpy()
            judged += [_judged(p, regions, s) for p, s in zip(plans, scores, strict=True)]
    return judged


def _judged(plan: Plan, regions: RegionVectors, scores: np.ndarray) -> Judged:
    held = []
    for item, instance in plan.trees:
        ids = {r for pair in instance.pairs() for r in pair}
        held.append(instance.holds({r: float(scores[regions.index[(item.id, r)]]) for r in ids}))
    score, size, golden = [], [], []
    for item_id, region in plan.negatives:
        item = regions.items[item_id]
        leaf = item.starts[region]
        score.append(float(scores[regions.index[(item_id, region)]]))
        size.append(item.leaf_tokens[leaf])
        golden.append(leaf in plan.question.gold.get(item_id, frozenset()))
    asked = plan.question
    golden_leaves = np.array(golden, dtype=bool)
    return Judged(
        asked.dataset, asked.id, held, np.array(score), np.array(size), golden_leaves
    )


def accuracy(judged: list[Judged]) -> tuple[float, float, float]:
    """Share of decisions that hold, with the 95% interval of a bootstrap over questions."""
    good = np.array([sum(j.held) for j in judged])
    all_ = np.array([len(j.held) for j in judged])
    drawn = np.random.default_rng(5).integers(0, len(judged), (10_000, len(judged)))
    spread = good[drawn].sum(1) / np.maximum(1, all_[drawn].sum(1))
    low, high = np.percentile(spread, [2.5, 97.5])
    return float(good.sum() / max(1, all_.sum())), float(low), float(high)


def cut_at(judged: list[Judged], recall: float) -> float:
    """Share of the pools' tokens dropped when leaves within τ of the pool's best are kept, at the
    smallest τ whose mean gold-leaf recall reaches `recall`."""
    with_gold = [j for j in judged if j.golden.any()]
    if not with_gold:
        return 0.0
    below = [j.score.max() - j.score for j in with_gold]
    for dial in np.linspace(0.0, 1.0, 401):
        kept = [b <= dial for b in below]
        reached = np.mean([k[j.golden].mean() for k, j in zip(kept, with_gold, strict=True)])
        if reached >= recall:
            left = sum(j.size[k].sum() for k, j in zip(kept, with_gold, strict=True))
            return 1.0 - float(left / sum(j.size.sum() for j in with_gold))
    return 0.0


def table(judged: list[Judged]) -> dict[str, dict[str, float]]:
    by_set: dict[str, list[Judged]] = defaultdict(list)
    for j in judged:
        by_set[j.dataset].append(j)
    rows: dict[str, dict[str, float]] = {}
    for name, found in [*sorted(by_set.items()), ("all", judged)]:
        share, low, high = accuracy(found)
        rows[name] = {
            "questions": len(found),
            "decisions": sum(len(j.held) for j in found),
            "accuracy": share,
            "low": low,
            "high": high,
            "cut90": cut_at(found, 0.90),
            "cut95": cut_at(found, 0.95),
        }
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, default=Path("training/cache/base"))
    parser.add_argument("--fixtures", type=Path, required=True)
    parser.add_argument("--lora", type=Path)
    parser.add_argument("--questions", type=int, default=20, help="per set of short items")
    parser.add_argument("--documents", type=int, default=2, help="per set of long items")
    parser.add_argument("--pools", type=int, default=8, help="of these, with their whole pools")
    parser.add_argument("--no-prefix", action="store_true")
    options = parser.parse_args()
    encoder = load_encoder(options.base)
    if options.lora is not None:
        load_branches(encoder, options.lora)
    tokens = RegionTokens(RegionTokenizer(options.base / "tokenizer.json"), not options.no_prefix)
    chosen = sample(read_fixtures(options.fixtures), options.questions, options.documents)
    adapter = float(options.lora is not None)
    rows = table(judge(encoder, tokens, chosen, adapter, options.pools))
    print(json.dumps({k: {n: round(x, 4) for n, x in r.items()} for k, r in rows.items()}, indent=1))


if __name__ == "__main__":
    main()
