"""How far the shipped files are from fp32 torch: cosines, and decisions that agree.

    python training/parity.py --fixtures DEV.jsonl.gz --lora training/runs/main/lora.safetensors

A decision is one child's `score >= parent's score`, over the trees that training uses.
Each region runs alone, as the WASM worker runs it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from bert import load_branches, load_encoder
from encoder_input import RegionTokenizer
from evaluate import full_plan, sample
from fixtures import read_fixtures
from plans import RegionTokens
from step import encode


class OnnxEncoder:
    def __init__(self, file: Path, tokenizer: RegionTokenizer) -> None:
        self._session = onnxruntime.InferenceSession(str(file))
        self._inputs = [i.name for i in self._session.get_inputs()]
        self._tokenizer = tokenizer

    def encode(self, rows: list[np.ndarray], adapter: float) -> np.ndarray:
        return np.concatenate([self._one(row, adapter) for row in rows])

    def _one(self, row: np.ndarray, adapter: float) -> np.ndarray:
        batch = self._tokenizer.batch([row])
        feeds = {
            "input_ids": batch.input_ids.numpy(),
            "attention_mask": batch.attention_mask.numpy(),
            "token_type_ids": batch.token_type_ids.numpy(),
            "adapter": np.array([adapter], dtype=np.float32),
        }
        return self._session.run(None, {name: feeds[name] for name in self._inputs})[0]


def compare(options: argparse.Namespace) -> dict[str, dict[str, float]]:
    manifest = json.loads((options.model / "manifest.json").read_text())
    folder = options.model / manifest["revision"]
    encoder = load_encoder(options.base)
    if options.lora is not None:
        load_branches(encoder, options.lora)
    tokenizer = RegionTokenizer(folder / "tokenizer.json")
    tokens = RegionTokens(tokenizer)
    chosen = sample(read_fixtures(options.fixtures), options.questions, 1)[:: options.every]
    edges: list[tuple[int, int, int]] = []
    index: dict[tuple[str, int], int] = {}
    rows: list[np.ndarray] = []
    for asked, question in enumerate(chosen):
        for item, instance in full_plan(question, tokens).trees:
            for region in (instance.region, *item.children(instance.region)):
                row = tokens.row(item, region)
                if row is not None and (item.id, region) not in index:
                    index[(item.id, region)] = len(rows)
                    rows.append(row)
            parent = index.get((item.id, instance.region))
            if parent is not None:
                children = [index[(item.id, c)] for c in item.children(instance.region)]
                edges += [(asked, parent, child) for child in children]
    queries = [tokenizer.query(q.text) for q in chosen]
    node = torch.ones(1) if options.lora is not None else None
    with torch.no_grad():
        asked_fp32 = encode(encoder, tokenizer, queries, None).numpy()
        regions_fp32 = encode(encoder, tokenizer, rows, node).numpy()
    expected = _decisions(asked_fp32, regions_fp32, edges)
    report = {}
    for name, dtype in manifest["dtypes"].items():
        onnx = OnnxEncoder(folder / dtype["file"], tokenizer)
        asked_onnx, regions_onnx = onnx.encode(queries, 0.0), onnx.encode(rows, 1.0)
        cosines = (regions_onnx * regions_fp32).sum(1)
        report[name] = {
            "regions": len(rows),
            "minimum": float(cosines.min()),
            "mean": float(cosines.mean()),
            "queryMinimum": float((asked_onnx * asked_fp32).sum(1).min()),
            "decisions": len(edges),
            "agree": float((_decisions(asked_onnx, regions_onnx, edges) == expected).mean()),
        }
    return report


def _decisions(
    asked: np.ndarray, regions: np.ndarray, edges: list[tuple[int, int, int]]
) -> np.ndarray:
    question, parent, child = np.array(edges).T
    scores = asked @ regions.T
    return scores[question, child] >= scores[question, parent]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, default=Path("training/cache/base"))
    parser.add_argument("--model", type=Path, default=Path("public/models/all-minilm-l6-v2"))
    parser.add_argument("--fixtures", type=Path, required=True)
    parser.add_argument("--lora", type=Path)
    parser.add_argument("--questions", type=int, default=10)
    parser.add_argument("--every", type=int, default=1, help="take every n-th sampled question")
    print(json.dumps(compare(parser.parse_args()), indent=1))
