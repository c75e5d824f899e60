import QRCode, { type QRCodeSegment } from "qrcode";
import { escapeHtml } from "../../../languages/markup.ts";
import { wordsOf } from "../../../languages/translate.ts";
import { memoizeRecent } from "../../../runtime/memoize.ts";

const QUIET_ZONE = 4; // modules; scanners need them, and ISO 18004 asks for them
const REMEMBERED = 2_000; // of about 4 kB
const MASK = 4; // any mask decodes; choosing the prettiest of eight costs most of the time that a code takes

const NO_LABEL = 'aria-label=""'; // one code serves all languages
const drawn = memoizeRecent(REMEMBERED, draw);

/**
 * The QR code of a text as inline SVG, with a label that describes it: error correction M, dark modules on
 * a white card (also in dark mode, where many cameras cannot read an inverted code). No style attributes,
 * so that it passes the page's content security policy.
 */
export function qrSvg(text: string, label = wordsOf("en")("pay.qrLink")): string {
  return drawn(text).replace(NO_LABEL, () => `aria-label="${escapeHtml(label)}"`);
}

function draw(text: string): string {
  const { modules } = QRCode.create(segments(text), { errorCorrectionLevel: "M", maskPattern: MASK });
  const side = modules.size + 2 * QUIET_ZONE;
  const rows = Array.from({ length: modules.size }, (_, y) =>
    drawRow(modules.data.subarray(y * modules.size, (y + 1) * modules.size), y + QUIET_ZONE),
  );
  return (
    `<svg class="qr-code" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" ` +
    `role="img" ${NO_LABEL}><rect width="${side}" height="${side}" fill="#fff"/>` +
    `<path fill="#000" d="${rows.join("")}"/></svg>`
  );
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
