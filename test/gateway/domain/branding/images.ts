import { crc32, deflateSync } from "node:zlib";
import { PNG } from "pngjs";

/** Images as people and attackers send them. */

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

export type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** A PNG of 8 bits and four channels, each pixel as `paint` says. */
export function painted(width: number, height: number, paint: (x: number, y: number) => Pixel): Buffer {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) png.data.set(paint(x, y), (y * width + x) * 4);
  return PNG.sync.write(png);
}

/** A logo such as shops have: a coloured disc on nothing. */
export function disc(size: number, color: Pixel = [200, 40, 90, 255]): Buffer {
  const half = size / 2;
  return painted(size, size, (x, y) =>
    Math.hypot(x + 0.5 - half, y + 0.5 - half) < half ? color : [0, 0, 0, 0],
  );
}

/** A part of a PNG, with its checksum. */
export function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

type Header = Readonly<{
  width: number;
  height: number;
  depth?: number;
  type?: number;
  interlaced?: boolean;
}>;

function header({ width, height, depth = 8, type = 6, interlaced = false }: Header): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, type, 0, 0, interlaced ? 1 : 0], 8);
  return chunk("IHDR", data);
}

/** A PNG put together from its parts: `raw` are its unpacked rows, each with its filter. */
export function assembled(about: Header, raw: Buffer, before: readonly Buffer[] = []): Buffer {
  return Buffer.concat([SIGNATURE, header(about), ...before, chunk("IDAT", deflateSync(raw, { level: 9 })), chunk("IEND")]); // prettier-ignore
}

/** Rows of one and the same bytes, unfiltered. */
export function rows(count: number, bytes: readonly number[]): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => Buffer.from([0, ...bytes])));
}

/** The same file with more parts before its pixels, and more bytes behind its end. */
export function withMore(file: Buffer, parts: readonly Buffer[], behind: Buffer = Buffer.alloc(0)): Buffer {
  const afterHeader = SIGNATURE.length + 25;
  return Buffer.concat([file.subarray(0, afterHeader), ...parts, file.subarray(afterHeader), behind]);
}

/** The types of a PNG's parts. */
export function partsOf(file: Buffer): readonly string[] {
  const found: string[] = [];
  for (let at = SIGNATURE.length; at < file.length; at += 12 + file.readUInt32BE(at))
    found.push(file.toString("latin1", at + 4, at + 8));
  return found;
}
