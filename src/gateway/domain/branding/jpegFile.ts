import { LogoError } from "./logoError.ts";

/** A JPEG as its segments: marker, length, data; after the start of scan come the pixels. (ITU-T T.81, annex B.) */

type Segment = Readonly<{ marker: number; data: Buffer; whole: Buffer }>;

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const ORIENTATION = 0x0112;

/** True for a file with the signature of JPEG. */
export function isJpeg(file: Buffer): boolean {
  return file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
}

/** Width and height as they are shown, in pixels. Throws LogoError for a file without them. */
export function jpegSize(file: Buffer): Readonly<{ width: number; height: number }> {
  const { segments } = parse(file);
  const frame = segments.find(({ marker }) => isFrame(marker));
  if (!frame || frame.data.length < 5) throw damaged("it does not say how large it is");
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

/** APP1 to APP15 and comments, but for Adobe's, which defines the colours. */
function isNote(marker: number): boolean {
  return (marker > 0xe0 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** The segments before the first scan, and all from there to the end of the image: phones put videos behind that. */
function parse(file: Buffer): Readonly<{ segments: readonly Segment[]; pixels: Buffer }> {
  const segments: Segment[] = [];
  let scansFrom: number | undefined;
  let at = 2;
  while (at + 2 <= file.length) {
    if (scansFrom !== undefined && file[at + 1] === END_OF_IMAGE)
      return { segments, pixels: file.subarray(scansFrom, at + 2) };
    const segment = segmentAt(file, at);
    if (
      isFrame(segment.marker) &&
      (scansFrom !== undefined || segments.some(({ marker }) => isFrame(marker)))
    )
      throw damaged("it says more than once how large it is");
    if (segment.marker === START_OF_SCAN) scansFrom ??= at;
    else if (scansFrom === undefined) segments.push(segment);
    at += segment.whole.length;
    if (segment.marker === START_OF_SCAN) at = endOfScan(file, at);
  }
  throw damaged(scansFrom === undefined ? "it has no pixels" : "its end is missing");
}

function segmentAt(file: Buffer, at: number): Segment {
  if (file[at] !== 0xff) throw damaged("its parts do not follow each other");
  const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0;
  const whole = file.subarray(at, at + 2 + length);
  if (length < 2 || whole.length < 2 + length) throw damaged("it is cut off");
  return { marker: file[at + 1] ?? 0, data: whole.subarray(4), whole };
}

/** Where the next marker is: in coded pixels 0xff is followed by zero, by a restart marker, or by another 0xff. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = from; at + 1 < file.length; at++) {
    const next = file[at + 1] ?? 0;
    const isCoded = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (file[at] === 0xff && !isCoded) return at;
  }
  throw damaged("its end is missing");
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
