import http from "node:http";
import https from "node:https";

const KEPT = {
  keepAlive: true,
  timeout: 4_000, // ms without use; many servers hang up after five seconds
  maxFreeSockets: 4, // to one URL
};

/** Connections that are kept for a moment after an answer, by the protocol of the URL. */
export type Connections = Readonly<Record<"http:" | "https:", http.Agent>>;

/** Marks a request for a connection that was opened for the same URL. (Its path does not reach an agent.) */
export type KeptFor = Readonly<{ keptFor: string }>;

/**
 * A connection is reused only for the exact URL that it was opened for, so that none is shared between
 * webhooks. The address at its end was checked when it was opened (webhookTarget.ts).
 */
export function createConnections(): Connections {
  return { "http:": new PlainConnections(KEPT), "https:": new SecureConnections(KEPT) };
}

class PlainConnections extends http.Agent {
  override getName(options?: Parameters<http.Agent["getName"]>[0] & Partial<KeptFor>): string {
    return `${super.getName(options)} ${options?.keptFor ?? ""}`;
  }
}

class SecureConnections extends https.Agent {
  override getName(options?: https.RequestOptions & Partial<KeptFor>): string {
    return `${super.getName(options)} ${options?.keptFor ?? ""}`;
  }
}

/** True for a kept connection that the other side gave up meanwhile: what was sent over it was not answered, and may be sent again. */
export function wasGivenUp(request: http.ClientRequest, error: Error): boolean {
  const code = "code" in error ? error.code : undefined;
  return request.reusedSocket && (code === "ECONNRESET" || code === "EPIPE");
}
