"""Smaller copies of the exported graph.

w16  weights stored as fp16 and cast to fp32 when the session is made: fp32 results on any device.
w8   weights stored as int8 in blocks with one fp16 scale each, widened the same way.
q8   matrix products in int8 with dynamic activation ranges, for WASM.

In all of them the word table stays small in memory: rows are looked up first, then widened.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SMALLEST = 4096
"""Initialisers with fewer elements stay fp32 (biases, norms, constants)."""
BLOCK = 64
"""Weights that share a scale, along the input side of a matrix."""


class _Rewriter:
    def __init__(self, model: onnx.ModelProto) -> None:
        self.model = model
        self.graph = model.graph
        self.stored = {i.name: i for i in self.graph.initializer}
        self.added: list[onnx.NodeProto] = []

    def store(self, name: str, value: np.ndarray) -> str:
        self.graph.initializer.append(numpy_helper.from_array(value, name))
        return name

    def emit(self, operator: str, inputs: list[str], output: str, **attributes: object) -> str:
        name = f"{output}_{operator}"
        node = helper.make_node(operator, inputs, [output], name=name, **attributes)
        self.added.append(node)
        return output

    def drop(self, name: str) -> np.ndarray:
        value = numpy_helper.to_array(self.stored[name])
        self.graph.initializer.remove(self.stored[name])
        return value

    def consumers(self, name: str) -> list[onnx.NodeProto]:
        return [n for n in self.graph.node if name in n.input]

    def finish(self) -> onnx.ModelProto:
        nodes = list(self.graph.node)
        del self.graph.node[:]
        self.graph.node.extend(_in_order(self.added + nodes, self.graph))
        onnx.checker.check_model(self.model)
        return self.model


def _in_order(nodes: list[onnx.NodeProto], graph: onnx.GraphProto) -> list[onnx.NodeProto]:
    known = {i.name for i in graph.initializer} | {i.name for i in graph.input} | {""}
    done: list[onnx.NodeProto] = []
    waiting = nodes
    while waiting:
        ready = [n for n in waiting if all(i in known for i in n.input)]
        if not ready:
            raise ValueError("the graph has a cycle or an unknown input")
        for node in ready:
            known.update(node.output)
        done += ready
        waiting = [n for n in waiting if not any(n is r for r in ready)]
    return done


def _int8(value: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Symmetric int8, and its scales: one for all values along the axis."""
    scale = np.abs(value).max(axis=axis, keepdims=True) / 127.0
    scale = np.maximum(scale, 1e-6).astype(np.float16)
    wide = scale.astype(np.float32)
    return np.rint(value / wide).clip(-127, 127).astype(np.int8), scale


def _shrink_table(rewriter: _Rewriter, name: str, bits: int) -> None:
    (gather,) = rewriter.consumers(name)
    ids, output = gather.input[1], gather.output[0]
    rewriter.graph.node.remove(gather)
    value = rewriter.drop(name)
    if bits == 16:
        rewriter.store(name, value.astype(np.float16))
        rewriter.emit("Gather", [name, ids], f"{name}_row")
        rewriter.emit("Cast", [f"{name}_row"], output, to=TensorProto.FLOAT)
        return
    small, scale = _int8(value, axis=1)
    rewriter.store(name, small)
    # Looked up at run time, and WebGPU without `shader-f16` cannot gather halves; constants are widened while loading.
    rewriter.store(f"{name}_scale", scale.astype(np.float32))
    rewriter.emit("Gather", [name, ids], f"{name}_row")
    rewriter.emit("Cast", [f"{name}_row"], f"{name}_wide", to=TensorProto.FLOAT)
    rewriter.emit("Gather", [f"{name}_scale", ids], f"{name}_row_scale")
    rewriter.emit("Mul", [f"{name}_wide", f"{name}_row_scale"], output)


def _shrink_matrix(rewriter: _Rewriter, name: str, bits: int) -> None:
    value = rewriter.drop(name)
    if bits == 16:
        rewriter.store(f"{name}_small", value.astype(np.float16))
        rewriter.emit("Cast", [f"{name}_small"], name, to=TensorProto.FLOAT)
        return
    inputs, outputs = value.shape
    block = BLOCK if inputs % BLOCK == 0 else inputs
    small, scale = _int8(value.reshape(inputs // block, block, outputs), axis=1)
    rewriter.store(f"{name}_small", small)
    rewriter.store(f"{name}_scale", scale)
    rewriter.store(f"{name}_shape", np.array([inputs, outputs]))
    rewriter.emit("Cast", [f"{name}_small"], f"{name}_wide", to=TensorProto.FLOAT)
    rewriter.emit("Cast", [f"{name}_scale"], f"{name}_wide_scale", to=TensorProto.FLOAT)
    rewriter.emit("Mul", [f"{name}_wide", f"{name}_wide_scale"], f"{name}_blocks")
    rewriter.emit("Reshape", [f"{name}_blocks", f"{name}_shape"], name)


def _shrink(rewriter: _Rewriter, name: str, bits: int) -> None:
    """Looked-up tables and matrices; what is used otherwise (positions) is small: fp16."""
    used_by = {node.op_type for node in rewriter.consumers(name)}
    if used_by == {"Gather"}:
        _shrink_table(rewriter, name, bits)
    else:
        _shrink_matrix(rewriter, name, bits if used_by == {"MatMul"} else 16)


def _large(rewriter: _Rewriter) -> list[str]:
    return [
        name
        for name, i in rewriter.stored.items()
        if i.data_type == TensorProto.FLOAT and np.prod(i.dims) >= SMALLEST
    ]


def store_weights(source: Path, target: Path, bits: int) -> None:
    """w16 (bits = 16) or w8 (bits = 8)."""
    rewriter = _Rewriter(onnx.load(source))
    for name in _large(rewriter):
        _shrink(rewriter, name, bits)
    onnx.save(rewriter.finish(), target)


def quantise_dynamic(source: Path, target: Path, keep: tuple[str, ...]) -> None:
    """q8. Matrix products whose weight's layer name ends in one of `keep` stay fp32 products
    with int8-stored weights; so do low-rank branches, which are small."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    plain = onnx.load(source)
    sizes = {i.name: int(np.prod(i.dims)) for i in plain.graph.initializer}
    chosen = [
        node.name
        for node in plain.graph.node
        if node.op_type == "MatMul"
        and sizes.get(node.input[1], 0) >= 384 * 384
        and not node.name.endswith(keep)
    ]
    quantize_dynamic(
        source,
        target,
        op_types_to_quantize=["MatMul"],
        nodes_to_quantize=chosen,
        per_channel=True,
        weight_type=QuantType.QUInt8,
        extra_options={"MatMulConstBOnly": True, "DefaultTensorType": TensorProto.FLOAT},
    )
    rewriter = _Rewriter(onnx.load(target))
    for name in _large(rewriter):
        _shrink(rewriter, name, 8)
    onnx.save(rewriter.finish(), target)
