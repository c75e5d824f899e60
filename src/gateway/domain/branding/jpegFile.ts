import { LogoError } from "./logoError.ts";

/** A JPEG as its segments: marker, length, data; after the start of scan come the pixels. (ITU-T T.81, annex B.) */

type Segment = Readonly<{ marker: number; data: Buffer; whole: Buffer }>;

const START_OF_SCAN = 0xda;
const ORIENTATION = 0x0112;

/** True for a file with the signature of JPEG. */
export function isJpeg(file: Buffer): boolean {
  return file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
}

/** Width and height as they are shown, in pixels. Throws LogoError for a file without them. */
export function jpegSize(file: Buffer): Readonly<{ width: number; height: number }> {
  const { segments } = parse(file);
  const frame = segments.find(({ marker, data }) => isFrame(marker) && data.length >= 5);
  if (!frame) throw damaged("it does not say how large it is");
  const [height, width] = [frame.data.readUInt16BE(1), frame.data.readUInt16BE(3)];
  return (orientationOf(segments) ?? 1) >= 5 ? { width: height, height: width } : { width, height };
}

/** The file without texts, profiles and what a camera noted; of the notes the orientation stays. */
export function plainJpeg(file: Buffer): Buffer {
  const { segments, pixels } = parse(file);
  const turn = orientationOf(segments);
  const kept = segments.filter(({ marker }) => !isNote(marker)).map(({ whole }) => whole);
  const notes = turn === undefined || turn === 1 ? [] : [orientationNote(turn)];
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...notes, ...kept, pixels]);
}

/** APP1 to APP15 and comments, but for Adobe's, which says how colours are to be read. */
function isNote(marker: number): boolean {
  return (marker > 0xe0 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function parse(file: Buffer): Readonly<{ segments: readonly Segment[]; pixels: Buffer }> {
  const segments: Segment[] = [];
  let at = 2;
  while (at + 4 <= file.length) {
    if (file[at] !== 0xff) throw damaged("its parts do not follow each other");
    const marker = file[at + 1] ?? 0;
    const length = file.readUInt16BE(at + 2);
    const whole = file.subarray(at, at + 2 + length);
    if (length < 2 || whole.length < 2 + length) throw damaged("it is cut off");
    if (marker === START_OF_SCAN) return { segments, pixels: withoutTail(file.subarray(at)) };
    segments.push({ marker, data: whole.subarray(4), whole });
    at += whole.length;
  }
  throw damaged("it has no pixels");
}

/** Nothing after the end of the image: phones put videos there. */
function withoutTail(pixels: Buffer): Buffer {
  const end = pixels.indexOf(Buffer.from([0xff, 0xd9]));
  if (end < 0) throw damaged("its end is missing");
  return pixels.subarray(0, end + 2);
}

/** The orientation (1 to 8) that Exif notes, if it does. */
function orientationOf(segments: readonly Segment[]): number | undefined {
  const exif = segments.find(
    ({ marker, data }) => marker === 0xe1 && data.toString("latin1", 0, 6) === "Exif\0\0",
  );
  const tiff = exif?.data.subarray(6);
  if (!tiff || tiff.length < 14) return undefined;
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return undefined;
  const count = short(first);
  for (let index = 0; index < count; index++) {
    const at = first + 2 + index * 12;
    if (at + 12 > tiff.length) return undefined;
    const value = short(at + 8);
    if (short(at) === ORIENTATION) return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** An Exif segment with the orientation and nothing else. */
function orientationNote(turn: number): Buffer {
  const note = Buffer.alloc(36);
  note.writeUInt16BE(0xffe1, 0);
  note.writeUInt16BE(34, 2); // its length without the marker
  note.write("Exif\0\0MM\0*", 4, "latin1");
  note.writeUInt32BE(8, 14); // where the directory begins
  note.writeUInt16BE(1, 18); // it has one entry
  note.writeUInt16BE(ORIENTATION, 20);
  note.writeUInt16BE(3, 22); // a short
  note.writeUInt32BE(1, 24);
  note.writeUInt16BE(turn, 28);
  return note;
}

function damaged(why: string): LogoError {
  return new LogoError(`This JPEG is damaged: ${why}. Export it again.`);
}
