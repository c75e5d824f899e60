import { inflateSync } from "node:zlib";
import { LogoError } from "./logoError.ts";

/** What a PNG says of itself before any of its pixels is decoded. */
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

export function isPng(file: Buffer): boolean {
  return file.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** The header of a PNG. Throws LogoError where there is none. */
export function readHeader(file: Buffer): PngHeader {
  const [first] = chunksOf(file);
  if (first?.type !== "IHDR" || first.data.length !== HEADER_BYTES) throw broken("it does not begin with its header"); // prettier-ignore
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
 * The file with nothing in it but its pixels: no texts, no profiles, no frames after the first, nothing behind its end. Throws
 * LogoError for one that is cut off, or whose pixels are more than its header says: a decoder would unpack them all the same.
 */
export function pixelsOnly(file: Buffer, header: PngHeader): Buffer {
  const chunks = chunksOf(file).filter(({ type }) => PIXELS.has(type));
  if (chunks.at(-1)?.type !== "IEND") throw broken("its end is missing");
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  try {
    inflateSync(packed, { maxOutputLength: mostBytes(header) });
  } catch (cause) {
    throw broken("its pixels cannot be unpacked", cause);
  }
  return Buffer.concat([SIGNATURE, ...chunks.map(({ whole }) => whole)]);
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

/** How many bytes the unpacked pixels may have: their rows, each with its filter, and the ends of an interlaced image's seven. */
function mostBytes({ width, height, bitDepth, colorType }: PngHeader): number {
  const channels = CHANNELS[colorType];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(bitDepth)) throw broken("its kind of colour does not exist"); // prettier-ignore
  return Math.ceil((width * channels * bitDepth) / 8) * height + 4 * height + 32;
}

function broken(why: string, cause?: unknown): LogoError {
  return new LogoError(`This PNG is damaged: ${why}. Export it again.`, { cause });
}
