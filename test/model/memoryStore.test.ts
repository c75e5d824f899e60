import { expect } from "chai";
import fc from "fast-check";
import { openDatabase } from "../../src/database/open.ts";
import type { Store } from "../../src/gateway/ports/storePort.ts";
import { createStore } from "../../src/gateway/persistence/store.ts";
import { createMemoryStore } from "../support/memoryStore.ts";
import { plain } from "../gateway/persistence/storedThings.ts";
import { histories, type Step } from "./commands.ts";
import { live } from "./runModel.ts";

const SEED = 55_000_001; // odd, so that jobs run one after the other: then the same calls come in the same order
const HISTORIES = 4;
const COMMANDS = 60;
// The audit reads rows that only a database has, and the calls until a crash are counted.

describe("the store in memory", () => {
  it("keeps what a database keeps: the same history leaves the same invoices, events and books", async function () {
    this.timeout(60_000);
    const samples = fc.sample(histories(COMMANDS), { seed: SEED, numRuns: HISTORIES });
    for (const [index, steps] of samples.entries()) {
      const database = await openDatabase(":memory:", "gateway");
      const seed = SEED + 2 * index;
      const inMemory = await storyOf(createMemoryStore(), steps, seed);
      const stored = await storyOf(
        createStore(database, () => {}),
        steps,
        seed,
      );
      await database.close();
      expect(inMemory, `history ${index}`).to.deep.equal(stored);
    }
  });
});

async function storyOf(store: Store, steps: readonly Step[], seed: number): Promise<unknown> {
  const { commits, invoices } = await live(oneByOne(store), steps, seed, ["audit"]);
  return {
    invoices: plain(await invoices()),
    events: commits.all.flatMap(({ after, events }) =>
      events.map(({ type }) => `${after.id} ${after.version} ${type}`),
    ),
    ledger: await store.ledgerPage("", 100_000),
    rollups: await store.rollups("", 100_000),
    unattributed: await store.listUnattributed("", 100_000),
  };
}

type Method = (...given: readonly unknown[]) => Promise<unknown>;

/**
 * The store with one call at a time, in the order in which they come. What looks at several things side by side then makes the
 * same calls in the same order, however long each of them takes.
 */
function oneByOne(store: Store): Store {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn =
    (method: Method): Method =>
    (...given) => {
      const done = last.then(() => method(...given));
      last = done.catch(() => {}).then(() => new Promise((resolve) => void setImmediate(resolve))); // whoever asked goes on first
      return done;
    };
  return Object.fromEntries(
    Object.entries(store).map(([name, part]: [string, unknown]) => [
      name,
      typeof part === "function" ? inTurn(part as Method) : part,
    ]),
  ) as unknown as Store; // the same methods
}
