import { deflateSync } from "node:zlib";
import { expect } from "chai";
import fc from "fast-check";
import { PNG } from "pngjs";
import { LARGEST_FILE, makeLogo } from "../../../../src/gateway/domain/branding/logo.ts";
import { LogoError } from "../../../../src/gateway/domain/branding/logoError.ts";
import { assembled, chunk, disc, painted, partsOf, rows, withMore, type Pixel } from "./images.ts";
import { runs } from "../../../support/sizes.ts";

const SCRIPT = "<script>alert(document.domain)</script>";
const KEPT_BYTES = 16 * 1024;

const pixelsOf = (file: Buffer) => PNG.sync.read(file);
const pixelAt = ({ data, width }: { data: Buffer; width: number }, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];
const refusal = (file: Buffer): string => {
  try {
    makeLogo(file);
  } catch (error) {
    if (error instanceof LogoError) return error.message;
    throw error;
  }
  return "It was taken.";
};
/** Light that is different everywhere, the same in every run. */
const noise = (x: number, y: number): Pixel => {
  const light = Math.imul(x * 7919 + y * 104_729 + 1, 2_654_435_761) >>> 0;
  return [light & 255, (light >> 8) & 255, (light >> 16) & 255, 255];
};

describe("a store's logo", () => {
  it("that is small stays as it looks, pixel by pixel", () => {
    const sent = disc(60, [200, 40, 90, 200]);
    const { png, width, height, hash } = makeLogo(sent);
    expect([width, height]).to.deep.equal([60, 60]);
    expect(hash).to.match(/^[0-9a-f]{64}$/);
    expect(pixelsOf(png).data.equals(pixelsOf(sent).data)).to.equal(true);
  });

  it("is made as small as pages need it, in its proportions", () => {
    const sizes = [[1200, 400, 288, 96], [2048, 256, 288, 36], [300, 900, 32, 96], [1, 1, 1, 1], [2048, 2, 288, 1]] as const;
    for (const [width, height, ...expected] of sizes) {
      const logo = makeLogo(painted(width, height, () => [10, 90, 80, 255]));
      expect([logo.width, logo.height], `${width} × ${height}`).to.deep.equal(expected);
      expect(pixelAt(pixelsOf(logo.png), 0, 0)).to.deep.equal([10, 90, 80, 255]);
    }
  }); // prettier-ignore

  it("loses the clear margins around it", () => {
    const sent = painted(500, 300, (x, y) => (x >= 100 && x < 160 && y >= 90 && y < 120 ? [9, 9, 200, 255] : [0, 0, 0, 0]));
    const { png, width, height } = makeLogo(sent);
    expect([width, height]).to.deep.equal([60, 30]);
    expect(pixelAt(pixelsOf(png), 59, 29)).to.deep.equal([9, 9, 200, 255]);
  }); // prettier-ignore

  it("has no dark edge where it is averaged with what cannot be seen", () => {
    const { png } = makeLogo(
      painted(400, 400, (x) => (x < 201 || x === 399 ? [255, 0, 0, 255] : [0, 0, 0, 0])),
    );
    const edge = pixelAt(pixelsOf(png), 48, 48);
    expect(edge.slice(0, 3)).to.deep.equal([255, 0, 0]);
    expect(edge[3]).to.be.within(1, 254);
  });

  it("that is a photograph is made smaller until it is light enough", () => {
    const { png, width, height } = makeLogo(painted(290, 290, noise));
    expect(png.length).to.be.at.most(KEPT_BYTES);
    expect(width).to.equal(height).and.to.be.within(40, 95);
  });

  it("may have a palette, few bits or many, and be interlaced", () => {
    const palette = chunk("PLTE", Buffer.from([255, 255, 255, 12, 34, 56]));
    const passes = [[1, 1], [1, 1], [2, 1], [2, 2], [4, 2], [4, 4], [8, 4]] as const; // of an 8 × 8 image
    const interlaced = Buffer.concat(passes.map(([wide, tall]) => rows(tall, Array<number[]>(wide).fill([12, 34, 56]).flat())));
    const images = {
      palette: assembled({ width: 8, height: 2, depth: 1, type: 3 }, rows(2, [0b11111111]), [palette]),
      transparent: assembled({ width: 2, height: 1, depth: 8, type: 3 }, rows(1, [1, 0]), [palette, chunk("tRNS", Buffer.from([0]))]),
      "16 bits": assembled({ width: 1, height: 1, depth: 16, type: 6 }, rows(1, [12, 0, 34, 0, 56, 0, 255, 255])),
      interlaced: assembled({ width: 8, height: 8, type: 2, interlaced: true }, interlaced),
    };
    for (const [name, image] of Object.entries(images))
      expect(pixelAt(pixelsOf(makeLogo(image).png), 0, 0), name).to.deep.equal([12, 34, 56, 255]);
    const grey = assembled({ width: 3, height: 1, depth: 8, type: 4 }, rows(1, [77, 255, 77, 128, 0, 0]));
    expect(pixelAt(pixelsOf(makeLogo(grey).png), 1, 0)).to.deep.equal([77, 77, 77, 128]);
  }); // prettier-ignore

  it("keeps nothing of its file but what is seen: no text, no profile, no second frame, nothing behind its end", () => {
    const plain = disc(40);
    const parts = [
      chunk("tEXt", Buffer.from(`Comment\0${SCRIPT}`)),
      chunk("zTXt", Buffer.concat([Buffer.from("Bomb\0\0"), deflateSync(Buffer.alloc(50_000_000))])),
      chunk("iCCP", Buffer.from(`profile\0\0${SCRIPT}`)),
      chunk("eXIf", Buffer.from("where it was made")),
      chunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
      chunk("fdAT", Buffer.concat([Buffer.alloc(4), deflateSync(Buffer.from(SCRIPT))])),
    ];
    const zip = Buffer.concat([Buffer.from("PK\x03\x04index.html "), Buffer.from(SCRIPT)]);
    const { png, hash } = makeLogo(withMore(plain, parts, zip));
    expect(png.toString("latin1")).not.to.match(/script|Comment|index\.html|where it was/);
    expect(new Set(partsOf(png))).to.deep.equal(new Set(["IHDR", "IDAT", "IEND"]));
    expect(hash, "as if it had never been there").to.equal(makeLogo(plain).hash);
  });

  it("is refused by its header when it says that it is huge, and while it is unpacked when it says too little", () => {
    const bomb = deflateSync(Buffer.alloc(100_000_000), { level: 9 });
    const packed = (about: Parameters<typeof assembled>[0]) =>
      Buffer.concat([assembled(about, Buffer.alloc(0)).subarray(0, 33), chunk("IDAT", bomb), chunk("IEND")]);
    expect(refusal(packed({ width: 60_000, height: 60_000 }))).to.include("at most 2048 × 2048 pixels, got 60000 × 60000");
    expect(refusal(packed({ width: 4_294_967_295, height: 1 }))).to.include("got 4294967295 × 1");
    expect(refusal(packed({ width: 0, height: 5 }))).to.include("got 0 × 5");
    for (const interlaced of [true, false])
      expect(refusal(packed({ width: 8, height: 8, interlaced }))).to.include("cannot be unpacked");
    const heavy = "Expected at most 8 MiB of pixels, got";
    expect(refusal(packed({ width: 2_048, height: 2_048 }))).to.include(`${heavy} 16 MiB (2048 × 2048, 8 bits a channel)`);
    expect(refusal(packed({ width: 2_048, height: 1_024, depth: 16 }))).to.include(`${heavy} 16 MiB`);
    expect(refusal(Buffer.alloc(LARGEST_FILE + 1))).to.include("Expected at most 256 KiB, got 257 KiB");
  }); // prettier-ignore

  it("of a hundred bytes with a second header, which says that it is larger, does not end the gateway", () => {
    const dot = assembled({ width: 1, height: 1 }, rows(1, [255, 0, 0, 255]));
    const headerOf = (width: number, height: number) => assembled({ width, height }, Buffer.alloc(0)).subarray(8, 33);
    for (const [width, height] of [[200, 60], [20_000, 20_000], [2_147_483_647, 1], [1, 1]] as const)
      expect(refusal(withMore(dot, [headerOf(width, height)])), `${width} × ${height}`).to.include("more than one header");
    const behind = Buffer.concat([dot.subarray(0, -12), headerOf(200, 60), dot.subarray(-12)]);
    expect(refusal(behind)).to.include("more than one header");
  }); // prettier-ignore

  it("is refused with what to do when it is damaged", () => {
    const good = disc(50);
    for (const cut of [8, 20, 40, 60, good.length - 13, good.length - 1])
      expect(refusal(good.subarray(0, cut)), `cut at ${cut}`).to.match(/^This PNG is damaged: .+\. Export it again\.$/);
    const wrong = Buffer.from(good);
    wrong[good.length - 14]! ^= 1; // in the checksum of the pixels
    expect(refusal(wrong)).to.include("damaged");
    const short = assembled({ width: 40, height: 40 }, rows(10, Array<number>(160).fill(9)));
    expect(refusal(short)).to.include("damaged");
    expect(refusal(assembled({ width: 4, height: 4, depth: 7 }, rows(4, [0])))).to.include("damaged");
  }); // prettier-ignore

  it("is refused by its right name when it is something else, whatever it is called", () => {
    const others = {
      "a JPEG": Buffer.from("ffd8ffe000104a464946", "hex"),
      "a GIF": Buffer.from("GIF89a"),
      "a WebP image": Buffer.from("RIFF\x10\0\0\0WEBPVP8 "),
      "an SVG, which can carry scripts": Buffer.from(`<?xml version="1.0"?><svg>${SCRIPT}</svg>`),
      "an empty file": Buffer.alloc(0),
      "something else": Buffer.from(`<html>${SCRIPT}`),
    };
    for (const [kind, file] of Object.entries(others))
      expect(refusal(file)).to.equal(`Expected a PNG, got ${kind}. Export the logo as PNG.`);
  });

  it("must have something to be seen", () => {
    expect(refusal(painted(20, 20, () => [255, 0, 0, 0]))).to.include("nothing to be seen");
  });

  it("is known to be hidden where its ink is like the page", () => {
    expect(makeLogo(disc(60, [255, 255, 255, 255])).hiddenIn).to.equal("light");
    expect(makeLogo(disc(60, [10, 15, 15, 255])).hiddenIn).to.equal("dark");
    expect(makeLogo(disc(60)).hiddenIn).to.equal(undefined);
    expect(makeLogo(painted(60, 20, () => [255, 255, 255, 255])).hiddenIn, "has a ground of its own").to.equal(undefined);
  }); // prettier-ignore

  it("is taken or refused with a sentence, whatever bytes of it are changed", () => {
    const good = disc(24);
    const change = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(change, fc.nat(good.length), (changes, end) => {
        const file = Buffer.from(good);
        for (const [at, byte] of changes) file[at] = byte;
        for (const sent of [file, file.subarray(0, end)]) expect(refusal(sent)).to.match(/\.$/);
      }),
      { numRuns: runs(300) },
    );
  });
});
