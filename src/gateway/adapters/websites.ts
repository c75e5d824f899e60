import { createHttp } from "../../http-client/http.ts";
import type { ReadWebsite } from "../ports/websitePort.ts";
import { SECOND_MS } from "../../values/time.ts";

const TIMEOUT_MS = 5 * SECOND_MS;
const MOST_BYTES = 16 * 1024;

/** Reads a small file of a website: within five seconds, at most 16 KiB, no redirect. Throws HttpFailure. */
export const readWebsite: ReadWebsite = async (baseUrl, path) => {
  const website = createHttp({ baseUrl, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES });
  return (await website.get(path)).body;
};
