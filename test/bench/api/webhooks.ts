import type { Child } from "../child.ts";
import type { Load } from "../measure.ts";
import { rounded, type Row } from "../table.ts";
import { inTurns, rowOf } from "../turns.ts";
import { HOSTILE, type Receivers } from "./receivers.ts";
import type { Deliveries, Hostile, Opened, Posts } from "./server.ts";
import { withCpu } from "./withCpu.ts";

export type Sizes = Readonly<{ rounds: number; events: number; hostileEvents: number }>;

const CONNECTIONS = 4; // that the gateway opens to one receiver at most
const BODY = JSON.stringify({ type: "InvoiceCreated", filler: "x".repeat(850) }); // as long as the gateway's

/** Deliveries in turns with a bare loop; then nine receivers beside one that hangs; then ten beside ten hostile ones. */
export async function measureWebhooks(
  server: Child,
  { url, hangUp }: Receivers,
  databaseUrl: string | undefined,
  { rounds, events, hostileEvents }: Sizes,
): Promise<readonly Row[]> {
  await server.ask<Opened>("open", databaseUrl ?? null);
  const good = Array.from({ length: 10 }, (_, index) => `${url}/${index}/good`);
  const deliver = async (about: Deliveries) => {
    const count = about.events * about.good.length;
    const result = await withCpu(server, count, () => server.ask<Load>("deliver", about));
    await hangUp();
    return result;
  };
  const posts: Posts = { urls: good, body: BODY, posts: events * good.length, atOnce: good.length * CONNECTIONS };
  const delivered = await inTurns(
    rounds,
    () => deliver({ good, hanging: [], events }),
    () => withCpu(server, posts.posts, () => server.ask<Load>("post", posts)),
  );
  const nine = good.slice(1);
  const hanging = await inTurns(
    rounds,
    () => deliver({ good: nine, hanging: [`${url}/silent`], events }),
    () => deliver({ good: nine, hanging: [], events }),
  );
  const bad = Array.from({ length: 10 }, (_, index) => `${url}/${index}/${HOSTILE[index % HOSTILE.length]}`);
  const about: Hostile = { good, bad, events: hostileEvents, everyMs: 100 };
  const late = await server.ask<number>("hostile", about);
  return [
    rowOf("signed durable deliveries/s, ten receivers", delivered, "bare unsigned POSTs"),
    rowOf("the same to nine receivers, a tenth hangs", hanging, "it does not"),
    ["event → delivered at ten receivers, p99, ten hostile ones beside them", `${rounded(late)} ms`, "2,000 ms at most", rounded(late / 2_000, 2)],
  ];
} // prettier-ignore
