import { http, type HttpTransport, type HttpTransportConfig } from "viem";

const MOST_BYTES = 10 * 1024 * 1024;

export type BoundedTransport = Readonly<{
  timeoutMs: number; // for one request, its whole answer included
  retryCount: number;
  batch?: NonNullable<HttpTransportConfig["batch"]>;
}>;

/**
 * viem's transport over HTTP with a deadline that covers the answer's body too (viem's own ends with the headers), at most
 * 10 MiB of it, and no redirects: the URL may contain a key, and a POST must not go elsewhere.
 */
export function boundedTransport(
  url: string,
  { timeoutMs, retryCount, batch }: BoundedTransport,
): HttpTransport {
  return http(url, {
    timeout: timeoutMs,
    retryCount,
    ...(batch === undefined ? {} : { batch }),
    maxResponseBodySize: MOST_BYTES,
    fetchFn: (input, init = {}) =>
      fetch(input, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) }),
  });
}
