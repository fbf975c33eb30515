"""Makes ONNX files of a small causal language model, for LongLLMLingua in the evaluation.

    node scripts/reader-fetch.mjs smollm2
    pip install transformers gguf accelerate
    python training/export_causal.py --gguf .cache/reader/SmolLM2-135M-Instruct.Q4_1.gguf --out .cache/causal/smollm2-135m

The weights are those of the GGUF file, widened to fp32. The graph reads a prompt without a cache and
gives the logits of every token: all that prompt likelihoods need. Nothing of it is shipped.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer


class Logits(torch.nn.Module):
    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        return self.model(input_ids, attention_mask=attention_mask, use_cache=False).logits


def export(gguf: Path, out: Path) -> None:
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    tokenizer = AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
    model = AutoModelForCausalLM.from_pretrained(
        gguf.parent, gguf_file=gguf.name, dtype=torch.float32, attn_implementation="eager"
    ).eval()
    tokenizer.save_pretrained(out)
    (out / "config.json").write_text(json.dumps(model.config.to_dict(), indent=1, default=str))
    ids = tokenizer("The town paid Ann, who had built the tower.", return_tensors="pt").input_ids
    sample = (ids, torch.ones_like(ids))
    length = torch.export.Dim("length", min=2, max=2048)
    target = out / "onnx/model.onnx"
    program = torch.onnx.export(
        Logits(model),
        sample,
        input_names=["input_ids", "attention_mask"],
        output_names=["logits"],
        dynamic_shapes=({1: length}, {1: length}),
        dynamo=True,
    )
    program.save(target)
    check(model, tokenizer, target)


def check(model: torch.nn.Module, tokenizer: AutoTokenizer, file: Path) -> None:
    """The graph must say what torch says, at another length than it was traced with."""
    import onnxruntime

    ids = tokenizer("Trout live in the river, which freezes. " * 9, return_tensors="pt").input_ids
    with torch.no_grad():
        wanted = model(ids, use_cache=False).logits
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    feeds = {"input_ids": ids.numpy(), "attention_mask": torch.ones_like(ids).numpy()}
    found = torch.from_numpy(session.run(["logits"], feeds)[0])
    apart = (found - wanted).abs().max().item()
    print(f"{file}: {ids.shape[1]} tokens, logits at most {apart:.4f} apart from torch")
    if apart > 0.01:
        raise SystemExit("The graph does not give what the model gives.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gguf", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    export(options.gguf, options.out)


if __name__ == "__main__":
    main()
