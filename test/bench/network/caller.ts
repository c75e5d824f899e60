import { fork } from "node:child_process";
import http from "node:http";
import { load, type Load } from "./measure.ts";

/** Calls to make: all to one URL with one body, or each to the next of several URLs. */
export type Calls = Readonly<{ urls: readonly string[]; body?: string; calls: number; atOnce: number }>;
/** What came of them, with the texts of the answers to calls with a body. */
export type Called = Load & Readonly<{ answers: readonly string[] }>;
export type Caller = Readonly<{ call(calls: Calls): Promise<Called>; close(): void }>;

/** A process of its own that makes the calls: the one that answers them has its core for itself. */
export function startCaller(): Caller {
  const child = fork(import.meta.filename);
  const ended = new Promise<never>((_, reject) => {
    child.once("exit", (code) => reject(new Error(`The calling process ended with ${code}.`)));
  });
  ended.catch(() => {}); // nobody may be waiting when it ends
  return {
    call(calls) {
      const called = new Promise<Called>((resolve, reject) => {
        child.once("message", (message: Called | { problem: string }) =>
          "problem" in message ? reject(new Error(message.problem)) : resolve(message),
        );
      });
      child.send(calls);
      return Promise.race([called, ended]);
    },
    close: () => child.disconnect(),
  };
}

if (process.send) {
  process.on("message", (calls: Calls) => {
    void makeCalls(calls).then(
      (called) => process.send?.(called),
      (error: unknown) => process.send?.({ problem: String(error) }),
    );
  });
}

const TOLERATED = 0.01; // of the calls may be refused for a moment: a chain may be late on a machine with other work

async function makeCalls({ urls, body, calls, atOnce }: Calls): Promise<Called> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
  const answers: string[] = [];
  let refused = 0;
  try {
    const result = await load(calls, atOnce, async (index) => {
      try {
        const answer = await send(urls[index % urls.length] ?? "", body, agent);
        if (body !== undefined) answers.push(answer);
      } catch (error) {
        if (++refused > calls * TOLERATED) throw error;
      }
    });
    return { ...result, perSecond: result.perSecond * (1 - refused / calls), answers };
  } finally {
    agent.destroy();
  }
}

/** The text of an answer of 200; throws for every other one, so that no refusal is counted as work done. */
function send(url: string, body: string | undefined, agent: http.Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const request = http.request(url, { method: body === undefined ? "GET" : "POST", headers, agent });
    request.on("error", reject).on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("error", reject).on("end", () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    request.end(body);
  });
}
