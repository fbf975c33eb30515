"""Writes the encoder in full precision, as the reference of `bench/encoder-parity.ts`.

    python training/parity_reference.py [--lora FILE] [--out .cache/encoder-fp32]

The folder has the layout of the vendored one, with the single weight format `fp32`; it is not
shipped.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from bert import load_branches, load_encoder
from export_onnx import export_fp32, write_tokenizer

REVISION = "reference"


def write_reference(base: Path, lora: Path | None, vendored: Path, out: Path) -> None:
    encoder = load_encoder(base)
    if lora is not None:
        load_branches(encoder, lora)
    folder = out / REVISION
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    export_fp32(encoder, folder / "onnx" / "model.onnx")
    write_tokenizer(base, folder)
    manifest = json.loads((vendored / "manifest.json").read_text())
    manifest["revision"] = REVISION
    manifest["dtypes"] = {"fp32": {"file": "onnx/model.onnx"}}
    (out / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, default=Path("training/cache/base"))
    parser.add_argument("--lora", type=Path)
    parser.add_argument("--vendored", type=Path, default=Path("public/models/all-minilm-l6-v2"))
    parser.add_argument("--out", type=Path, default=Path(".cache/encoder-fp32"))
    arguments = parser.parse_args()
    write_reference(arguments.base, arguments.lora, arguments.vendored, arguments.out)
