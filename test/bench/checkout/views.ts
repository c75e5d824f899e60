import type { Caller } from "../caller.ts";
import type { Child } from "../child.ts";
import type { Load } from "../measure.ts";
import type { Row } from "../table.ts";
import { inTurns, rowOf } from "../turns.ts";
import { withCpu } from "../api/withCpu.ts";

export type Sizes = Readonly<{ rounds: number; pages: number; views: number; atOnce: number }>;

const BESIDE = "the same bytes from express";

const CROWDED = 20; // pages at which a crowd looks: more, and most would be older than a second when they are asked for again

/**
 * How fast checkout pages come: seen for the first time, drawn again, and looked at again while nothing changed, which is out of
 * what is kept for a second (decision 32). First views are few, because each takes an invoice, so they are measured last: a
 * program that has just started is slower, and express is as warm by then.
 */
export async function measureViews(server: Child, caller: Caller, { rounds, pages, views, atOnce }: Sizes): Promise<readonly Row[]> {
  const known = await server.ask<readonly string[]>("invoices", pages);
 
  const [sample = ""] = known;
  const bareUrl = await server.ask<string>("bare", await pageAt(sample));
 
  const call = (urls: readonly string[], calls = views): Promise<Load> =>
    withCpu(server, calls, () => caller.call({ urls, calls, atOnce }));
  const bare = () => call([bareUrl]);
  const first = async () => {
    const fresh = await server.ask<readonly string[]>("invoices", pages);
    return call(fresh, pages);
  };
  let drawn = 0;
  const again = () => call(Array.from({ length: views }, (_, index) => `${known[index % pages] ?? ""}?again=${drawn++}`));
  const unchanged = () => call(known.slice(0, CROWDED));
  const rows = [
    rowOf("a checkout page drawn again", await inTurns(rounds, again, bare), BESIDE),
    rowOf("a checkout page looked at again, unchanged", await inTurns(rounds, unchanged, bare), BESIDE),
  ];
  return [rowOf("a checkout page seen for the first time", await inTurns(rounds, first, bare), BESIDE), ...rows];
} // prettier-ignore

const OWN = /^(connection|keep-alive|transfer-encoding|date|content-length|content-type)$/; // what every server says by itself

async function pageAt(url: string): Promise<Readonly<{ text: string; headers: Readonly<Record<string, string>> }>> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN.test(name)));
  return { text: await answer.text(), headers };
} // prettier-ignore
