"""Fine-tunes the node encoder: LoRA branches, frozen query encoder, tree and pool losses.

    python training/train.py --fixtures FILE.jsonl.gz --run training/runs/main

On several cores: `torchrun --nproc-per-node 2 -- training/train.py ...` (one thread each).
A run that was interrupted goes on from its last checkpoint when started again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
import torch.distributed as dist
from safetensors.torch import save_file

from bert import LoraShape, SentenceEncoder, load_encoder
from encoder_input import RegionTokenizer
from fixtures import Question, read_fixtures, trainable
from plans import Limits, Plan, Planner, RegionTokens, batches
from step import Outcome, QueryVectors, run_batch


@dataclass(frozen=True)
class Settings:
    rank: int = 16
    alpha: float = 32.0
    dropout: float = 0.0
    layers: int = 6
    """How many of the upper layers get branches."""
    sharp: float = 20.0
    """The method's λ."""
    pool_weight: float = 1.0
    learning_rate: float = 1e-3
    warmup: int = 12
    average: float = 0.95
    """What is saved is a moving average of the branches with this memory."""
    questions: int = 4000
    epochs: int = 1
    batch_tokens: int = 3000
    """Region tokens of one batch of one process."""
    prefix: bool = True
    seed: int = 7
    checkpoint_seconds: float = 120.0
    until: int = 1_000_000
    """Step to stop after; a later call goes on from there."""


SHARES = {
    "2wikimultihopqa": 0.09, "cuad": 0.11, "evidence_inference": 0.09, "fetaqa": 0.10,
    "hotpotqa": 0.11, "hotpotqa_paragraph": 0.03, "hybridqa": 0.08, "qed": 0.08,
    "qmsum": 0.07, "selqa": 0.12, "tatqa": 0.12,
}  # fmt: skip
"""Share of each data set among the questions drawn."""
SAME_POOL = 6
"""Most questions drawn on one pool."""


class Workers:
    """The processes that train together; one if not started by torchrun."""

    def __init__(self) -> None:
        self.rank = int(os.environ.get("RANK", "0"))
        self.count = int(os.environ.get("WORLD_SIZE", "1"))
        if self.count > 1:
            dist.init_process_group("gloo")
            torch.set_num_threads(1)

    def average(self, parameters: list[torch.nn.Parameter]) -> None:
        if self.count == 1:
            return
        flat = torch.cat([p.grad.flatten() for p in parameters if p.grad is not None])
        dist.all_reduce(flat)
        flat /= self.count
        offset = 0
        for p in parameters:
            if p.grad is not None:
                p.grad.copy_(flat[offset : offset + p.numel()].view_as(p))
                offset += p.numel()


@dataclass
class State:
    """What changes in training."""

    encoder: SentenceEncoder
    optimiser: torch.optim.Optimizer
    mean: dict[str, torch.Tensor]
    """Moving average of the branches."""

    def update_mean(self, memory: float) -> None:
        for name, value in self.encoder.branch_state().items():
            self.mean[name].lerp_(value, 1.0 - memory)


class Progress:
    """Log lines, and what an interrupted run needs to go on."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self.settings = settings
        self.saved_at = time.monotonic()
        folder.mkdir(parents=True, exist_ok=True)

    def load(self, state: State) -> int:
        file = self.folder / "checkpoint.pt"
        if not file.exists():
            return 0
        stored = torch.load(file)
        state.encoder.load_state_dict(stored["branches"], strict=False)
        state.optimiser.load_state_dict(stored["optimiser"])
        state.mean = stored["mean"]
        return int(stored["step"])

    def save(self, state: State, step: int) -> None:
        stored = {
            "branches": state.encoder.branch_state(),
            "optimiser": state.optimiser.state_dict(),
            "mean": state.mean,
            "step": step,
        }
        torch.save(stored, self.folder / "checkpoint.tmp")
        os.replace(self.folder / "checkpoint.tmp", self.folder / "checkpoint.pt")
        settings = self.settings
        meta = {"rank": settings.rank, "alpha": settings.alpha, "step": step}
        target = self.folder / "lora.safetensors"
        save_file(state.mean, target, {k: str(v) for k, v in meta.items()})
        self.saved_at = time.monotonic()

    def due(self) -> bool:
        return time.monotonic() - self.saved_at > self.settings.checkpoint_seconds

    def log(self, step: int, outcome: Outcome, seconds: float) -> None:
        line = {
            "step": step,
            "tree": round(outcome.tree.item(), 4),
            "pool": round(outcome.pool.item(), 4),
            "tokens": outcome.tokens,
            "seconds": round(seconds, 1),
            "decided": {k: [sum(v), len(v)] for k, v in outcome.decided.items()},
            "ranked": [sum(outcome.ranked), len(outcome.ranked)],
        }
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")


def draw(questions: list[Question], count: int, chance: random.Random) -> list[Question]:
    """About `count` questions, each data set with its share; a small set gives all it has.
    Questions on one pool are drawn together, since they share most of the encoding."""
    by_set: dict[str, dict[frozenset[str], list[Question]]] = defaultdict(dict)
    for question in questions:
        pool = frozenset(item.id for item in question.items)
        by_set[question.dataset].setdefault(pool, []).append(question)
    drawn: list[Question] = []
    for name, pools in sorted(by_set.items()):
        groups = [chance.sample(g, min(len(g), SAME_POOL)) for g in pools.values()]
        chance.shuffle(groups)
        wanted = round(SHARES.get(name, 1 / len(by_set)) * count)
        drawn += [question for group in groups for question in group][:wanted]
    return drawn


def plan_batches(
    questions: list[Question], planner: Planner, settings: Settings
) -> list[list[Plan]]:
    """Every epoch samples other regions of the same questions."""
    chance = random.Random(settings.seed)
    drawn = draw(questions, settings.questions, chance)
    made: list[list[Plan]] = []
    for _ in range(settings.epochs):
        plans = [planner.plan(question, chance) for question in drawn]
        plans = [plan for plan in plans if plan.gold or plan.trees]
        made += batches(plans, planner.tokens, settings.batch_tokens, chance)
    return made


def schedule(step: int, steps: int, warmup: int) -> float:
    """Share of the learning rate at a step: a short rise, then a straight line to zero."""
    return min((step + 1) / warmup, (steps - step) / max(1, steps - warmup), 1.0)


def train(base: Path, fixtures: Path, run: Path, settings: Settings) -> None:
    workers = Workers()
    torch.manual_seed(settings.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    encoder = load_encoder(base)
    encoder.add_branches(
        LoraShape(settings.rank, settings.alpha, settings.dropout), settings.layers
    )
    encoder.to(device).train()
    tokens = RegionTokens(RegionTokenizer(base / "tokenizer.json"), settings.prefix)
    planner = Planner(tokens, Limits())
    queries = QueryVectors(encoder, tokens.tokenizer)
    work = plan_batches(trainable(read_fixtures(fixtures)), planner, settings)
    planned = len(work) // workers.count
    steps = min(planned, settings.until)
    parameters = [p for p in encoder.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(parameters, lr=settings.learning_rate, weight_decay=0.0)
    mean = {name: value.clone() for name, value in encoder.branch_state().items()}
    state, progress = State(encoder, optimiser, mean), Progress(run, settings)
    if workers.rank == 0:
        (run / "settings.json").write_text(json.dumps(asdict(settings) | {"steps": steps}, indent=1))
    adapter = torch.ones(1, device=device)
    for step in range(progress.load(state), steps):
        started = time.monotonic()
        for group in optimiser.param_groups:
            group["lr"] = settings.learning_rate * schedule(step, planned, settings.warmup)
        plans = work[step * workers.count + workers.rank]
        outcome = run_batch(encoder, tokens, queries, plans, adapter, settings.sharp)
        optimiser.zero_grad()
        (outcome.tree + settings.pool_weight * outcome.pool).backward()
        workers.average(parameters)
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        state.update_mean(settings.average)
        if workers.rank == 0:
            progress.log(step, outcome, time.monotonic() - started)
            if progress.due() or step + 1 == steps:
                progress.save(state, step + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, default=Path("training/cache/base"))
    parser.add_argument("--fixtures", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    for name, value in asdict(Settings()).items():
        kind = (lambda text: text == "true") if isinstance(value, bool) else type(value)
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind, default=value)
    options = vars(parser.parse_args())
    base, fixtures, run = (options.pop(name) for name in ("base", "fixtures", "run"))
    train(base, fixtures, run, Settings(**options))


if __name__ == "__main__":
    main()
