"""Short trainings that differ in one setting each, compared on the same dev questions.

    python training/ablate.py --train TRAIN.jsonl.gz --dev DEV.jsonl.gz --runs training/runs/ablate

A variant that has its result is not run again, and an interrupted one goes on from its checkpoint.
Differences to the first variant are paired by question, with 95% bootstrap intervals.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from bert import load_branches, load_encoder
from encoder_input import RegionTokenizer
from evaluate import Judged, accuracy, cut_at, judge, sample
from fixtures import read_fixtures
from plans import RegionTokens

VARIANTS: dict[str, list[str]] = {
    "as shipped": [],
    "no pool term": ["--pool-weight", "0"],
    "no prefix": ["--prefix", "false"],
    "sharpness 10": ["--sharp", "10"],
    "rank 4": ["--rank", "4", "--alpha", "8"],
    "upper three layers": ["--layers", "3"],
    "half the questions, read twice": ["--epochs", "2"],
}
"""What each differs in from the shipped settings."""


def train(name: str, options: argparse.Namespace, run: Path) -> None:
    questions = options.questions // 2 if "--epochs" in VARIANTS[name] else options.questions
    trainer = [str(Path(__file__).with_name("train.py")), "--base", str(options.base)]
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    command += ["--nproc-per-node", str(options.processes), "--", *trainer]
    command += ["--fixtures", str(options.train), "--run", str(run), "--questions", str(questions)]
    subprocess.run([*command, *VARIANTS[name]], check=True)


def measure(name: str, options: argparse.Namespace, run: Path) -> list[Judged]:
    encoder = load_encoder(options.base)
    load_branches(encoder, run / "lora.safetensors")
    prefix = "--prefix" not in VARIANTS[name]
    tokens = RegionTokens(RegionTokenizer(options.base / "tokenizer.json"), prefix)
    chosen = sample(read_fixtures(options.dev), options.dev_questions, 0)
    return judge(encoder, tokens, chosen, 1.0, options.pools)


def decisions_of(judged: list[Judged]) -> dict[str, list[bool]]:
    return {f"{j.dataset} {j.question}": j.held for j in judged}


def difference(
    ours: dict[str, list[bool]], base: dict[str, list[bool]]
) -> tuple[float, float, float]:
    """Difference of decision accuracy over the questions that both have decisions for."""
    shared = [key for key in base if base[key] and ours.get(key)]
    sums = np.array(
        [[sum(ours[k]), len(ours[k]), sum(base[k]), len(base[k])] for k in shared], dtype=float
    )
    drawn = np.random.default_rng(5).integers(0, len(shared), (10_000, len(shared)))
    totals = sums[drawn].sum(1)
    spread = totals[:, 0] / totals[:, 1] - totals[:, 2] / totals[:, 3]
    all_ = sums.sum(0)
    low, high = np.percentile(spread, [2.5, 97.5])
    return float(all_[0] / all_[1] - all_[2] / all_[3]), float(low), float(high)


def result_of(name: str, options: argparse.Namespace) -> dict[str, object]:
    run = options.runs / name.replace(" ", "-").replace(",", "")
    file = run / "result.json"
    if not file.exists():
        train(name, options, run)
        judged = measure(name, options, run)
        share, low, high = accuracy(judged)
        figures = {
            "decisions": sum(len(j.held) for j in judged),
            "accuracy": [share, low, high],
            "cut90": cut_at(judged, 0.90),
            "cut95": cut_at(judged, 0.95),
            "held": decisions_of(judged),
        }
        file.write_text(json.dumps(figures))
    found: dict[str, object] = json.loads(file.read_text())
    return found


def interval(figures: tuple[float, float, float]) -> str:
    return f"{figures[0]:+.1%} [{figures[1]:+.1%}, {figures[2]:+.1%}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, default=Path("training/cache/base"))
    parser.add_argument("--train", type=Path, required=True)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--runs", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--dev-questions", type=int, default=20, help="per set of short items")
    parser.add_argument("--pools", type=int, default=6, help="of these, with their whole pools")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    print("| variant | decisions | right | difference | cut at 0.90 | at 0.95 |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    base: dict[str, list[bool]] = {}
    for name in VARIANTS:
        found = result_of(name, options)
        base = base or found["held"]
        share = f"{found['accuracy'][0]:.1%}"
        apart = interval(difference(found["held"], base)) if found["held"] is not base else "–"
        cuts = f"{found['cut90']:.3f} | {found['cut95']:.3f}"
        print(f"| {name} | {found['decisions']} | {share} | {apart} | {cuts} |", flush=True)


if __name__ == "__main__":
    main()
