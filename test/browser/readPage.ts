import jsqr from "jsqr";

/** The markup inside the element with an id. */
export function element(html: string, id: string): string {
  return new RegExp(`<(\\w+)[^>]* id="${id}"[^>]*>([\\s\\S]*?)</\\1>(?!<span>)`).exec(html)?.[2] ?? "";
}

/** An attribute of the element with an id, unescaped. */
export function attribute(html: string, id: string, name: string): string | undefined {
  const tag = new RegExp(`<[^>]* id="${id}"[^>]*>`).exec(html)?.[0] ?? "";
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

/** What a reader sees of some markup: no tags, single spaces. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ")
    .replaceAll("&#39;", "'")
    .trim();
}

/** Reads the QR code in a page: its modules as squares of pixels, handed to an independent decoder. */
export function decode(html: string, scale = 4): string | undefined {
  const svg = /<svg class="qr-code"[\s\S]*?<\/svg>/.exec(html)?.[0] ?? "";
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const pixels = new Uint8ClampedArray((side * scale) ** 2 * 4).fill(255);
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = 0; row < scale; row++) {
      const start = ((Number(y) * scale + row) * side + Number(x)) * scale;
      for (let pixel = start; pixel < start + Number(length) * scale; pixel++)
        pixels.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
  return jsqr.default(pixels, side * scale, side * scale, { inversionAttempts: "dontInvert" })?.data;
}
