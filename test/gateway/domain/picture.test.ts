import { expect } from "chai";
import { PNG } from "pngjs";
import { makePicture } from "../../../src/gateway/domain/branding/picture.ts";
import { LogoError } from "../../../src/gateway/domain/branding/logoError.ts";

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part)))); // prettier-ignore
const segment = (marker: number, data: Buffer) =>
  Buffer.concat([bytes([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data]);

/** Exif as a phone writes it: an orientation, and the place where the picture was taken. */
const exif = (turn: number) =>
  Buffer.concat([
    bytes("Exif\0\0II*\0", [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, turn, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from("GPS 52.5200 13.4050"),
  ]);
const jpeg = (width: number, height: number, turn = 1) =>
  Buffer.concat([
    bytes([0xff, 0xd8]),
    segment(0xe0, bytes("JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 0])),
    segment(0xe1, exif(turn)),
    segment(0xfe, Buffer.from("a comment")),
    segment(0xc0, bytes([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    segment(0xda, bytes([1, 1, 0, 0, 63, 0])),
    bytes([1, 2, 3, 0xff, 0xd9]),
    Buffer.from("a video"),
  ]);
const chunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(type, 0, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};
const frame = (flags: number, width = 30, height = 20) => {
  const size = Buffer.alloc(10);
  size[0] = flags;
  size.writeUIntLE(width - 1, 4, 3);
  size.writeUIntLE(height - 1, 7, 3);
  return chunk("VP8X", size);
};
const image = (width: number, height: number) =>
  chunk("VP8 ", bytes([0, 0, 0, 0x9d, 1, 0x2a, width & 255, width >> 8, height & 255, height >> 8, 0]));
const riff = (...chunks: readonly Buffer[]) => {
  const body = Buffer.concat(chunks);
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
};
const webp = (flags: number, width = 30, height = 20, inside: readonly [number, number] = [width, height]) =>
  riff(frame(flags, width, height), image(...inside), chunk("EXIF", Buffer.from("GPS here")));
const refusal = (file: Buffer): string => {
  try {
    makePicture(file);
    return "taken";
  } catch (error) {
    expect(error).to.be.instanceOf(LogoError);
    return (error as Error).message;
  }
};

describe("a picture of an item", () => {
  it("loses what a camera noted, and keeps its size and how it is turned", () => {
    const picture = makePicture(jpeg(40, 30));
    expect(picture).to.include({ type: "image/jpeg", width: 40, height: 30 });
    for (const note of ["GPS", "comment", "video", "Exif"])
      expect(picture.data.toString("latin1"), note).not.to.include(note);
    const turned = makePicture(jpeg(40, 30, 6));
    expect(turned).to.include({ width: 30, height: 40 });
    expect(turned.data.toString("latin1")).to.include("Exif").and.not.to.include("GPS");
    expect(makePicture(turned.data), "once more changes nothing").to.deep.equal(turned);
  });

  it("may be a WebP, without its notes, and not one that moves", () => {
    const picture = makePicture(webp(0b0000_1000));
    expect(picture).to.include({ type: "image/webp", width: 30, height: 20 });
    expect(picture.data.toString("latin1")).not.to.include("GPS");
    expect(picture.data[20], "the flag of notes").to.equal(0);
    expect(refusal(webp(0b0000_0010))).to.include("moves");
  });

  it("is as large as its own image says, not the frame around it", () => {
    const bomb = webp(0, 30, 20, [16_383, 16_383]);
    expect(refusal(bomb)).to.include("two different sizes");
    const lossless = chunk("VP8L", bytes([0x2f, 0xff, 0xff, 0xff, 0x0f]));
    expect(refusal(riff(lossless))).to.include("2048");
    expect(refusal(riff(frame(0), image(30, 20), image(30, 20)))).to.include("several images");
    expect(refusal(riff(image(30, 20), frame(0)))).to.include("two different sizes");
    const [whole, second] = [jpeg(40, 30), segment(0xc2, bytes([8, 255, 255, 255, 255, 1, 1, 0x11, 0]))];
    const scan = whole.indexOf(bytes([0xff, 0xda]));
    for (const at of [scan, whole.indexOf(bytes([0xff, 0xd9]))]) {
      const twice = Buffer.concat([whole.subarray(0, at), second, whole.subarray(at)]);
      expect(refusal(twice)).to.include("more than once");
    }
  });

  it("may be a PNG", () => {
    const png = PNG.sync.write(new PNG({ width: 5, height: 4 }));
    expect(makePicture(png)).to.include({ type: "image/png", width: 5, height: 4 });
  });

  it("is refused when it is something else, too large, or cut off anywhere", () => {
    expect(refusal(Buffer.from("<svg onload=alert(1)>"))).to.include("Expected a PNG, a JPEG or a WebP");
    expect(refusal(Buffer.alloc(256 * 1024 + 1))).to.include("at most 256 KiB");
    expect(refusal(jpeg(2049, 10))).to.include("2048");
    expect(refusal(webp(0, 5000, 5))).to.include("2048");
    const whole = [jpeg(40, 30, 6).subarray(0, -"a video".length), webp(0).subarray(0, 12 + 18 + 19)];
    for (const file of whole)
      for (let length = 0; length < file.length; length++)
        expect(refusal(file.subarray(0, length)), `${length} bytes`).not.to.equal("taken");
  });
});
