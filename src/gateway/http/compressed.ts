import compression from "compression";
import type { RequestHandler } from "express";

const WORTH_BYTES = 1_024;
const TYPES = /^(text\/(html|css|javascript)|image\/svg\+xml)\b/;

/**
 * Sends pages and what belongs to them in fewer bytes to browsers that ask for it. Not the API: its answers are small, and a shop's
 * server is near. Not streams of news, which must not wait for a full block. No page repeats what its address says next to a secret.
 */
export function compressed(): RequestHandler {
  return compression({
    threshold: WORTH_BYTES,
    filter: (_request, response) => TYPES.test(String(response.getHeader("content-type"))),
  });
}
