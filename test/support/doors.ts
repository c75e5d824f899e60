import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A way that calls take: from the gateway to the world around it, or from its customers to the gateway. */
export type Doors = {
  readonly url: string;
  /** Told of every call, before it goes through and before its answer goes back. True cuts the line at that moment. */
  watch: Watch | undefined;
  close(): Promise<void>;
};

export type DoorCall = Readonly<{ path: string; method: string; body: string }>;
export type Moment = "before the call" | "after the call";
export type Watch = (call: DoorCall, moment: Moment) => boolean | Promise<boolean>;

/** What a path leads to: the URL that its beginning stands for (asked for with each call, if it is a function), or an answer of our own. */
export type Behind = Readonly<{
  urls: Readonly<Record<string, string | (() => string)>>;
  answer(call: DoorCall): number;
}>;

const KEEP_MS = 600_000; // a caller that was quiet for longer than Node's five seconds may be writing when we hang up

/** Opens one server that passes every call on, so that whoever watches can hold it back, see it, or cut its line. */
export async function openDoors({ urls, answer }: Behind): Promise<Doors> {
  const agent = new http.Agent({ keepAlive: false }); // likewise: those behind hang up after five seconds too
  const server = http.createServer((request, response) => {
    void pass(request, response).catch(() => request.socket.destroy());
  });
  const pass = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { url: path = "/", method = "GET" } = request;
    const call = { path, method, body: await text(request) };
    if (await doors.watch?.(call, "before the call")) return void request.socket.destroy();
    const [prefix, target] = Object.entries(urls).find(([beginning]) => path.startsWith(beginning)) ?? [];
    const result =
      prefix === undefined || target === undefined
        ? { status: answer(call), type: "text/plain", body: Buffer.alloc(0) }
        : await ask(agent, urlOf(target, path.slice(prefix.length)), call, request.headers);
    if (await doors.watch?.(call, "after the call")) return void request.socket.destroy();
    response.writeHead(result.status, { "content-type": result.type }).end(result.body);
  };
  server.keepAliveTimeout = KEEP_MS;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const doors: Doors = {
    url: `http://127.0.0.1:${port}`,
    watch: undefined,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return doors;
}

function urlOf(target: string | (() => string), rest: string): string {
  return `${typeof target === "string" ? target : target()}${rest}`;
}

type Answered = Readonly<{ status: number; type: string; body: Buffer }>;

function ask(
  agent: http.Agent,
  url: string,
  { method, body }: DoorCall,
  { "content-type": type = "application/json", authorization = "" }: http.IncomingHttpHeaders,
): Promise<Answered> {
  const headers = { "content-type": type, authorization };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const { statusCode: status = 502, headers: told } = response;
        resolve({ status, type: told["content-type"] ?? "text/plain", body: Buffer.concat(chunks) });
      });
    });
    request.once("error", reject);
    request.end(method === "GET" ? undefined : body);
  });
}
