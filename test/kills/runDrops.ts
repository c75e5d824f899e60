import pg from "pg";
import { readAnswers, unfinished, type Run } from "./books.ts";
import { createCustomers, type Customers } from "./customers.ts";
import { prepareGateway } from "./killable.ts";
import { ended, expectGoodBooks, hearEverything } from "./runKills.ts";
import { openShop } from "./shop.ts";
import { openSurroundings } from "./surroundings.ts";

const EVERY_MS = 1_000;
const LONGEST_END_MS = 900_000;
const COME_AT_ONCE = 10;

/**
 * Lets customers pay so many invoices in every way while every connection of the gateway to PostgreSQL is dropped once a second.
 * The gateway's process lives on, and all of it has to be in the books, once.
 */
export async function runDrops(invoices: number, postgresUrl: string): Promise<string> {
  const began = performance.now();
  const around = await openSurroundings();
  const gateway = await prepareGateway(around, postgresUrl);
  try {
    const shop = openShop(gateway);
    const customers = await createCustomers(around, shop, invoices);
    await gateway.start(0);
    await hearEverything(gateway, around);
    const run = { around, gateway, shop, ...customers };
    const dropping = await dropConnections(postgresUrl);
    try {
      for (let come = 0; come < invoices; come += COME_AT_ONCE) {
        customers.come(COME_AT_ONCE);
        await later(EVERY_MS);
      }
      await settled(run, customers);
    } finally {
      await dropping.stop();
    }
    await ended(run, customers, LONGEST_END_MS);
    await expectGoodBooks(run, (line) => !/terminat|ECONNRE|database did not answer/i.test(line));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    return `${invoices} invoices in ${seconds} s; ${dropping.dropped()} connections were dropped, ${shop.acknowledged.lostAnswers} lost answers found again`;
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`${what}\n\nThe gateway's last words:\n${gateway.recently()}`, { cause: error });
  } finally {
    await gateway.close();
    await around.close();
  }
}

/** Waits until every customer has paid and every payment has ended, while connections drop. */
async function settled(run: Run, customers: Customers): Promise<void> {
  const deadline = performance.now() + LONGEST_END_MS;
  let open = customers.waiting();
  customers.done().catch(() => {}); // customers.come tells
  do {
    await later(EVERY_MS);
    customers.come(0); // throws what a customer met
    open = [...customers.waiting(), ...unfinished(run, await readAnswers(run.shop))];
  } while (open.length > 0 && performance.now() < deadline);
  if (open.length > 0) throw new Error(`Still under way:\n${open.join("\n")}`);
}

/** Ends every other connection to the database once a second, until stopped. */
export async function dropConnections(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const database = new URL(url).pathname.slice(1);
  const ending = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()"; // prettier-ignore
  let dropped = 0;
  let isOver = false;
  const working = (async () => {
    for (; !isOver; await later(EVERY_MS)) dropped += (await client.query(ending, [database])).rowCount ?? 0;
  })();
  working.catch(() => {}); // told by stop
  return {
    dropped: () => dropped,
    async stop() {
      isOver = true;
      await working;
      await client.end();
    },
  };
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms)); // the gateway is a process of its own, on the real clock
}
