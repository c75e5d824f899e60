import { createHash } from "node:crypto";
import { LogoError } from "./logoError.ts";
import { isPng, pixelsOnly, readHeader } from "./pngFile.ts";
import { isJpeg, jpegSize, plainJpeg } from "./jpegFile.ts";
import { isWebp, plainWebp, webpSize } from "./webpFile.ts";
import { LARGEST_FILE, LARGEST_SIDE } from "./logo.ts";
import { sentence } from "../../../values/sentence.ts";

export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** A picture of an item as it is kept and served: without the metadata of its file. */
export type Picture = Readonly<{
  type: PictureType;
  data: Buffer;
  hash: string; // the SHA-256 of the data, in hexadecimal digits: its name
  width: number;
  height: number;
}>;

/**
 * Makes an item's picture from an uploaded PNG, JPEG or WebP. What photographs tell of place, time and device is taken out; pixels
 * are not decoded, and the bounds are those of a logo. Throws LogoError with a sentence for any file that is unsuitable.
 */
export function makePicture(file: Buffer): Picture {
  if (file.length > LARGEST_FILE)
    throw new LogoError(
      sentence(
        "Expected at most {most} KiB, got {size} KiB. Export the picture smaller: about 600 × 600 pixels are plenty.",
        { most: LARGEST_FILE / 1024, size: Math.ceil(file.length / 1024) },
      ),
    );
  const { type, data, width, height } = plainPicture(file);
  if (width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE)
    throw new LogoError(
      sentence(
        "Expected at most {most} × {most} pixels, got {width} × {height}. Export the picture smaller.",
        {
          most: LARGEST_SIDE,
          width,
          height,
        },
      ),
    );
  return { type, data, width, height, hash: createHash("sha256").update(data).digest("hex") };
}

function plainPicture(file: Buffer): Omit<Picture, "hash"> {
  if (isPng(file)) return plainPng(file);
  if (isJpeg(file)) return { type: "image/jpeg", data: plainJpeg(file), ...jpegSize(file) };
  if (isWebp(file)) return { type: "image/webp", data: plainWebp(file), ...webpSize(file) };
  throw new LogoError(sentence("Expected a PNG, a JPEG or a WebP image. Export the picture as one of them."));
}

const MOST_UNPACKED = 2_000_000; // pixels: what is unpacked to be counted must not be large

function plainPng(file: Buffer): Omit<Picture, "hash"> {
  const header = readHeader(file);
  const { width, height } = header;
  if (width * height > MOST_UNPACKED)
    throw new LogoError(
      sentence(
        "Expected a PNG of at most two million pixels, got {width} × {height}. Export the picture smaller.",
        {
          width,
          height,
        },
      ),
    );
  return { type: "image/png", data: pixelsOnly(file, header), width, height };
}
