/** Writes small ONNX graphs, so that tests need no downloaded weights. Field numbers are those of onnx.proto. */

/** A value that enters or leaves a graph; dimensions are numbers or names. */
export interface GraphValue {
  readonly name: string;
  readonly type: 'float' | 'int64';
  readonly shape: readonly (number | string)[];
}

/** One operation. Attributes are whole numbers or lists of them. */
export interface GraphNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

/** A constant. */
export interface GraphConstant {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

/** A whole graph. */
export interface Graph {
  readonly inputs: readonly GraphValue[];
  readonly outputs: readonly GraphValue[];
  readonly constants: readonly GraphConstant[];
  readonly nodes: readonly GraphNode[];
}

const FLOAT = 1;
const INT64 = 7;
const OPSET = 17;
const IR_VERSION = 8;

/** The graph as the bytes of an .onnx file. */
export function onnxBytes({ inputs, outputs, constants, nodes }: Graph): Uint8Array<ArrayBuffer> {
  const graph = [
    ...nodes.flatMap((node) => message(1, nodeBytes(node))),
    ...text(2, 'tiny'),
    ...constants.flatMap((constant) => message(5, constantBytes(constant))),
    ...inputs.flatMap((value) => message(11, valueBytes(value))),
    ...outputs.flatMap((value) => message(12, valueBytes(value))),
  ];
  return Uint8Array.from([
    ...number(1, IR_VERSION),
    ...message(7, graph),
    ...message(8, number(2, OPSET)),
  ]);
}

function nodeBytes({ op, inputs, outputs, attributes = {} }: GraphNode): number[] {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, op),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      message(5, [
        ...text(1, name),
        ...(typeof value === 'number'
          ? [...number(3, value), ...number(20, 2)]
          : [...value.flatMap((one) => number(8, one)), ...number(20, 7)]),
      ]),
    ),
  ];
}

function constantBytes({ name, shape, data }: GraphConstant): number[] {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [
    ...shape.flatMap((size) => number(1, size)),
    ...number(2, data instanceof Float32Array ? FLOAT : INT64),
    ...text(8, name),
    ...message(9, [...raw]),
  ];
}

function valueBytes({ name, type, shape }: GraphValue): number[] {
  const sizes = shape.flatMap((size) =>
    message(1, typeof size === 'number' ? number(1, size) : text(2, size)),
  );
  const tensor = [...number(1, type === 'float' ? FLOAT : INT64), ...message(2, sizes)];
  return [...text(1, name), ...message(2, message(1, tensor))];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  // Ten bytes of two's complement for negative numbers, as protobuf writes them.
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return bytes;
}

function number(field: number, value: number): number[] {
  return [...varint(field << 3), ...varint(value)];
}

function message(field: number, bytes: readonly number[]): number[] {
  return [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];
}

function text(field: number, value: string): number[] {
  return message(field, [...new TextEncoder().encode(value)]);
}
