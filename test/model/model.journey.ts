import { isPostgres, openDatabase } from "../../src/database/open.ts";
import { createPersistence } from "../../src/gateway/persistence/persistence.ts";
import { onUsualDatabase } from "../support/databases.ts";
import { runs } from "../support/sizes.ts";
import { createMemoryPersistence } from "../support/memoryPersistence.ts";
import { refundHistories } from "./commands.ts";
import { runModel } from "./runModel.ts";

const COMMANDS = 60;
const SEED = 20_261_121;

describe("whatever payers, chains, explorers and the service do, no payment is lost and none is credited twice", () => {
  it("in memory", async function () {
    this.timeout(120_000);
    await runModel((use) => use(createMemoryPersistence()), {
      runs: runs(16),
      commands: COMMANDS,
      seed: SEED,
    });
  });

  it("nor where two gateways work on one database", async function () {
    this.timeout(120_000);
    const size = { runs: runs(8), commands: COMMANDS, seed: SEED + 3, gateways: 2 };
    await runModel((use) => use(createMemoryPersistence()), size);
  });

  it("nor is a refund paid twice, or more refunded than was received", async function () {
    this.timeout(120_000);
    const size = { runs: runs(24), commands: 25, seed: SEED + 2, kind: refundHistories };
    await runModel((use) => use(createMemoryPersistence()), size);
  });

  // SQLite in memory: what a crash leaves on a disk is the business of the tests that kill processes.
  const opener = (url: string) => openDatabase(isPostgres(url) ? url : ":memory:", "gateway");
  onUsualDatabase(opener, (open) => {
    it("in a database", async function () {
      this.timeout(120_000);
      const refused: unknown[] = [];
      await runModel(
        async (use) => {
          const database = await open();
          await use(createPersistence(database, (error) => refused.push(error)));
          await database.close();
          if (refused.length > 0) throw new Error("A row was refused.", { cause: refused[0] });
        },
        { runs: runs(2), commands: COMMANDS, seed: SEED + 1 },
      );
    });
  });
});
