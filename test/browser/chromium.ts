import fs from "node:fs";
import { chromium, type Browser } from "playwright-core";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A headless chromium. Throws with the line that installs it when there is none: a browser suite never skips itself. */
export async function startBrowser(): Promise<Browser> {
  if (!fs.existsSync(CHROMIUM)) {
    throw new Error(
      `There is no browser at ${CHROMIUM}. Install it with "apt-get install -y chromium fonts-dejavu-core", or set CHROMIUM.`,
    );
  }
  return chromium.launch({ executablePath: CHROMIUM, args: ARGS });
}
