import { expect } from "chai";
import { callBudget } from "../../src/chain/callBudget.ts";
import type { Looks } from "../../src/gateway/looks.ts";
import type { Gateway } from "../../src/gateway/ports.ts";
import type { Lease } from "../../src/gateway/storePort.ts";
import { watchMempool } from "../../src/gateway/watchMempool.ts";
import { timeOrderedId } from "../../src/ids.ts";
import { silentLog } from "../../src/log.ts";
import { BITCOIN_CHAIN_ID } from "../../src/protocol/identifiers.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/time.ts";
import { addressOfScript } from "../../src/bitcoin/address.ts";
import { testClock } from "../support/clock.ts";

const YOUNG_INVOICES = 1_500;
const CALLS_PER_MINUTE = 120; // the default

/** Invoices that were made one second apart, the last one just now, and an explorer that writes down whom it was asked about. */
function manyInvoices(watched: readonly number[]) {
  const clock = testClock();
  const asked: Readonly<{ invoice: number; at: number }>[] = [];
  const leases = Array.from({ length: YOUNG_INVOICES }, (_, index): Lease => {
    const fromAt = clock() - (YOUNG_INVOICES - index) * SECOND_MS;
    const id = timeOrderedId(fromAt, (length) => new Uint8Array(length), index);
    const address = addressOfScript("regtest", `0014${index.toString(16).padStart(40, "0")}`) as string;
    return {
      id,
      chainId: BITCOIN_CHAIN_ID,
      address,
      requestId: id,
      invoiceId: String(index),
      methodId: "BTC-CHAIN",
      fromAt,
    };
  });
  const gateway = {
    clock,
    log: silentLog,
    settings: { bitcoinNetwork: "regtest" },
    heights: new Map(),
    missing: new Map(),
    budgets: { explorer: callBudget(CALLS_PER_MINUTE, clock) },
    viewers: { watched: () => watched.map(String) },
    explorer: {
      async mempoolOf(address: string) {
        asked.push({ invoice: leases.findIndex((lease) => lease.address === address), at: clock() });
        return [];
      },
    },
    store: {
      openLeases: async (after: string, limit: number) =>
        leases.filter(({ id }) => id > after).slice(0, limit),
      movingInvoices: async () => [],
      leasesOf: async (id: string) => leases.filter(({ invoiceId }) => invoiceId === id),
      openLeasesAt: async () => [],
      load: async () => undefined,
    },
  } as unknown as Gateway; // what the watch uses of it
  const looks: Looks = new Map();
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(SECOND_MS);
      await watchMempool(gateway, looks);
    }
  };
  return { asked, pass, clock };
}

describe("looking for unconfirmed payments with more young invoices than calls", () => {
  it("never leaves an open page without a look for more than five seconds", async () => {
    const pages = [3, 1_499];
    const { asked, pass, clock } = manyInvoices(pages);
    const begin = clock();
    await pass(180);
    for (const page of pages) {
      const times = [begin, ...asked.filter(({ invoice }) => invoice === page).map(({ at }) => at), clock()];
      const waits = times.slice(1).map((at, index) => at - (times[index] ?? begin));
      expect(Math.max(...waits), `page ${page}`).to.be.at.most(5 * SECOND_MS);
    }
  });

  it("keeps to the budget, and leaves the young invoices a part of it, the youngest first", async () => {
    const { asked, pass, clock } = manyInvoices([3]);
    await pass(120);
    const lately = asked.filter(({ at }) => at > clock() - MINUTE_MS);
    expect(lately.length).to.be.at.most(CALLS_PER_MINUTE);
    const others = asked.filter(({ invoice }) => invoice !== 3);
    expect(others.length).to.be.greaterThan(CALLS_PER_MINUTE / 2);
    expect(others[0]?.invoice).to.be.greaterThan(YOUNG_INVOICES - 10);
  });
});
