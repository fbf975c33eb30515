"""Writes the vendored encoder: ONNX graphs, tokenizer, golden vectors and manifest.

    python training/export_onnx.py --base training/cache/base --out public/models/all-minilm-l6-v2

With `--lora FILE` the graph gains an input `adapter` (float32 [1]): 0 is the frozen query
encoder, 1 the node encoder; both share every other weight.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import onnx
import torch
from torch import Tensor

from bert import SentenceEncoder, load_branches, load_encoder
from encoder_input import PREFIX_TOKENS, WINDOW, RegionTokenizer
from golden import TEXTS, golden_vectors
from quantise import quantise_dynamic, store_weights
from smooth import activation_maxima, smooth

MODEL_ID = "all-minilm-l6-v2"
LICENCE = "Apache-2.0"
INPUTS = ["input_ids", "attention_mask", "token_type_ids"]
OUTPUT = "sentence_embedding"
KEEP_FP32 = (".intermediate", ".output")
"""Layers whose products stay fp32 in q8: their inputs lose too much (docs/encoder.md)."""
DTYPES = {
    "q8": {"file": "onnx/model_quantized.onnx", "devices": ["wasm"]},
    "w8": {"file": "onnx/model_w8.onnx", "devices": ["webgpu", "wasm"]},
}


def export_fp32(encoder: SentenceEncoder, target: Path) -> None:
    ids = torch.ones(2, 16, dtype=torch.int64)
    arguments: tuple[Tensor, ...] = (ids, torch.ones_like(ids), torch.zeros_like(ids))
    names, adapted = list(INPUTS), bool(encoder.branch_state())
    if adapted:
        arguments += (torch.ones(1),)
        names.append("adapter")
    row = {0: torch.export.Dim("batch"), 1: torch.export.Dim("length", max=512)}
    shapes = (row, row, row) + ((None,) if adapted else ())
    program = torch.onnx.export(
        encoder, arguments, dynamo=True, opset_version=18, verbose=False,
        input_names=names, output_names=[OUTPUT], dynamic_shapes=shapes,
    )  # fmt: skip
    program.save(target)
    onnx.save(_named(onnx.load(target)), target)


def _named(model: onnx.ModelProto) -> onnx.ModelProto:
    """Names each matrix product after its layer (a branch's two after that) and drops the
    exporter's source paths."""
    products: Counter[str] = Counter()
    for node in model.graph.node:
        scopes = [p.value for p in node.metadata_props if p.key == "pkg.torch.onnx.name_scopes"]
        if node.op_type == "MatMul" and scopes and not node.name.startswith("node_matmul"):
            layer = json.loads(scopes[0].replace("'", '"'))[-2]
            node.name = f"{layer}.branch{products[layer]}" if products[layer] else layer
            products[layer] += 1
        del node.metadata_props[:]
    for value in [*model.graph.value_info, *model.graph.input, *model.graph.output]:
        del value.metadata_props[:]
    for initializer in model.graph.initializer:
        del initializer.metadata_props[:]
    del model.graph.metadata_props[:], model.metadata_props[:]
    return model


def write_tokenizer(base: Path, out: Path) -> None:
    """The tokenizer without its stored padding and truncation, which would cut at 128 tokens."""
    tokenizer = json.loads((base / "tokenizer.json").read_text())
    tokenizer["padding"] = tokenizer["truncation"] = None
    (out / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False))
    config = json.loads((base / "tokenizer_config.json").read_text())
    config = {k: v for k, v in config.items() if k != "name_or_path"}
    config["model_max_length"] = WINDOW
    (out / "tokenizer_config.json").write_text(json.dumps(config, indent=1))
    model = json.loads((base / "config.json").read_text())
    model = {k: v for k, v in model.items() if k not in ("_name_or_path", "transformers_version")}
    (out / "config.json").write_text(json.dumps(model, indent=1))


def write_licence(out: Path, tuned: bool) -> None:
    changes = (
        "Changes: exported to ONNX with pooling and normalisation in the graph, quantised,\n"
        "fine-tuned with low-rank branches (docs/encoder.md).\n"
        if tuned
        else "Changes: exported to ONNX with pooling and normalisation in the graph, quantised.\n"
    )
    (out / "LICENSE.txt").write_text(
        "all-MiniLM-L6-v2 by the sentence-transformers authors, from nreimers/MiniLM-L6-H384-uncased.\n"
        "Licensed under the Apache License, Version 2.0:\n"
        "https://www.apache.org/licenses/LICENSE-2.0\n" + changes
    )


def file_entry(root: Path, path: str) -> dict[str, object]:
    data = (root / path).read_bytes()
    return {"path": path, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def write_manifest(folder: Path, target: Path, revision: str, tuned: bool) -> None:
    paths = sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
    files = {path: file_entry(folder, path) for path in paths}
    dtypes = {
        name: {**files[dtype["file"]], "file": dtype["file"], "devices": dtype["devices"]}
        for name, dtype in DTYPES.items()
    }
    for entry in dtypes.values():
        del entry["path"]
    manifest = {
        "id": MODEL_ID,
        "revision": revision,
        "licence": LICENCE,
        "dimensions": 384,
        "window": WINDOW,
        "prefixTokens": PREFIX_TOKENS,
        "pooling": "mean",
        "normalised": True,
        "output": OUTPUT,
        "inputs": [*INPUTS, *(["adapter"] if tuned else [])],
        "prefixes": {"query": "", "node": ""},
        "adapter": {"query": 0, "node": 1} if tuned else None,
        "dtypes": dtypes,
        "files": list(files.values()),
    }
    target.write_text(json.dumps(manifest, indent=1) + "\n")


def content_revision(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        digest.update(str(path.relative_to(folder)).encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def export(base: Path, lora: Path | None, out: Path, work: Path) -> Path:
    encoder = load_encoder(base)
    if lora is not None:
        load_branches(encoder, lora)
    folder = work / "revision"
    (folder / "onnx").mkdir(parents=True)
    fp32 = work / "fp32.onnx"
    export_fp32(encoder, fp32)
    write_tokenizer(base, folder)
    tokenizer = RegionTokenizer(folder / "tokenizer.json")
    store_weights(fp32, folder / DTYPES["w8"]["file"], bits=8)
    smooth(fp32, work / "smooth.onnx", activation_maxima(encoder, tokenizer, TEXTS), KEEP_FP32)
    quantise_dynamic(work / "smooth.onnx", folder / DTYPES["q8"]["file"], KEEP_FP32)
    write_licence(folder, tuned=lora is not None)
    golden = golden_vectors(encoder, tokenizer)
    (folder / "golden.json").write_text(json.dumps(golden, ensure_ascii=False))
    revision = content_revision(folder)
    if out.exists():
        shutil.rmtree(out)
    shutil.copytree(folder, out / revision)
    write_manifest(out / revision, out / "manifest.json", revision, tuned=lora is not None)
    return out / revision


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, default=Path("training/cache/base"))
    parser.add_argument("--lora", type=Path, help="branches written by train.py")
    parser.add_argument("--out", type=Path, default=Path("public/models/all-minilm-l6-v2"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        print(export(arguments.base, arguments.lora, arguments.out, Path(work)))
