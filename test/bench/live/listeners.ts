import http from "node:http";
import { serveParent } from "../child.ts";

/** Browsers that have a page open: each holds a stream of news, and hears its first word. */

const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });

function listen(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { accept: "text/event-stream" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode ?? 0}.`));
      response.once("data", () => resolve());
      response.on("error", () => {}); // the server ends them all when it goes
    });
    request.on("error", reject);
  });
}

serveParent({
  async listen({ urls, each }: Readonly<{ urls: readonly string[]; each: number }>) {
    for (const url of urls) await Promise.all(Array.from({ length: each }, () => listen(url)));
  },
});

process.on("disconnect", () => process.exit());
