import { expect } from "chai";
import fc from "fast-check";
import { openDatabase } from "../../src/database/open.ts";
import type { Persistence } from "../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../src/gateway/persistence/persistence.ts";
import { createMemoryPersistence } from "../support/memoryPersistence.ts";
import { plain } from "../gateway/persistence/storedThings.ts";
import { histories, type Step } from "./commands.ts";
import { live } from "./runModel.ts";

const SEED = 55_000_001; // odd, so that jobs run one after the other: then the same calls come in the same order
const HISTORIES = process.env["JOURNEYS"] === "full" ? 4 : 1;
const COMMANDS = 60;
// The audit reads rows that only a database has, and the calls until a crash are counted.

describe("the store in memory", () => {
  it("keeps what a database keeps: the same history leaves the same invoices, events and books", async function () {
    this.timeout(60_000);
    const samples = fc.sample(histories(COMMANDS), { seed: SEED, numRuns: HISTORIES });
    for (const [index, steps] of samples.entries()) {
      const database = await openDatabase(":memory:", "gateway");
      const seed = SEED + 2 * index;
      const inMemory = await storyOf(createMemoryPersistence(), steps, seed);
      const stored = await storyOf(
        createPersistence(database, () => {}),
        steps,
        seed,
      );
      await database.close();
      expect(inMemory, `history ${index}`).to.deep.equal(stored);
    }
  });
});

async function storyOf(persistence: Persistence, steps: readonly Step[], seed: number): Promise<unknown> {
  const { commits, invoices } = await live(oneByOne(persistence), steps, seed, { without: ["audit"] });
  return {
    invoices: plain(await invoices()),
    events: commits.all.flatMap(({ after, events }) =>
      events.map(({ type }) => `${after.id} ${after.version} ${type}`),
    ),
    ledger: await persistence.books.ledgerPage("", 100_000),
    rollups: await persistence.books.rollups("", 100_000),
    unattributed: await persistence.unattributed.list("", 100_000),
  };
}

type Method = (...given: readonly unknown[]) => Promise<unknown>;

/**
 * The store with one call at a time, in the order in which they come. What looks at several things side by side then makes the
 * same calls in the same order, however long each of them takes.
 */
function oneByOne(persistence: Persistence): Persistence {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn =
    (method: Method): Method =>
    (...given) => {
      const done = last.then(() => method(...given));
      last = done.catch(() => {}).then(() => new Promise((resolve) => void setImmediate(resolve))); // whoever asked goes on first
      return done;
    };
  return Object.fromEntries(
    Object.entries(persistence).map(([name, part]: [string, unknown]) => [
      name,
      typeof part === "function" ? inTurn(part as Method) : part,
    ]),
  ) as unknown as Persistence; // the same methods
}
