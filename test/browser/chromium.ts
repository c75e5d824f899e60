import fs from "node:fs";
import { chromium, type Browser } from "playwright-core";

/** Chromium as people have it, without a screen. */
const WHOLE = "/usr/bin/chromium";
/** The same engine without windows and menus. */
const SHELL = "/usr/bin/chromium-headless-shell";
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const FEW_PROCESSES = ["--process-per-site", "--renderer-process-limit=1"]; // a process of its own costs more than most pages

/**
 * A headless chromium: its shell where that is installed, or the whole program. The shell, with few processes, takes up to a third
 * less processor time for many pages of one site. Throws with the line that installs it when there is none: a browser suite never
 * skips itself.
 */
export async function startBrowser(kind: "whole" | "shell" = "shell"): Promise<Browser> {
  const found = kind === "shell" && fs.existsSync(SHELL) ? SHELL : WHOLE;
  const executablePath = process.env["CHROMIUM"] ?? found;
  if (!fs.existsSync(executablePath)) {
    throw new Error(
      `There is no browser at ${executablePath}. Install it with "apt-get install -y chromium fonts-dejavu-core", or set CHROMIUM.`,
    );
  }
  return chromium.launch({ executablePath, args: kind === "shell" ? [...ARGS, ...FEW_PROCESSES] : ARGS });
}
