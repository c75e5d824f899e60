import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { Refusal } from "../../../src/network/api/refusals.ts";
import type { NetworkStore } from "../../../src/network/persistence/open.ts";
import { createIssuer } from "../../../src/network/quote/issue.ts";
import type { PricedQuote } from "../../../src/network/quote/pricedQuote.ts";
import { appBalance } from "../../../src/network/sponsors/balance.ts";
import { payIn, setLimits } from "../../../src/network/sponsors/paySponsor.ts";
import { submitCall } from "../../../src/network/sponsors/submitCall.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { storeIn } from "../storeIn.ts";
import { CALL_CHAIN, CALLS_AT, partsOfCalls } from "./callParts.ts";

const DOLLAR = 1_000_000n;
const OWNER = "aa";
const HELD = 1_500_000n; // for fees of a dollar
const clock = () => CALLS_AT;
const random = (length: number) => randomBytes(length);

describe("the balance of an API key that two services on one database spend", () => {
  onBothDatabases("network", (open) => {
    let services: readonly NetworkStore[];
    before(async () => {
      const database = await open("shared");
      const store = storeIn(database);
      const isShared = database.dialect === "postgres"; // SQLite is opened by one process, where two callers are in each other's way
      services = [store, isShared ? storeIn(await open("shared")) : store];
      const key = {
        ...{ hash: OWNER, prefix: OWNER, name: OWNER },
        ...{ createdAt: CALLS_AT, revokedAt: null, lastUsedAt: null },
      };
      await setLimits({ store, clock, random }, key, { perCall: 50n * DOLLAR, perDay: 50n * DOLLAR });
      await payIn({ store, clock, random }, key, 10n * DOLLAR);
    });

    it("is held for fees and calls at the same moment once, and never beyond what there is", async () => {
      const spends = services.flatMap((store, service) => {
        const parts = partsOfCalls(store);
        const issue = createIssuer(parts);
        return Array.from({ length: 6 }, (_, index) =>
          index === 5
            ? submitCall(parts, {
                ...{ owner: OWNER, requestId: undefined, chainId: CALL_CHAIN, signers: [] },
                call: { to: `0x${"ab".repeat(20)}` as EvmAddress, value: 0n, data: `0x0${service}` },
              })
            : issue(sponsoredQuote(`quote ${service} ${index}`)),
        );
      });
      const outcomes = (await Promise.allSettled(spends)).map((outcome) =>
        outcome.status === "fulfilled" ? "held" : refusalOf(outcome.reason),
      );
      const app = await appBalance({ store: services[0] as NetworkStore, clock }, OWNER);
      const left = app?.available ?? 0n;
      expect(left < HELD, `${left} of ten dollars is left: ${outcomes.join()}`).to.equal(true);
      const spent = outcomes.filter((outcome) => outcome === "held").length;
      expect(spent).to.be.within(6, 8); // six quotes, or fewer and a call or two
      expect(outcomes.filter((outcome) => outcome === "SPONSOR_BALANCE_TOO_LOW")).to.have.length(12 - spent);
      expect(10n * DOLLAR - left, "what is held is what was given").to.equal(await heldBy(services[0]!));
    });
  });
});

/** What is held by the rows, read without the balance. */
async function heldBy({ db, tables }: NetworkStore): Promise<bigint> {
  const fees = await db.select().from(tables.sponsoredFees);
  const calls = await db.select().from(tables.executions);
  return [...fees.map(({ held }) => held), ...calls.map(({ most }) => most)].reduce(
    (sum, one) => sum + one,
    0n,
  );
}

function refusalOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  throw error;
}

/** A quote with fees of a dollar, whose user pays by their own transaction. */
function sponsoredQuote(requestId: string): PricedQuote {
  const coin = { chainId: CALL_CHAIN, address: `0x${"0".repeat(40)}`, symbol: "USDC", decimals: 6 };
  return {
    ...{ requestId, at: CALLS_AT, owner: OWNER, permit: undefined },
    terms: {
      ...{ user: "user", recipient: "recipient", method: "depository", operation: "bridge" },
      ...{ tradeType: "EXACT_INPUT", strict: false, slippageBps: 100, appFees: [], calls: [] },
      ...{ isSponsored: true, usePools: true, origin: coin, destination: coin },
    },
    price: { input: 0n, output: 0n, minimum: 0n, flat: 0n, fees: { sponsored: DOLLAR } },
    market: { output: { decimals: 6, usd: 100_000_000n } },
  } as unknown as PricedQuote; // what is stored of it
}
