"""Writes a text encoder of a few kilobytes with the inputs and outputs of a BERT from the model hub.

    python training/tiny_bert.py

It looks each token up in a table and gives `last_hidden_state`; tests load it through the code
that loads any hub model. Its output is in the repository, so tests need no Python.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OUT = Path("src/adapters/transformers/fixtures/test/tiny-bert")
WIDTH = 8
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = (
    "the a king penguin lays one egg in summer copper melts at 1085 degrees museum opens nine "
    "when does lay its they feed on lantern fish penguins ##s . ? , : query passage"
).split()


def write_graph(file: Path) -> None:
    table = np.random.default_rng(7).standard_normal((len(SPECIAL) + len(WORDS), WIDTH))
    table[: len(SPECIAL)] *= 0.01
    names = ["input_ids", "attention_mask", "token_type_ids"]
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "length"]) for n in names]
    shape = ["batch", "length", WIDTH]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, shape)
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
        "tiny-bert",
        inputs,
        [output],
        [numpy_helper.from_array(table.astype(np.float32), "table")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    file.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, file)


def write_tokenizer(folder: Path) -> None:
    vocabulary = {word: index for index, word in enumerate(SPECIAL + WORDS)}
    special = [
        {"id": i, "content": t, "single_word": False, "lstrip": False, "rstrip": False,
         "normalized": False, "special": True}
        for i, t in enumerate(SPECIAL)
    ]  # fmt: skip
    cls = {"SpecialToken": {"id": "[CLS]", "type_id": 0}}
    sep = {"SpecialToken": {"id": "[SEP]", "type_id": 0}}
    first, second = ({"Sequence": {"id": name, "type_id": 0}} for name in "AB")
    tokenizer = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": special,
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                       "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [cls, first, sep],
            "pair": [cls, first, sep, second, sep],
            "special_tokens": {
                name: {"id": name, "ids": [vocabulary[name]], "tokens": [name]}
                for name in ("[CLS]", "[SEP]")
            },
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": vocabulary},
    }  # fmt: skip
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer, indent=1) + "\n")
    config = {"tokenizer_class": "BertTokenizer", "model_max_length": 32, "unk_token": "[UNK]",
              "cls_token": "[CLS]", "sep_token": "[SEP]", "pad_token": "[PAD]",
              "mask_token": "[MASK]", "do_lower_case": True}  # fmt: skip
    (folder / "tokenizer_config.json").write_text(json.dumps(config, indent=1) + "\n")
    shape = {"model_type": "bert", "architectures": ["BertModel"], "hidden_size": WIDTH,
             "max_position_embeddings": 64, "vocab_size": len(vocabulary)}  # fmt: skip
    (folder / "config.json").write_text(json.dumps(shape, indent=1) + "\n")
    (folder / "1_Pooling").mkdir(exist_ok=True)
    pooling = {"word_embedding_dimension": WIDTH, "pooling_mode_cls_token": False,
               "pooling_mode_mean_tokens": True}  # fmt: skip
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling, indent=1) + "\n")


if __name__ == "__main__":
    write_graph(OUT / "onnx" / "model_quantized.onnx")
    write_tokenizer(OUT)
