import type { Response } from "express";

/** How many confirmed transactions Esplora puts on a page. */
export const CONFIRMED_PAGE = 25;

/** Answers in plain text, as Esplora does for hashes, heights and errors. */
export function plain(response: Response, status: number, body: string): void {
  response.status(status).type("text/plain").send(body);
}

/** True for 64 hex digits. */
export function isHash(text: string): boolean {
  return /^[0-9a-fA-F]{64}$/.test(text);
}
