import { createHash } from "node:crypto";
import { PNG } from "pngjs";
import { shrink, trimmed, type Bitmap } from "./bitmap.ts";
import { contrast, readColor, type Color } from "./color.ts";
import { LogoError } from "./logoError.ts";
import { GROUNDS, type Theme } from "./palette.ts";
import { isPng, pixelsOnly, readHeader } from "./pngFile.ts";
import { sentence, type Sentence } from "../../../values/sentence.ts";

/** The largest file that is looked at, in bytes. */
export const LARGEST_FILE = 256 * 1024;

/** The greatest width and height that are looked at, in pixels. */
export const LARGEST_SIDE = 2_048;

/** The most that is decoded, in bytes: two million pixels, or one with sixteen bits a channel. More would keep the process busy for seconds. */
const MOST_DECODED = 8 * 1024 * 1024;
const MOST = { width: 288, height: 96, bytes: 16 * 1024 }; // of what is kept: shown a third as large, sharp on every screen
const SMALLER = 0.85;

/** A logo as stored and served: a PNG that was encoded here. */
export type Logo = Readonly<{
  png: Buffer;
  /** The SHA-256 of the PNG, in hexadecimal digits: its name. */
  hash: string;
  width: number;
  height: number;
  /** The theme in which much of it would not be seen; there it lies on a plate of the other theme's ground. */
  hiddenIn: Theme | undefined;
}>;

/**
 * Makes a store's logo from an uploaded PNG: its pixels are decoded, trimmed of clear margins, scaled down
 * where they are too many, and encoded again, so that nothing else of the file remains. Throws LogoError
 * with a sentence for any file that is unsuitable.
 */
export function makeLogo(file: Buffer): Logo {
  const seen = trimmed(decode(file));
  if (!seen)
    throw new LogoError(sentence("There is nothing to be seen in this image: all of it is transparent."));
  const { bitmap, png } = fitting(seen);
  const hash = createHash("sha256").update(png).digest("hex");
  return { png, hash, width: bitmap.width, height: bitmap.height, hiddenIn: hiddenIn(bitmap) };
}

/** The pixels of a PNG. The header is believed only after it was compared with what follows: nothing large is ever unpacked. */
function decode(file: Buffer): Bitmap {
  if (file.length > LARGEST_FILE)
    throw new LogoError(
      sentence(
        "Expected at most {most} KiB, got {size} KiB. Export the logo smaller: about 600 × 200 pixels are plenty.",
        { most: LARGEST_FILE / 1024, size: Math.ceil(file.length / 1024) },
      ),
    );
  if (!isPng(file))
    throw new LogoError(
      sentence("Expected a PNG, got {kind}. Export the logo as PNG.", { kind: kindOf(file) }),
    );
  const header = readHeader(file);
  const { width, height } = header;
  if (width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE)
    throw new LogoError(
      sentence("Expected at most {most} × {most} pixels, got {width} × {height}. Export the logo smaller.", {
        most: LARGEST_SIDE,
        width,
        height,
      }),
    );
  const decoded = width * height * 4 * (header.bitDepth === 16 ? 2 : 1); // red, green, blue and alpha
  if (decoded > MOST_DECODED)
    throw new LogoError(
      sentence(
        "Expected at most {most} MiB of pixels, got {size} MiB ({width} × {height}, {depth} bits a channel). Export the logo smaller: about 600 × 200 pixels are plenty.",
        { most: mebibytes(MOST_DECODED), size: mebibytes(decoded), width, height, depth: header.bitDepth },
      ),
    );
  const pixels = pixelsOnly(file, header);
  try {
    return PNG.sync.read(pixels);
  } catch (cause) {
    throw new LogoError(sentence("This PNG is damaged: its pixels cannot be read. Export it again."), {
      cause,
    });
  }
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}

/** What a file that is no PNG seems to be. */
function kindOf(file: Buffer): Sentence {
  const begin = file.toString("latin1", 0, 512);
  if (file.length === 0) return sentence("an empty file");
  if (begin.startsWith("\xff\xd8\xff")) return sentence("a JPEG");
  if (begin.startsWith("GIF8")) return sentence("a GIF");
  if (begin.startsWith("RIFF") && begin.slice(8, 12) === "WEBP") return sentence("a WebP image");
  if (/^\s*(\xef\xbb\xbf)?\s*<(\?xml|!doctype svg|svg|!--)/i.test(begin))
    return sentence("an SVG, which can carry scripts");
  return sentence("something else");
}

/** The largest PNG of the pixels that is neither too wide, nor too tall, nor too heavy. Photographs are what is heavy. */
function fitting(whole: Bitmap): Readonly<{ bitmap: Bitmap; png: Buffer }> {
  let bitmap = scaled(whole, Math.min(1, MOST.width / whole.width, MOST.height / whole.height));
  const largest = bitmap;
  let png = encode(bitmap);
  for (let scale = SMALLER; png.length > MOST.bytes; scale *= SMALLER) {
    bitmap = scaled(largest, scale);
    png = encode(bitmap);
  }
  return { bitmap, png };
}

function scaled(bitmap: Bitmap, scale: number): Bitmap {
  if (scale === 1) return bitmap;
  const part = (length: number) => Math.max(1, Math.round(length * scale));
  return shrink(bitmap, part(bitmap.width), part(bitmap.height));
}

function encode({ width, height, data }: Bitmap): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  const isOpaque = data.every((part, index) => index % 4 !== 3 || part === 255);
  return PNG.sync.write(png, { colorType: isOpaque ? 2 : 6, deflateLevel: 9, filterType: -1 });
}

const FAINT = 1.6; // contrast of what one hardly sees
const MUCH = 0.2; // of all that could be seen

/** An image that fills its rectangle brings its own ground; of any other, much may be as light or as dark as the page. */
function hiddenIn({ data }: Bitmap): Theme | undefined {
  const cards = { light: readColor(GROUNDS.light.card), dark: readColor(GROUNDS.dark.card) };
  const hidden = { light: 0, dark: 0 };
  let [seen, clear] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha < 128) clear += 1;
    else {
      const color: Color = [red, green, blue];
      seen += 1;
      if (contrast(color, cards.light) < FAINT) hidden.light += 1;
      if (contrast(color, cards.dark) < FAINT) hidden.dark += 1;
    }
  }
  if (clear === 0) return undefined;
  const worse = hidden.light > hidden.dark ? "light" : "dark";
  return hidden[worse] >= MUCH * seen && seen > 0 ? worse : undefined;
}

/** What pages need to know of a store's logo before they ask for it. */
export type LogoFacts = Pick<Logo, "hash" | "width" | "height" | "hiddenIn">;
