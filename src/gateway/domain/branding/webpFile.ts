import { LogoError } from "./logoError.ts";

/** A WebP file as the chunks of its RIFF container (RFC 9649). */

type Chunk = Readonly<{ type: string; data: Buffer; whole: Buffer }>;

const PIXELS = new Set(["VP8X", "ALPH", "VP8 ", "VP8L"]); // all that decides what is seen
const NOTES = 0b0010_1100; // of VP8X: a colour profile, Exif and XMP follow
const ANIMATED = 0b0000_0010;

/** True for a file with the signature of WebP. */
export function isWebp(file: Buffer): boolean {
  return file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP";
}

/** Width and height in pixels. Throws LogoError for a file without them, and for an animated one. */
export function webpSize(file: Buffer): Readonly<{ width: number; height: number }> {
  const [first] = chunksOf(file);
  const data = first?.data;
  if (first?.type === "VP8X" && data && data.length >= 10) {
    if (((data[0] ?? 0) & ANIMATED) !== 0) throw damaged("it moves, and a picture of an item does not");
    return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
  }
  if (first?.type === "VP8 " && data && data.length >= 10)
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  if (first?.type === "VP8L" && data && data.length >= 5) {
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  throw damaged("it does not say how large it is");
}

/** The file without profiles and what a camera noted. Throws LogoError for a truncated one. */
export function plainWebp(file: Buffer): Buffer {
  const kept = chunksOf(file).filter(({ type }) => PIXELS.has(type));
  if (!kept.some(({ type }) => type.startsWith("VP8") && type !== "VP8X")) throw damaged("it has no pixels");
  const body = Buffer.concat(kept.map(({ type, whole }) => (type === "VP8X" ? withoutNotes(whole) : whole)));
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

function withoutNotes(whole: Buffer): Buffer {
  const plain = Buffer.from(whole);
  plain[8] = (plain[8] ?? 0) & ~NOTES;
  return plain;
}

function chunksOf(file: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let at = 12;
  while (at + 8 <= file.length) {
    const size = file.readUInt32LE(at + 4);
    const whole = file.subarray(at, at + 8 + size + (size % 2)); // chunks are padded to even lengths
    if (whole.length < 8 + size) throw damaged("it is cut off");
    chunks.push({ type: file.toString("latin1", at, at + 4), data: whole.subarray(8, 8 + size), whole });
    at += whole.length;
  }
  return chunks;
}

function damaged(why: string): LogoError {
  return new LogoError(`This WebP image cannot be used: ${why}. Export it again.`);
}
