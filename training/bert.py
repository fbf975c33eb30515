"""The text encoder: BERT with masked mean pooling, and LoRA branches behind one switch.

Written out so that the exported graph holds only plain operators and the node encoder can
share every frozen weight with the query encoder: `adapter = 0` is the frozen query encoder
f0, `adapter = 1` the node encoder.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional as F

MASKED = -10_000.0
"""Added to the attention logits of padding; exp() of it is 0 in fp32 and it fits fp16."""


@dataclass(frozen=True)
class BertShape:
    vocab_size: int
    hidden_size: int
    num_hidden_layers: int
    num_attention_heads: int
    intermediate_size: int
    max_position_embeddings: int
    type_vocab_size: int
    layer_norm_eps: float

    @staticmethod
    def read(config_file: Path) -> BertShape:
        config = json.loads(config_file.read_text())
        return BertShape(**{name: config[name] for name in BertShape.__dataclass_fields__})


@dataclass(frozen=True)
class LoraShape:
    rank: int = 8
    alpha: float = 16.0
    dropout: float = 0.05


class AdaptedLinear(nn.Module):
    """A frozen linear layer with an optional low-rank branch, scaled by `adapter`."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(outputs, inputs), requires_grad=False)
        self.bias = nn.Parameter(torch.empty(outputs), requires_grad=False)
        self.down: nn.Parameter | None = None
        self.up: nn.Parameter | None = None
        self.scale = 1.0
        self.dropout = 0.0

    def add_branch(self, lora: LoraShape) -> None:
        self.down = nn.Parameter(torch.empty(lora.rank, self.weight.shape[1]))
        self.up = nn.Parameter(torch.zeros(self.weight.shape[0], lora.rank))
        nn.init.kaiming_uniform_(self.down, a=math.sqrt(5))
        self.scale = lora.alpha / lora.rank
        self.dropout = lora.dropout

    def forward(self, x: Tensor, adapter: Tensor | None) -> Tensor:
        y = F.linear(x, self.weight, self.bias)
        if self.down is None or self.up is None or adapter is None:
            return y
        branch = F.linear(F.dropout(x, self.dropout, self.training), self.down)
        return y + F.linear(branch * (adapter * self.scale), self.up)


class Norm(nn.LayerNorm):
    def __init__(self, size: int, eps: float) -> None:
        super().__init__(size, eps=eps)
        self.requires_grad_(False)


class Layer(nn.Module):
    def __init__(self, shape: BertShape) -> None:
        super().__init__()
        hidden = shape.hidden_size
        self.heads = shape.num_attention_heads
        self.query = AdaptedLinear(hidden, hidden)
        self.key = AdaptedLinear(hidden, hidden)
        self.value = AdaptedLinear(hidden, hidden)
        self.attention_output = AdaptedLinear(hidden, hidden)
        self.attention_norm = Norm(hidden, shape.layer_norm_eps)
        self.intermediate = AdaptedLinear(hidden, shape.intermediate_size)
        self.output = AdaptedLinear(shape.intermediate_size, hidden)
        self.output_norm = Norm(hidden, shape.layer_norm_eps)

    def forward(self, x: Tensor, bias: Tensor, adapter: Tensor | None) -> Tensor:
        def split(y: Tensor) -> Tensor:
            return y.unflatten(-1, (self.heads, -1)).transpose(1, 2)

        query = split(self.query(x, adapter))
        key = split(self.key(x, adapter))
        value = split(self.value(x, adapter))
        mixed = _attend(query, key, value, bias)
        mixed = mixed.transpose(1, 2).flatten(2)
        x = self.attention_norm(x + self.attention_output(mixed, adapter))
        inner = F.gelu(self.intermediate(x, adapter))
        return self.output_norm(x + self.output(inner, adapter))


def _attend(query: Tensor, key: Tensor, value: Tensor, bias: Tensor) -> Tensor:
    if not torch.compiler.is_exporting():
        return F.scaled_dot_product_attention(query, key, value, attn_mask=bias)
    scores = (query * query.shape[-1] ** -0.5) @ key.transpose(-1, -2)
    return torch.softmax(scores + bias, dim=-1) @ value


class SentenceEncoder(nn.Module):
    """Token ids to one L2-normalised vector per row."""

    def __init__(self, shape: BertShape) -> None:
        super().__init__()
        self.words = nn.Embedding(shape.vocab_size, shape.hidden_size)
        self.positions = nn.Embedding(shape.max_position_embeddings, shape.hidden_size)
        self.types = nn.Embedding(shape.type_vocab_size, shape.hidden_size)
        self.norm = Norm(shape.hidden_size, shape.layer_norm_eps)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.num_hidden_layers))
        for table in (self.words, self.positions, self.types):
            table.requires_grad_(False)

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        token_type_ids: Tensor,
        adapter: Tensor | None = None,
    ) -> Tensor:
        x = self.states(input_ids, attention_mask, token_type_ids, adapter)
        weights = attention_mask.to(x.dtype).unsqueeze(-1)
        mean = (x * weights).sum(1) / weights.sum(1).clamp(min=1.0)
        return F.normalize(mean, dim=-1)

    def states(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        token_type_ids: Tensor,
        adapter: Tensor | None = None,
    ) -> Tensor:
        """The last layer's vector of every token."""
        places = self.positions.weight[: input_ids.shape[1]]
        x = self.norm(self.words(input_ids) + self.types(token_type_ids) + places)
        present = attention_mask.to(x.dtype)
        bias = ((1.0 - present) * MASKED)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, bias, adapter)
        return x

    def add_branches(self, lora: LoraShape, upper: int) -> None:
        """Branches on every projection of the `upper` last layers; the lower ones stay shared."""
        for layer in self.layers[len(self.layers) - upper :]:
            for module in layer.modules():
                if isinstance(module, AdaptedLinear):
                    module.add_branch(lora)

    def branch_state(self) -> dict[str, Tensor]:
        """The trained parameters only: what a LoRA file holds."""
        return {n: p.detach().cpu() for n, p in self.named_parameters() if p.requires_grad}


_LAYER_NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "attention_output": "attention.output.dense",
    "attention_norm": "attention.output.LayerNorm",
    "intermediate": "intermediate.dense",
    "output": "output.dense",
    "output_norm": "output.LayerNorm",
}


def load_encoder(folder: Path) -> SentenceEncoder:
    """The pretrained encoder from a folder with config.json and model.safetensors."""
    shape = BertShape.read(folder / "config.json")
    stored = load_file(folder / "model.safetensors")
    state = {
        "words.weight": stored["embeddings.word_embeddings.weight"],
        "positions.weight": stored["embeddings.position_embeddings.weight"],
        "types.weight": stored["embeddings.token_type_embeddings.weight"],
        "norm.weight": stored["embeddings.LayerNorm.weight"],
        "norm.bias": stored["embeddings.LayerNorm.bias"],
    }
    for layer in range(shape.num_hidden_layers):
        for ours, theirs in _LAYER_NAMES.items():
            for part in ("weight", "bias"):
                state[f"layers.{layer}.{ours}.{part}"] = stored[
                    f"encoder.layer.{layer}.{theirs}.{part}"
                ]
    encoder = SentenceEncoder(shape)
    encoder.load_state_dict(state)
    return encoder.eval()


def load_branches(encoder: SentenceEncoder, file: Path) -> None:
    """Adds the LoRA branches of `file` (its metadata carries rank and alpha)."""
    with safe_open(file, "pt") as stored:
        meta = stored.metadata()
        lora = LoraShape(rank=int(meta["rank"]), alpha=float(meta["alpha"]), dropout=0.0)
        state = {name: stored.get_tensor(name) for name in stored.keys()}
    lowest = min(int(name.split(".")[1]) for name in state)
    encoder.add_branches(lora, len(encoder.layers) - lowest)
    missing = set(encoder.branch_state()) ^ set(state)
    if missing:
        raise ValueError(f"{file}: branches do not fit the encoder: {sorted(missing)[:4]}")
    encoder.load_state_dict(state, strict=False)
