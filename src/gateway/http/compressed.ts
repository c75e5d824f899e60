import compression from "compression";
import type { RequestHandler } from "express";

const WORTH_BYTES = 1_024;
const TYPES = /^(text\/(html|css|javascript)|image\/svg\+xml)\b/;

/**
 * Compresses pages and their assets for browsers that accept it. Not the API: its answers are small, and a
 * shop's server is near. Not event streams, which must not wait for a full block. No page repeats its query
 * next to a secret (BREACH).
 */
export function compressed(): RequestHandler {
  return compression({
    threshold: WORTH_BYTES,
    filter: (_request, response) => TYPES.test(String(response.getHeader("content-type"))),
  });
}
