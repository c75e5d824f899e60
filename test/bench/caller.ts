import { startChild, serveParent } from "./child.ts";
import { openConnection, type Connection } from "./connection.ts";
import { load, type Load } from "./measure.ts";

/**
 * Calls to make: each to the next of some URLs (of one server), and with the next of some bodies. `counted` is a header that
 * has another value in every call.
 */
export type Calls = Readonly<{
  urls: readonly string[];
  bodies?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  counted?: string;
  calls: number;
  atOnce: number;
}>;
/** What came of them, with the texts of the answers to calls with a body. */
export type Called = Load & Readonly<{ answers: readonly string[] }>;
export type Caller = Readonly<{ call(calls: Calls): Promise<Called>; close(): Promise<void> }>;

/** A process of its own that makes the calls: the one that answers them has its core for itself. */
export function startCaller(file = import.meta.filename): Caller {
  const child = startChild(file);
  return { call: (calls) => child.ask("call", calls), close: () => child.close() };
}

if (process.send && process.argv[1] === import.meta.filename) serveParent({ call: makeCalls });

const TOLERATED = 0.01; // of the calls may be refused for a moment: a chain may be late on a machine with other work

async function makeCalls(asked: Calls): Promise<Called> {
  const { calls, atOnce, urls, bodies } = asked;
  const free = Array.from({ length: atOnce }, () => openConnection(urls[0] ?? ""));
  const all = [...free];
  const answers: string[] = [];
  let refused = 0;
  try {
    const result = await load(calls, atOnce, async (index) => {
      const connection = free.pop() as Connection; // as many as there are workers
      try {
        const answer = await callOnce(connection, asked, index);
        if (bodies) answers.push(answer);
      } catch (error) {
        if (++refused > calls * TOLERATED) throw error;
      } finally {
        free.push(connection);
      }
    });
    return { ...result, perSecond: result.perSecond * (1 - refused / calls), answers };
  } finally {
    for (const connection of all) connection.end();
  }
}

const RUN = Math.floor(performance.timeOrigin); // so that what is counted differs from that of an earlier process

/** The text of an answer of 200; throws for every other one, so that no refusal is counted as work done. */
async function callOnce(connection: Connection, asked: Calls, index: number): Promise<string> {
  const { urls, bodies = [], headers = {}, counted } = asked;
  const { host, pathname, search } = new URL(urls[index % urls.length] ?? "");
  const body = bodies[index % bodies.length];
  const lines = {
    ...headers,
    host,
    ...(counted === undefined ? {} : { [counted]: `${RUN}-${made++}` }),
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `${body === undefined ? "GET" : "POST"} ${pathname}${search} HTTP/1.1\r\n`;
  const reply = await connection.send(`${start}${head.join("")}\r\n${body ?? ""}`);
  if (reply.status === 200) return reply.body;
  throw new Error(`${pathname} answered ${reply.status}: ${reply.body.slice(0, 300)}`);
} // prettier-ignore

let made = 0;
