import http from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";

/** What an application puts between its users' browsers and the service. */
export type KeyProxy = Readonly<{ url: string; close(): Promise<void> }>;

/**
 * Passes calls on with the application's API key, which must not be in a browser. The public client sends a key to the public
 * services' own addresses only.
 */
export async function startKeyProxy(target: string, key: string): Promise<KeyProxy> {
  const app = express();
  app.use(express.text({ type: "*/*", limit: "1mb" }), async (request, response) => {
    const { method, url, body } = request as { method: string; url: string; body: unknown };
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(method === "POST" && { body: String(body) }),
    });
    response
      .status(answer.status)
      .type("application/json")
      .send(await answer.text());
  });
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
