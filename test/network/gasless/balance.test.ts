import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { networkKeys } from "../../../src/cli/network/keys.ts";
import { networkSponsor } from "../../../src/cli/network/sponsor.ts";
import { withSharedStore } from "../../../src/cli/network/store.ts";
import type { Command } from "../../../src/cli/command.ts";
import { ConflictError } from "../../../src/database/driver.ts";
import { keyPrefix } from "../../../src/network/callers/keyText.ts";
import { keyByPrefix } from "../../../src/network/persistence/keys.ts";
import { insertSponsoredFees } from "../../../src/network/persistence/sponsoredFees.ts";
import { openStore, type NetworkStore } from "../../../src/network/persistence/open.ts";
import {
  chargeExecution,
  insertExecution,
  type Execution,
} from "../../../src/network/persistence/executions.ts";
import { appBalance, requireSpendable } from "../../../src/network/sponsors/balance.ts";
import { inDollars } from "../../../src/network/sponsors/cost.ts";
import { payIn, setLimits } from "../../../src/network/sponsors/paySponsor.ts";
import { DAY_MS } from "../../../src/values/time.ts";
import { onUsualDatabase } from "../../support/databases.ts";
import { storeIn } from "../storeIn.ts";

const NOW = 1_800_000_000_000;
const DOLLAR = 1_000_000n;
const random = (length: number) => randomBytes(length);

describe("the balance of an application", () => {
  onUsualDatabase("network", (open) => {
    let store: NetworkStore;
    const key = {
      hash: "aa",
      prefix: "ctn_aaaaaaaa",
      name: "app",
      createdAt: NOW,
      revokedAt: null,
      lastUsedAt: null,
    };
    const at = (now: number) => ({ store, clock: () => now, random });
    const call = (number: number, most: bigint, createdAt = NOW): Execution => ({
      ...{
        id: `call ${number}`,
        owner: key.hash,
        number,
        requestId: null,
        chainId: 1,
        digest: `${number}`,
        most,
      },
      ...{ coinUsd: 3_000n * 10n ** 8n, charged: null, failure: null, createdAt },
    });
    before(async () => {
      store = storeIn(await open());
    });

    it("is there once the operator has set limits, and is what was paid in less what calls cost or may cost", async () => {
      expect(await appBalance(at(NOW), key.hash)).to.equal(undefined);
      await setLimits(at(NOW), key, { perCall: 2n * DOLLAR, perDay: 5n * DOLLAR });
      await payIn(at(NOW), key, 10n * DOLLAR);
      await payIn(at(NOW), key, DOLLAR);
      await store.commit([insertExecution(store, call(1, 2n * DOLLAR))]);
      const app = await appBalance(at(NOW), key.hash);
      expect(app).to.include({ balance: 11n * DOLLAR, available: 9n * DOLLAR, leftToday: 3n * DOLLAR });
      await store.commit([chargeExecution(store, "call 1", { charged: DOLLAR, failure: null })]);
      const later = await appBalance(at(NOW + DAY_MS / 2), key.hash);
      expect(later, "the books have the charge").to.include({
        available: 11n * DOLLAR,
        leftToday: 4n * DOLLAR,
      });
      expect((await appBalance(at(NOW + DAY_MS + 1), key.hash))?.leftToday).to.equal(5n * DOLLAR);
    });

    it("lets no two calls have the same number, so that neither overlooks the other", async () => {
      const second = store.commit([insertExecution(store, { ...call(1, DOLLAR), id: "another" })]);
      expect(await second.catch((error: unknown) => error)).to.be.instanceOf(ConflictError);
    });

    it("refuses what is above one of the limits, and says which", async () => {
      const app = await appBalance(at(NOW), key.hash);
      const why = (most: bigint) => {
        try {
          requireSpendable(app, most);
          return "";
        } catch (error) {
          return (error as Error).message;
        }
      };
      expect(why(2n * DOLLAR)).to.equal("");
      expect(why(2n * DOLLAR + 1n)).to.contain("may spend 2 USDC on one");
      expect(why(0n)).to.equal("");
    });

    it("gives back no more than is free", async () => {
      const refused = await payIn(at(NOW), key, -12n * DOLLAR).catch((error: unknown) => String(error));
      expect(refused).to.contain("has 11 USDC free");
      await payIn(at(NOW), key, -11n * DOLLAR);
      expect((await appBalance(at(NOW), key.hash))?.balance).to.equal(0n);
    });
  });

  it("counts gas in dollars, rounded up", () => {
    expect(inDollars(10n ** 18n, 3_000n * 10n ** 8n)).to.equal(3_000n * DOLLAR);
    expect(inDollars(1n, 3_000n * 10n ** 8n)).to.equal(1n);
    expect(inDollars(0n, 3_000n * 10n ** 8n)).to.equal(0n);
  });
});

describe("crosstill network sponsor", () => {
  let folder: string;
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-sponsor-"));
    await (await openStore(path.join(folder, "network.db"))).database.close();
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  const run = async (command: Command, ...args: string[]): Promise<string> => {
    const lines: string[] = [];
    const print = (text: string) => void lines.push(text);
    const rest = { note: () => {}, startedAt: 0, onStop: () => {} };
    await command({ args, env: { DATA_DIR: folder }, clock: () => NOW, random, print, ...rest }).catch(
      (error: unknown) => print(String(error)),
    );
    return lines.join("\n");
  };

  it("sets limits, books what was paid in and given back, and lists it", async () => {
    expect(await run(networkSponsor, "list")).to.equal("No API key may sponsor calls yet.");
    const key = await run(networkKeys, "create", "--name", "an app");
    const name = keyPrefix(key);
    expect(await run(networkSponsor, "pay-in", name, "--amount", "5")).to.contain("has no limits yet");
    expect(await run(networkSponsor, "set", name, "--per-call", "0.5", "--per-day", "20")).to.contain(
      "0.5 USDC on a call",
    );
    expect(await run(networkSponsor, "pay-in", key, "--amount", "5")).to.contain("now has 5 USDC");
    expect(await run(networkSponsor, "pay-back", name, "--amount", "1.25")).to.contain("now has 3.75 USDC");
    expect(await run(networkSponsor, "pay-back", name, "--amount", "4")).to.contain("has 3.75 USDC free");
    expect(await run(networkSponsor, "list")).to.equal(
      `${name}  balance 3.75 USDC  free 3.75 USDC  a call 0.5 USDC  a day 20 USDC  left today 20 USDC`,
    );
    expect(await run(networkSponsor, "history", name)).to.equal(
      "No call was submitted and no quote was sponsored yet.",
    );
  });

  it("lists calls and sponsored quotes by time, with what each cost or may cost", async () => {
    const name = keyPrefix(await run(networkKeys, "create", "--name", "a third app"));
    await run(networkSponsor, "set", name, "--per-call", "0.5", "--per-day", "20");
    await withSharedStore(path.join(folder, "network.db"), async (store) => {
      const { hash: owner = "" } = (await keyByPrefix(store, name)) ?? {};
      const minute = (minutes: number) => NOW + minutes * 60_000;
      const fees = (requestId: string, minutes: number, state: string, charged: bigint | null) =>
        insertSponsoredFees(store, {
          ...{ requestId, owner, held: 3n * DOLLAR, charged, state },
          ...{ expiresAt: minute(200), createdAt: minute(minutes) },
        });
      await store.commit([
        fees("quote-held", 1, "held", null),
        fees("quote-filled", 3, "settled", 2n * DOLLAR),
        fees("quote-over", 4, "released", DOLLAR),
        insertExecution(store, {
          ...{ id: "call-1", owner, number: 1, requestId: null, chainId: 1, digest: "d", most: DOLLAR },
          ...{ coinUsd: 1n, charged: 10_000n, failure: null, createdAt: minute(2) },
        }),
      ]);
    });
    expect((await run(networkSponsor, "history", name)).split("\n")).to.deep.equal([
      "2027-01-15T08:01:00.000Z  fees of quote  may cost 3 USDC  quote-held",
      "2027-01-15T08:02:00.000Z  call on chain 1  cost 0.01 USDC    call-1",
      "2027-01-15T08:03:00.000Z  fees of quote  cost 2 USDC  quote-filled",
      "2027-01-15T08:04:00.000Z  fees of quote  cost nothing  not filled  quote-over",
    ]);
  });

  it("says what it expected when it cannot do what was asked", async () => {
    for (const [args, words] of [
      [[], "list, set, pay-in, pay-back or history"],
      [["set", "ctn_12345678", "--per-call", "1", "--per-day", "2"], "is not one of this service"],
    ] as const)
      expect(await run(networkSponsor, ...args)).to.contain(words);
    const name = keyPrefix(await run(networkKeys, "create", "--name", "another app"));
    const wrong = await run(networkSponsor, "set", name, "--per-call", "-1", "--per-day", "2").catch(String);
    expect(wrong).to.contain("per-call");
    await run(networkKeys, "revoke", name);
    expect(await run(networkSponsor, "history", name)).to.contain("was revoked");
  });
});
