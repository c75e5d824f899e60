import { serveParent } from "../child.ts";
import { openConnection, type Connection } from "../connection.ts";

/** Somebody who asks for a small thing twenty times a second, whether the last answer has come or not. */

export type Asked = Readonly<{ url: string; headers: Readonly<Record<string, string>> }>;

const EVERY_MS = 50;

let took: number[] = [];
let timer: NodeJS.Timeout | undefined;
let all: Connection[] = [];

serveParent({
  async start(asked: Asked): Promise<void> {
    const free: Connection[] = [];
    await askOnce(asked, free); // the first one connects
    took = [];
    timer = setInterval(() => void askOnce(asked, free), EVERY_MS);
  },
  /** How many milliseconds each answer took. */
  async stop(): Promise<readonly number[]> {
    clearInterval(timer);
    for (const connection of all) connection.end();
    all = [];
    return took;
  },
});

/** One that is refused or not answered took for ever. */
async function askOnce({ url, headers }: Asked, free: Connection[]): Promise<void> {
  const connection = free.pop() ?? openAnother(url);
  const { host, pathname } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const began = performance.now();
  try {
    const { status } = await connection.send(`GET ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n`);
    took.push(status === 200 ? performance.now() - began : Infinity);
    free.push(connection);
  } catch {
    took.push(Infinity);
  }
}

function openAnother(url: string): Connection {
  const connection = openConnection(url);
  all.push(connection);
  return connection;
}

process.on("disconnect", () => process.exit());
