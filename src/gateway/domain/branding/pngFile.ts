import { inflateSync } from "node:zlib";
import { LogoError } from "./logoError.ts";

/** The header of a PNG, before any of its pixels is decoded. */
export type PngHeader = Readonly<{
  width: number;
  height: number;
  bitDepth: number;
  colorType: number;
  interlaced: boolean;
}>;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const AROUND = 12; // bytes of a chunk beside its data: length, type and checksum
const HEADER_BYTES = 13;
const PIXELS = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]); // all that decides what is seen
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** True for a file with the signature of PNG. */
export function isPng(file: Buffer): boolean {
  return file.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** The header of a PNG. Throws LogoError where there is none. */
export function readHeader(file: Buffer): PngHeader {
  const [first] = chunksOf(file);
  if (first?.type !== "IHDR" || first.data.length !== HEADER_BYTES)
    throw broken("it does not begin with its header");
  const { data } = first;
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bitDepth: data.readUInt8(8),
    colorType: data.readUInt8(9),
    interlaced: data.readUInt8(12) === 1,
  };
}

/**
 * The file reduced to its pixels: no texts, no profiles, no frames after the first, nothing behind its end.
 * Throws LogoError for a truncated file, or one with another number of pixels than its header declares: the
 * decoder would unpack more, and would fill up fewer with uninitialised memory. It would also accept a
 * second header.
 */
export function pixelsOnly(file: Buffer, header: PngHeader): Buffer {
  const chunks = chunksOf(file).filter(({ type }) => PIXELS.has(type));
  if (chunks.at(-1)?.type !== "IEND") throw broken("its end is missing");
  if (chunks.filter(({ type }) => type === "IHDR").length > 1) throw broken("it has more than one header");
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const expected = bytesOf(header);
  if (unpackedSize(packed, expected) !== expected)
    throw broken("its pixels are not as many as its header says");
  return Buffer.concat([SIGNATURE, ...chunks.map(({ whole }) => whole)]);
}

function unpackedSize(packed: Buffer, most: number): number {
  try {
    return inflateSync(packed, { maxOutputLength: most }).length;
  } catch (cause) {
    throw broken("its pixels cannot be unpacked", cause);
  }
}

type Chunk = Readonly<{ type: string; data: Buffer; whole: Buffer }>;

/** The chunks of a file up to its end, or up to where it is cut off. */
function chunksOf(file: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at + AROUND <= file.length && chunks.at(-1)?.type !== "IEND") {
    const size = file.readUInt32BE(at);
    const whole = file.subarray(at, at + AROUND + size);
    if (whole.length < AROUND + size) break;
    chunks.push({ type: whole.toString("latin1", 4, 8), data: whole.subarray(8, 8 + size), whole });
    at += whole.length;
  }
  return chunks;
}

/** Where the passes of an interlaced image begin, and how far apart their pixels are. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const ALL_AT_ONCE = [[0, 0, 1, 1]] as const;

/** How many bytes the unpacked pixels have: their rows, each with its filter. */
function bytesOf({ width, height, bitDepth, colorType, interlaced }: PngHeader): number {
  const channels = CHANNELS[colorType];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(bitDepth))
    throw broken("its kind of colour does not exist");
  const sizes = (interlaced ? PASSES : ALL_AT_ONCE).map(([x, y, right, down]) => {
    const wide = Math.ceil((width - x) / right);
    const tall = Math.ceil((height - y) / down);
    return wide > 0 && tall > 0 ? (Math.ceil((wide * channels * bitDepth) / 8) + 1) * tall : 0;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

function broken(why: string, cause?: unknown): LogoError {
  return new LogoError(`This PNG is damaged: ${why}. Export it again.`, { cause });
}
