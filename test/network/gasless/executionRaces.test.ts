import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { keccak256, toHex } from "viem";
import { ConflictError } from "../../../src/database/driver.ts";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { Refusal } from "../../../src/network/api/refusals.ts";
import { appBalanceOf, APP_FEES_IN, INCOME } from "../../../src/network/ledger/accounts.ts";
import {
  chargeExecution,
  executionById,
  insertExecution,
  newestExecution,
  openExecutions,
  type Execution,
} from "../../../src/network/persistence/executions.ts";
import type { EvmCall } from "../../../src/network/chains/evm.ts";
import { paymentById } from "../../../src/network/persistence/outbound.ts";
import { balanceOfAccount, insertBooking } from "../../../src/network/persistence/ledger.ts";
import { heldFees } from "../../../src/network/persistence/sponsoredFees.ts";
import type { NetworkStore } from "../../../src/network/persistence/open.ts";
import { appBalance } from "../../../src/network/sponsors/balance.ts";
import { payIn, setLimits } from "../../../src/network/sponsors/paySponsor.ts";
import { holdFees } from "../../../src/network/sponsors/quoteFees.ts";
import { submitCall } from "../../../src/network/sponsors/submitCall.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { CALL_CHAIN as CHAIN, CALLS_AT as NOW, partsOfCalls } from "./callParts.ts";
import { storeIn } from "../storeIn.ts";

const DOLLAR = 1_000_000n;
const TARGET = `0x${"ab".repeat(20)}` as EvmAddress;
const QUERIES = 12; // more than are asked
const random = (length: number) => randomBytes(length);
const clock = () => NOW;

describe("a sponsored call with authorizations (EIP-7702)", () => {
  onBothDatabases("network", (open) => {
    let store: NetworkStore;
    before(async () => {
      store = storeIn(await open());
      const key = { hash: "aa", prefix: "aa", name: "aa", createdAt: NOW, revokedAt: null, lastUsedAt: null };
      await setLimits({ store, clock, random }, key, { perCall: 50n * DOLLAR, perDay: 50n * DOLLAR });
      await payIn({ store, clock, random }, key, 10n * DOLLAR);
    });
    const word = (digit: string) => `0x${digit.repeat(64)}` as const;
    const authorization = {
      chainId: 1,
      address: TARGET,
      nonce: 0,
      yParity: 0,
      r: word("a"),
      s: word("b"),
    } as const;
    const submit = async (call: Partial<EvmCall>) => {
      const parts = partsOfCalls(store);
      const asked = { owner: "aa", requestId: undefined, chainId: CHAIN, signers: [] };
      const id = await submitCall(parts, {
        ...asked,
        call: { to: TARGET, value: 0n, data: "0xabcdef12", ...call },
      });
      return {
        id,
        payment: await paymentById(store, `execute/${id}`),
        execution: await executionById(store, id),
      };
    };

    it("has gas for each of them, and their data counts in what it may cost", async () => {
      const [none, two] = [
        await submit({}),
        await submit({ authorizationList: [authorization, { ...authorization, nonce: 1 }] }),
      ];
      const gasOf = ({ payment }: typeof none) => (payment?.order as { gas: bigint | string }).gas;
      expect(BigInt(gasOf(two)) - BigInt(gasOf(none))).to.equal(50_000n);
      expect(BigInt(gasOf(none))).to.equal(65_000n);
      const held = ({ execution }: typeof none) => execution?.most ?? 0n;
      expect(held(two) - held(none), "110 bytes each, of 0.003 dollars").to.equal(660_000n);
    });

    it("is the same call in capital letters, and with other zeros before its numbers", async () => {
      const list = [{ ...authorization, r: "0x0a" as const }];
      const { id } = await submit({ data: "0xabcdef34", authorizationList: list });
      const same = [
        {
          ...authorization,
          address: TARGET.toUpperCase().replace("0X", "0x") as EvmAddress,
          r: "0x0A" as const,
          s: word("B"),
        },
      ];
      expect((await submit({ data: "0xABCDEF34", authorizationList: same })).id).to.equal(id);
      expect(
        (await submit({ data: "0xabcdef34", authorizationList: [{ ...authorization, r: "0xa" }] })).id,
      ).to.equal(id);
      expect((await submit({ data: "0xabcdef35", authorizationList: list })).id).to.not.equal(id);
    });
  });
});

describe("what another process does between two reads of a sponsored call", () => {
  onBothDatabases("network", (open) => {
    let store: NetworkStore;
    let made = 0;
    before(async () => {
      store = storeIn(await open());
    });

    /** An application with 10 dollars. */
    const newOwner = async () => {
      const hash = `owner ${++made}`;
      const key = { hash, prefix: hash, name: hash, createdAt: NOW, revokedAt: null, lastUsedAt: null };
      await setLimits({ store, clock, random }, key, { perCall: 50n * DOLLAR, perDay: 50n * DOLLAR });
      await payIn({ store, clock, random }, key, 10n * DOLLAR);
      return hash;
    };
    const call = (owner: string, number: number, digest = ""): Execution => ({
      ...{ id: `${owner} ${number}`, owner, number, requestId: null, chainId: CHAIN, digest },
      ...{ most: 2n * DOLLAR, coinUsd: 1n, charged: null, failure: null, createdAt: NOW },
    });

    it("never lets money be spent again that a call costs, whenever the call comes into its block", async () => {
      for (let query = 1; query <= QUERIES; query++) {
        const owner = await newOwner();
        await store.commit([insertExecution(store, call(owner, 1))]);
        const cost = { ...APP_FEES_IN, requestId: null };
        const settle = () =>
          store.commit([
            chargeExecution(store, `${owner} 1`, { charged: DOLLAR, failure: null }),
            insertBooking(
              store,
              `${owner} 1`,
              [
                { ...cost, account: appBalanceOf(owner), amount: DOLLAR },
                { ...cost, account: INCOME, amount: -DOLLAR },
              ],
              NOW,
            ),
          ]);
        const app = await appBalance({ store: interrupted(store, query, settle), clock }, owner);
        expect(app && app.available <= 9n * DOLLAR, `query ${query}: ${app?.available}`).to.equal(true);
      }
    });

    it("never submits the same call twice, whenever the other one is submitted", async () => {
      for (let query = 1; query <= QUERIES; query++) {
        const owner = await newOwner();
        const data = "0x12345678" as const;
        const digest = keccak256(toHex(JSON.stringify([owner, "", CHAIN, TARGET, data, []])));
        let isOther = false;
        const submitOther = async () => {
          isOther = true;
          await store.commit([insertExecution(store, call(owner, 1, digest))]);
        };
        const parts = partsOfCalls(interrupted(store, query, submitOther));
        const asked = { owner, requestId: undefined, chainId: CHAIN, signers: [] };
        const id = await submitCall(parts, { ...asked, call: { to: TARGET, value: 0n, data } });
        const newest = await newestExecution(store, owner);
        expect(newest?.number, `another one before query ${query}`).to.equal(1);
        if (isOther) expect(id).to.equal(`${owner} 1`);
      }
    });
  });
});

describe("two services that take parts of one application's balance", () => {
  onBothDatabases("network", (open) => {
    let here: NetworkStore;
    let there: NetworkStore; // on PostgreSQL with connections of its own
    let made = 0;
    before(async () => {
      const database = await open("shared");
      here = storeIn(database);
      there = database.dialect === "postgres" ? storeIn(await open("shared")) : here; // SQLite has one process
    });

    /** An application with 10 dollars. */
    const newKey = async () => {
      const hash = `app ${++made}`;
      const key = { hash, prefix: hash, name: hash, createdAt: NOW, revokedAt: null, lastUsedAt: null };
      await setLimits({ store: here, clock, random }, key, { perCall: 50n * DOLLAR, perDay: 50n * DOLLAR });
      await payIn({ store: here, clock, random }, key, 10n * DOLLAR);
      return key;
    };
    /** Holds dollars for a quote as the service does, which tries again when another one took its turn. */
    const quote = async (store: NetworkStore, owner: string, dollars: bigint): Promise<string> => {
      const requestId = `quote ${++made}`;
      const coin = { usd: 100_000_000n, decimals: 6 };
      const asked = {
        ...{ requestId, owner, at: NOW, terms: { isSponsored: true } },
        ...{ market: { output: coin }, price: { fees: { sponsored: (dollars * DOLLAR * 2n) / 3n } } }, // half more is held
      } as unknown as Parameters<typeof holdFees>[1];
      for (;;) {
        try {
          await store.commit([...(await holdFees({ store, clock }, asked))]);
          return "held";
        } catch (error) {
          if (error instanceof Refusal) return error.code;
          if (!(error instanceof ConflictError)) throw error;
        }
      }
    };
    const call = async (store: NetworkStore, owner: string): Promise<string> => {
      const asked = { owner, requestId: undefined, chainId: CHAIN, signers: [] };
      const data = `0x${String(++made).padStart(8, "0")}${"00".repeat(1_000)}` as const;
      const prices = { price: async () => 3_000n * 10n ** 8n };
      const market = { dataFee: async () => 2n * 10n ** 15n }; // six dollars
      const parts = { ...partsOfCalls(store), prices, market } as unknown as Parameters<typeof submitCall>[0];
      try {
        await submitCall(parts, { ...asked, call: { to: TARGET, value: 0n, data } });
        return "held";
      } catch (error) {
        if (error instanceof Refusal) return error.code;
        throw error;
      }
    };
    /** What is paid in, less all that is held of it; below zero where more was promised than is there. */
    const left = async (owner: string) => {
      const held = (await heldFees(here, owner)).map((one) => one.held);
      const calls = (await openExecutions(here, owner)).map(({ most }) => most);
      const balance = -(await balanceOfAccount(here, appBalanceOf(owner), APP_FEES_IN));
      return [...held, ...calls].reduce((rest, one) => rest - one, balance);
    };

    it("never take the same dollars, whenever the other one takes them", async () => {
      const others = {
        quote: (key: Awaited<ReturnType<typeof newKey>>) => quote(there, key.hash, 6n),
        call: (key: Awaited<ReturnType<typeof newKey>>) => call(there, key.hash),
        "pay-back": (key: Awaited<ReturnType<typeof newKey>>) =>
          payIn({ store: there, clock, random }, key, -6n * DOLLAR),
      };
      for (const [name, take] of Object.entries(others)) {
        let happened = 0;
        for (let query = 1; query <= QUERIES; query++) {
          const key = await newKey();
          const store = interrupted(here, query, async () => {
            happened += 1;
            await take(key);
          });
          const before = happened;
          const said = await quote(store, key.hash, 6n);
          expect(said, `${name} before query ${query}`).to.equal(
            happened > before ? "SPONSOR_BALANCE_TOO_LOW" : "held",
          );
          expect((await left(key.hash)) >= 0n, `${name} before query ${query}`).to.equal(true);
        }
        expect(happened, name).to.be.above(3);
      }
    });

    it("give nothing back to the operator that a quote has taken meanwhile", async () => {
      for (let query = 1; query <= QUERIES; query++) {
        const key = await newKey();
        let said = "";
        const store = interrupted(here, query, async () => {
          said = await quote(there, key.hash, 6n);
        });
        const refused = await payIn({ store, clock, random }, key, -6n * DOLLAR).catch(
          (error: Error) => error,
        );
        expect(refused instanceof Error, `before query ${query}`).to.equal(said === "held");
        expect((await left(key.hash)) >= 0n, `before query ${query}`).to.equal(true);
      }
    });

    it("hold together what is there, and refuse the rest, when all ask at once", async () => {
      const { hash } = await newKey();
      const asked = [here, there, here, there, here, there, here, there].map((store) =>
        quote(store, hash, 3n),
      );
      const said = await Promise.all(asked);
      expect(said.filter((one) => one === "held")).to.have.length(3);
      expect(said.filter((one) => one === "SPONSOR_BALANCE_TOO_LOW")).to.have.length(5);
      expect(await left(hash)).to.equal(DOLLAR);
    });
  });
});

/** The store, where something happens right before the so many-th query of it, once. */
function interrupted(store: NetworkStore, query: number, happens: () => Promise<unknown>): NetworkStore {
  let asked = 0;
  const wrap = <T extends object>(builder: T): T =>
    new Proxy(builder, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== "function") return found;
        if (name !== "then")
          return (...args: unknown[]) => wrap((found as (...a: unknown[]) => object).apply(target, args));
        return async (resolve: (value: unknown) => unknown, reject: (why: unknown) => unknown) => {
          if (++asked === query) await happens();
          return (target as PromiseLike<unknown>).then(resolve, reject);
        };
      },
    });
  const select = store.db.select.bind(store.db);
  const db = new Proxy(store.db, {
    get: (target, name) =>
      name === "select" ? (...args: []) => wrap(select(...args)) : (Reflect.get(target, name) as unknown),
  });
  return { ...store, db };
}
