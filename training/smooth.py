"""Evens out activations before int8 products: a few channels of BERT's residual stream are many
times larger than the rest, and with one range for all of them the rest lose their digits.

Each product x W becomes (x / s)(s W), with s per channel so that both factors share the spread.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import Tensor, nn

from bert import AdaptedLinear, SentenceEncoder
from encoder_input import RegionTokenizer

SHARE = 0.65
"""How much of the spread moves into the weights; 0.5 and 0.8 were worse (docs/encoder.md)."""


def activation_maxima(
    encoder: SentenceEncoder, tokenizer: RegionTokenizer, texts: tuple[str, ...]
) -> dict[str, np.ndarray]:
    """Largest magnitude of each input channel of each linear layer, over both roles."""
    largest: dict[str, Tensor] = {}

    def watch(name: str, module: nn.Module) -> None:
        def keep(_: nn.Module, inputs: tuple[Tensor, ...]) -> None:
            seen = inputs[0].abs().flatten(0, -2).amax(0)
            largest[name] = torch.maximum(seen, largest.get(name, seen))

        hooks.append(module.register_forward_pre_hook(keep))

    hooks: list[torch.utils.hooks.RemovableHandle] = []
    for name, module in encoder.named_modules():
        if isinstance(module, AdaptedLinear):
            watch(name, module)
    with torch.no_grad():
        for text in texts:
            for adapter in (None, torch.ones(1)):
                encoder(*tokenizer.batch([tokenizer.query(text)]).arguments(), adapter)
    for hook in hooks:
        hook.remove()
    return {name: value.numpy() for name, value in largest.items()}


def smooth(source: Path, target: Path, maxima: dict[str, np.ndarray], skip: tuple[str, ...]) -> None:
    """Rewrites the products named in `maxima`, those whose name ends in one of `skip` excepted."""
    model = onnx.load(source)
    graph = model.graph
    weights = {i.name: i for i in graph.initializer}
    products: dict[str, list[onnx.NodeProto]] = {}
    for node in graph.node:
        if node.op_type == "MatMul" and node.name in maxima and not node.name.endswith(skip):
            products.setdefault(node.input[0], []).append(node)
    for shared, nodes in products.items():
        values = [numpy_helper.to_array(weights[node.input[1]]) for node in nodes]
        heaviest = np.max([np.abs(value).max(1) for value in values], axis=0)
        spread = maxima[nodes[0].name] ** SHARE / heaviest ** (1 - SHARE)
        spread = (spread / np.exp(np.log(spread).mean())).clip(0.01, 100).astype(np.float32)
        name = f"{nodes[0].name}.smooth"
        graph.initializer.append(numpy_helper.from_array(1 / spread, f"{name}.factor"))
        scaled = helper.make_node("Mul", [shared, f"{name}.factor"], [name], name=name)
        graph.node.insert(list(graph.node).index(nodes[0]), scaled)
        for node, value in zip(nodes, values, strict=True):
            stored = numpy_helper.from_array(value * spread[:, None], node.input[1])
            weights[node.input[1]].CopyFrom(stored)
            node.input[0] = name
    onnx.checker.check_model(model)
    onnx.save(model, target)
