import QRCode, { type QRCodeSegment } from "qrcode";
import { escapeHtml } from "../../../languages/markup.ts";
import { memoizeRecent } from "../../../runtime/memoize.ts";
import { drawMark, type CoinMark } from "./marks.ts";

const QUIET_ZONE = 4; // modules; scanners need them, and ISO 18004 asks for them
const REMEMBERED = 2_000; // of about 4 kB
const MASK = 4; // any mask decodes; choosing the prettiest of eight costs most of the time that a code takes

const MARK_SHARE = 5; // the mark is a fifth as wide as the code: about half of what level Q can repair

const NO_LABEL = 'aria-label=""'; // one code serves all languages
const NO_MARK = "<!---->"; // and one for all marks
const plain = memoizeRecent(REMEMBERED, (text) => draw(text, "M"));
const marked = memoizeRecent(REMEMBERED, (text) => draw(text, "Q"));

/**
 * The QR code of a text as inline SVG, with a label that describes it: dark modules on a white card (also in
 * dark mode, where many cameras cannot read an inverted code). With a `mark` the coin stands in the middle,
 * and the error correction is Q instead of M. No style attributes, so that it passes the page's content
 * security policy.
 */
export function qrSvg(text: string, label: string, mark?: CoinMark): string {
  const svg = mark ? marked(text).replace(NO_MARK, () => drawMark(mark)) : plain(text);
  return svg.replace(NO_LABEL, () => `aria-label="${escapeHtml(label)}"`);
}

function draw(text: string, level: "M" | "Q"): string {
  const { modules } = QRCode.create(segments(text), { errorCorrectionLevel: level, maskPattern: MASK });
  const { size, data } = modules;
  const side = size + 2 * QUIET_ZONE;
  const hole = level === "Q" ? Math.floor(size / MARK_SHARE) | 1 : 0; // odd, as the size is: it lies on modules
  if (hole > 0) clearMiddle(data, size, hole);
  const rows = Array.from({ length: size }, (_, y) =>
    drawRow(data.subarray(y * size, (y + 1) * size), y + QUIET_ZONE),
  );
  return (
    `<svg class="qr-code" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" ` +
    `role="img" ${NO_LABEL}><rect width="${side}" height="${side}" fill="#fff"/>` +
    `<path fill="#000" d="${rows.join("")}"/>${hole > 0 ? placeMark(side, hole) : ""}</svg>`
  );
}

/** Makes a square of `hole` modules in the middle light. */
function clearMiddle(data: Uint8Array, size: number, hole: number): void {
  const start = (size - hole) / 2;
  for (let y = start; y < start + hole; y++) data.fill(0, y * size + start, y * size + start + hole);
}

/** The place of the mark, half a module from what is around it. */
function placeMark(side: number, hole: number): string {
  const start = (side - hole + 1) / 2;
  return `<svg x="${start}" y="${start}" width="${hole - 1}" height="${hole - 1}" viewBox="0 0 24 24" shape-rendering="auto">${NO_MARK}</svg>`;
}

const CAPITALS = /([0-9A-Z $%*+./:-]{12,})/; // signs that take 5.5 bits; a shorter run does not earn its header

/** The parts of a text, each in its densest form. The library would look for the best way to part it, four times as long as it draws. */
function segments(text: string): QRCodeSegment[] {
  const parts = text.split(CAPITALS).filter((part) => part !== "");
  return parts.map((data) =>
    CAPITALS.test(data) ? { data, mode: "alphanumeric" } : { data: Buffer.from(data), mode: "byte" },
  );
}

/** One row as rectangles of height 1, one per run of dark modules. */
function drawRow(row: Uint8Array, y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    const length = x - start + 1;
    path += `M${start + QUIET_ZONE} ${y}h${length}v1h-${length}z`;
  }
  return path;
}
