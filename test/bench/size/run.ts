import path from "node:path";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { serve } from "../../support/localServer.ts";
import { startPostgres } from "../../support/postgres.ts";
import { shopOf, ok } from "../../journeys/shop.ts";
import { reclaim, sizesOf, type Sizes } from "./sizes.ts";

/**
 * `npm run bench:size`: the whole application with its chains, one webhook that takes everything, and invoices that are paid
 * and settled. How many bytes one more of them takes in the gateway's database, by table and index, on SQLite and on
 * PostgreSQL, where room that changes leave is given back as autovacuum does it. `-- --small` tries it with fewer; `-- sqlite` or `-- postgres` chooses.
 */
const small = process.argv.includes("--small");
const FIRST = small ? 16 : 48; // until every table has pages of its own
const COUNTED = small ? 64 : 240;
const AT_ONCE = 16;
const LEAST = 100; // bytes of a line
const chosen = ["sqlite", "postgres"].filter((name) => process.argv.includes(name));
const began = performance.now();

for (const name of chosen.length > 0 ? chosen : ["sqlite", "postgres"]) {
  const server = name === "postgres" ? await startPostgres() : undefined;
  try {
    const databaseUrl = await server?.url("size");
    print(name, await measured(databaseUrl));
  } finally {
    await server?.stop();
  }
}
console.log(`${Math.round((performance.now() - began) / 1_000)} s`);
process.exit(0);

async function measured(databaseUrl: string | undefined): Promise<Sizes> {
  const receiver = await serve((_, response) => void response.end("ok"));
  const app = await startSandboxApp({ isFirst: true, ...(databaseUrl ? { databaseUrl } : {}) });
  try {
    await app.control("bitcoin/automine", { seconds: 0 });
    ok(await app.post("/webhooks", { url: `${receiver.url}/hook` }));
    const url = databaseUrl ?? path.join(app.dataDir, "crosstill.db");
    await payMany(app, FIRST, url);
    const before = await sizesOf(url);
    await payMany(app, COUNTED, url);
    const after = await sizesOf(url);
    return new Map([...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / COUNTED]));
  } finally {
    await app.close();
    await receiver.close();
  }
}

/** Invoices as a shop makes them, paid in the mempool, then in a block, until all are settled and told. */
async function payMany(app: SandboxApp, count: number, url: string): Promise<void> {
  const shop = shopOf(app);
  for (let done = 0; done < count; done += AT_ONCE) {
    const ids: string[] = [];
    for (let index = 0; index < Math.min(AT_ONCE, count - done); index++) {
      const metadata = {
        orderId: `order-${done + index}`,
        itemDesc: "Two of these",
        buyerEmail: "buyer@shop.example",
      };
      const { id } = ok<{ id: string }>(
        await app.post("/invoices", { amount: "25.00", currency: "USD", metadata }),
      );
      await shop.pay(id);
      ids.push(id);
    }
    await shop.tick(4);
    await shop.mine();
    for (const id of ids) await shop.until(id, "Settled");
    await shop.tick();
    await shop.tick();
    await reclaim(url);
  }
}

function print(name: string, sizes: Sizes): void {
  const rows = [...sizes].filter(([, bytes]) => bytes >= LEAST).toSorted(([, a], [, b]) => b - a);
  const total = [...sizes.values()].reduce((all, bytes) => all + bytes, 0);
  console.log(`\n${name}: ${Math.round(total)} bytes a paid invoice`);
  for (const [what, bytes] of rows) console.log(`| ${what} | ${Math.round(bytes)} |`);
}
