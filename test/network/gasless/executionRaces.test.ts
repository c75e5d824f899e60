import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { keccak256, toHex } from "viem";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { appBalanceOf, APP_FEES_IN, INCOME } from "../../../src/network/ledger/accounts.ts";
import type { NetworkParts } from "../../../src/network/parts.ts";
import {
  chargeExecution,
  insertExecution,
  newestExecution,
  type Execution,
} from "../../../src/network/persistence/executions.ts";
import { insertBooking } from "../../../src/network/persistence/ledger.ts";
import type { NetworkStore } from "../../../src/network/persistence/open.ts";
import { tables as postgresTables } from "../../../src/network/persistence/schema.postgres.ts";
import { tables as sqliteTables } from "../../../src/network/persistence/schema.sqlite.ts";
import { appBalance } from "../../../src/network/sponsors/balance.ts";
import { payIn, setLimits } from "../../../src/network/sponsors/paySponsor.ts";
import { submitCall } from "../../../src/network/sponsors/submitCall.ts";
import { evmAccount } from "../../../src/sandbox/accounts.ts";
import { onBothDatabases } from "../../support/databases.ts";

const NOW = 1_800_000_000_000;
const DOLLAR = 1_000_000n;
const CHAIN = 31337;
const TARGET = `0x${"ab".repeat(20)}` as EvmAddress;
const QUERIES = 12; // more than are asked
const random = (length: number) => randomBytes(length);
const clock = () => NOW;

describe("what another process does between two reads of a sponsored call", () => {
  onBothDatabases("network", (open) => {
    let store: NetworkStore;
    let made = 0;
    before(async () => {
      const { db, dialect, commit, close } = await open();
      store = { db, commit, close, tables: dialect === "postgres" ? postgresTables : sqliteTables };
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
        const parts = partsWith(interrupted(store, query, submitOther));
        const asked = { owner, requestId: undefined, chainId: CHAIN, signers: [] };
        const id = await submitCall(parts, { ...asked, call: { to: TARGET, value: 0n, data } });
        const newest = await newestExecution(store, owner);
        expect(newest?.number, `another one before query ${query}`).to.equal(1);
        if (isOther) expect(id).to.equal(`${owner} 1`);
      }
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

/** A service whose chain takes every call. */
function partsWith(store: NetworkStore): NetworkParts {
  const account = evmAccount(0);
  const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
  const chain = {
    id: CHAIN,
    gasFees: async () => fees,
    nextNonce: async () => 0,
    minedNonce: async () => 0,
    hasCode: async () => true,
    simulate: async () => ({ reverts: false, gas: 50_000n }),
  };
  const coin = { chainId: CHAIN, address: `0x${"0".repeat(40)}`, symbol: "ETH", decimals: 18 };
  return {
    ...{ store, clock, random },
    evm: new Map([[CHAIN, chain]]),
    keys: { solverEvm: account, solverEvmAddress: account.address.toLowerCase() },
    contracts: { Router: `0x${"cd".repeat(20)}` },
    catalog: { currencies: () => [coin] },
    market: { dataFee: async () => 0n },
    prices: { price: async () => 3_000n * 10n ** 8n },
    settings: { solver: { maxGasPrice: 10n ** 12n } },
    log: { error: () => {}, warn: () => {}, info: () => {} },
  } as unknown as NetworkParts; // what submitCall uses of it
}
