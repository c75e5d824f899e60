import { LogoError } from "./logoError.ts";

/** A WebP file as the chunks of its RIFF container (RFC 9649). */

type Chunk = Readonly<{ type: string; data: Buffer; whole: Buffer }>;

const PIXELS = new Set(["VP8X", "ALPH", "VP8 ", "VP8L"]); // all that decides what is seen
const NOTES = 0b0010_1100; // of VP8X: a colour profile, Exif and XMP follow
const ANIMATED = 0b0000_0010;
const VP8_START = Buffer.from([0x9d, 0x01, 0x2a]); // before the size of a key frame (RFC 6386, 9.1)
const VP8L_SIGNATURE = 0x2f;

/** True for a file with the signature of WebP. */
export function isWebp(file: Buffer): boolean {
  return file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP";
}

type Size = Readonly<{ width: number; height: number }>;

/**
 * Width and height in pixels, of the image itself: what a decoder unpacks. Throws LogoError for a file without them, an animated
 * one, and one that has another number of images than one or says two sizes.
 */
export function webpSize(file: Buffer): Size {
  const chunks = chunksOf(file);
  const frames = chunks.filter(({ type }) => type === "VP8X");
  const [frame] = frames;
  if (frame && ((frame.data[0] ?? 0) & ANIMATED) !== 0)
    throw damaged("it moves, and a picture of an item does not");
  const [image, ...others] = chunks.filter(({ type }) => type === "VP8 " || type === "VP8L");
  if (!image) throw damaged("it has no pixels");
  if (others.length > 0) throw damaged("it has several images, and one was expected");
  const size = sizeOfImage(image);
  if (!frame) return size;
  const said = sizeOfFrame(frame);
  const isSame = said.width === size.width && said.height === size.height;
  if (isSame && frames.length === 1 && chunks[0] === frame) return size;
  throw damaged("it says two different sizes");
}

function sizeOfFrame({ data }: Chunk): Size {
  if (data.length < 10) throw unmeasured();
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
}

function sizeOfImage({ type, data }: Chunk): Size {
  if (type === "VP8 " && data.length >= 10 && data.subarray(3, 6).equals(VP8_START))
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  if (type !== "VP8L" || data.length < 5 || data[0] !== VP8L_SIGNATURE) throw unmeasured();
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function unmeasured(): LogoError {
  return damaged("it does not say how large it is");
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
