import http from "node:http";
import { serveParent } from "../child.ts";

/** Browsers that have a page open: each holds a stream of news, and hears its first word. */

const PER_ADDRESS = 50; // the gateway gives no address of readers more than 100 streams
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
let listening = 0;

function listen(url: string): Promise<void> {
  const options = { agent, family: 4, localAddress: nextAddress(), headers: { accept: "text/event-stream" } };
  return new Promise((resolve, reject) => {
    const request = http.get(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode ?? 0}.`));
      response.once("data", () => resolve());
      response.on("error", () => {}); // the server ends them all when it goes
    });
    request.on("error", reject);
  });
}

/** One of this machine's own addresses, 127.1.0.1 and onwards, each for so many readers. */
function nextAddress(): string {
  const reader = Math.floor(listening++ / PER_ADDRESS);
  return `127.1.${Math.floor(reader / 250)}.${(reader % 250) + 1}`;
}

serveParent({
  async listen({ urls, each }: Readonly<{ urls: readonly string[]; each: number }>) {
    for (const url of urls) await Promise.all(Array.from({ length: each }, () => listen(url)));
  },
});

process.on("disconnect", () => process.exit());
