import http from "node:http";
import https from "node:https";

const KEPT = {
  keepAlive: true,
  timeout: 4_000, // ms without use; many servers hang up after five seconds
  maxFreeSockets: 4, // to one URL
};

/** Connections that are kept for a moment after an answer, by the protocol of the URL. */
export type Connections = Readonly<Record<"http:" | "https:", http.Agent>>;

/**
 * A connection is used again only for the very URL that it was opened for, so that nobody gets one that was opened, and
 * judged, for somebody else. The address at its end was judged when it was opened (webhookTarget.ts).
 */
export function createConnections(): Connections {
  return { "http:": new PlainConnections(KEPT), "https:": new SecureConnections(KEPT) };
}

type NameOptions = Parameters<http.Agent["getName"]>[0];

class PlainConnections extends http.Agent {
  override getName(options?: NameOptions): string {
    return `${super.getName(options)}${pathOf(options)}`;
  }
}

class SecureConnections extends https.Agent {
  override getName(options?: https.RequestOptions): string {
    return `${super.getName(options)}${pathOf(options)}`;
  }
}

/** Node hands the whole request over, although its types do not say so. */
function pathOf(options: object = {}): string {
  return "path" in options ? String(options.path) : "";
}

/** True for a kept connection that the other side gave up meanwhile: what was sent over it was not answered, and may be sent again. */
export function wasGivenUp(request: http.ClientRequest, error: Error): boolean {
  const code = "code" in error ? error.code : undefined;
  return request.reusedSocket && (code === "ECONNRESET" || code === "EPIPE");
}
