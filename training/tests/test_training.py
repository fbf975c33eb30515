import json
import sys
import tempfile
import unittest
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from tokenizers import Tokenizer, models, pre_tokenizers

sys.path.insert(0, str(Path(__file__).parents[1]))

from bert import LoraShape, load_branches, load_encoder  # noqa: E402
from encoder_input import RegionTokenizer  # noqa: E402
from train import Settings, train  # noqa: E402

HIDDEN, WORDS = 8, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "red", "blue", "green", "which", "colour"]


def write_base(folder: Path) -> None:
    """A two-layer encoder with random weights and a nine-word tokenizer."""
    torch.manual_seed(1)
    config = {
        "vocab_size": len(WORDS), "hidden_size": HIDDEN, "num_hidden_layers": 2,
        "num_attention_heads": 2, "intermediate_size": 16, "max_position_embeddings": 300,
        "type_vocab_size": 2, "layer_norm_eps": 1e-12,
    }  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config))
    shapes = {
        "embeddings.word_embeddings": (len(WORDS), HIDDEN),
        "embeddings.position_embeddings": (300, HIDDEN),
        "embeddings.token_type_embeddings": (2, HIDDEN),
        "embeddings.LayerNorm": (HIDDEN,),
    }
    for layer in range(2):
        at = f"encoder.layer.{layer}"
        for name in ("attention.self.query", "attention.self.key", "attention.self.value"):
            shapes[f"{at}.{name}"] = (HIDDEN, HIDDEN)
        shapes |= {
            f"{at}.attention.output.dense": (HIDDEN, HIDDEN),
            f"{at}.attention.output.LayerNorm": (HIDDEN,),
            f"{at}.intermediate.dense": (16, HIDDEN),
            f"{at}.output.dense": (HIDDEN, 16),
            f"{at}.output.LayerNorm": (HIDDEN,),
        }
    state = {}
    for name, shape in shapes.items():
        state[f"{name}.weight"] = torch.randn(shape) * 0.5
        state[f"{name}.bias"] = torch.randn(shape[0]) * 0.1
    save_file(state, folder / "model.safetensors")
    vocabulary = {word: i for i, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))


def write_fixtures(file: Path, questions: int) -> None:
    lines = []
    for n in range(questions):
        item = {
            "kind": "item", "id": f"i{n}", "dataset": "set", "modality": "text", "licence": None,
            "prefix": "colour", "leafTokens": [1, 1], "starts": [0, 0, 1], "ends": [2, 1, 2],
            "firstChild": [1, -1, -1], "childCount": [2, 0, 0],
            "contents": ["red blue", "red", "blue"],
        }  # fmt: skip
        question = {
            "kind": "question", "id": f"q{n}", "dataset": "set", "question": "which red colour",
            "items": [f"i{n}"], "gold": {f"i{n}": [n % 2]}, "goldLevel": "fragment",
        }  # fmt: skip
        lines += [json.dumps(item), json.dumps(question)]
    file.write_text("\n".join(lines))


class Training(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        write_base(self.folder)
        write_fixtures(self.folder / "fixtures.jsonl", 6)

    def run_training(self, name: str, until: int) -> dict[str, torch.Tensor]:
        settings = Settings(rank=2, layers=1, questions=6, batch_tokens=12, until=until)
        run = self.folder / name
        train(self.folder, self.folder / "fixtures.jsonl", run, settings)
        with safe_open(run / "lora.safetensors", "pt") as stored:
            return {key: stored.get_tensor(key) for key in stored.keys()}

    def test_an_interrupted_run_ends_where_an_unbroken_one_does(self) -> None:
        whole = self.run_training("whole", 4)
        self.run_training("broken", 2)
        resumed = self.run_training("broken", 4)
        self.assertEqual(set(whole), set(resumed))
        for name, value in whole.items():
            self.assertTrue(torch.equal(value, resumed[name]), name)
        steps = (self.folder / "broken" / "log.jsonl").read_text().splitlines()
        self.assertEqual([json.loads(line)["step"] for line in steps], [0, 1, 2, 3])

    def test_adapter_0_is_the_frozen_encoder_and_padding_changes_nothing(self) -> None:
        self.run_training("run", 4)
        tokenizer = RegionTokenizer(self.folder / "tokenizer.json")
        frozen, tuned = load_encoder(self.folder), load_encoder(self.folder)
        load_branches(tuned, self.folder / "run" / "lora.safetensors")
        short, long = tokenizer.query("red"), tokenizer.query("which colour green blue")
        alone, padded = tokenizer.batch([short]), tokenizer.batch([short, long])
        with torch.no_grad():
            base = frozen(*alone.arguments())
            torch.testing.assert_close(tuned(*alone.arguments(), torch.zeros(1)), base)
            node = tuned(*alone.arguments(), torch.ones(1))
            torch.testing.assert_close(tuned(*padded.arguments(), torch.ones(1))[:1], node)
        self.assertGreater((node - base).abs().max().item(), 1e-6)

    def test_branches_that_do_not_fit_are_refused(self) -> None:
        encoder = load_encoder(self.folder)
        encoder.add_branches(LoraShape(rank=2), 1)
        state = encoder.branch_state()
        state.popitem()
        file = self.folder / "short.safetensors"
        save_file(state, file, {"rank": "2", "alpha": "4", "step": "0"})
        with self.assertRaisesRegex(ValueError, "branches do not fit"):
            load_branches(load_encoder(self.folder), file)


if __name__ == "__main__":
    unittest.main()
