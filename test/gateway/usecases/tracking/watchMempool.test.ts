import { expect } from "chai";
import { callBudget } from "../../../../src/http-client/callBudget.ts";
import { createAddressPushes } from "../../../../src/gateway/usecases/tracking/followAddresses.ts";
import type { LastPolls } from "../../../../src/gateway/usecases/tracking/polls.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { Lease } from "../../../../src/gateway/ports/persistencePort.ts";
import { pollMempool, watchMempool } from "../../../../src/gateway/usecases/tracking/watchMempool.ts";
import { timeOrderedId } from "../../../../src/values/ids.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../../../src/intents/identifiers.ts";
import { MINUTE_MS, SECOND_MS } from "../../../../src/values/time.ts";
import { addressOfScript } from "../../../../src/bitcoin/codec/address.ts";
import { testClock } from "../../../support/clock.ts";

const YOUNG_INVOICES = 1_500;
const CALLS_PER_MINUTE = 120; // the default

/** Invoices that were made one second apart, the last one just now, and an explorer that writes down whom it was asked about. */
function manyInvoices(watched: readonly number[], addressHints?: Gateway["addressHints"]) {
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
    addressHints,
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
    persistence: {
      leases: {
        open: async (after: string, limit: number) => leases.filter(({ id }) => id > after).slice(0, limit),
        of: async (id: string) => leases.filter(({ invoiceId }) => invoiceId === id),
        openAt: async () => [],
      },
      invoices: {
        moving: async () => [],
        load: async () => undefined,
      },
    },
  } as unknown as Gateway; // what the watch uses of it
  const looks: LastPolls = new Map();
  const pushes = createAddressPushes(gateway, looks, (lease) => pollMempool(gateway, lease));
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(SECOND_MS);
      await watchMempool(gateway, looks, pushes);
    }
  };
  return { asked, pass, clock, addressOf: (invoice: number) => leases[invoice]!.address };
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

describe("an explorer that pushes news of addresses", () => {
  /** A channel that allows two addresses. */
  function channel() {
    let listener = (_: string) => {};
    const state = { connection: 1 as number | undefined, followed: [] as readonly string[] };
    const hints: Gateway["addressHints"] = {
      get connection() {
        return state.connection;
      },
      follow: (addresses) => (state.followed = addresses.slice(0, 2)),
      onNews: (told) => void (listener = told),
    };
    return { hints, state, push: (address: string) => listener(address) };
  }
  const of = (invoice: number, asked: readonly Readonly<{ invoice: number }>[]) =>
    asked.filter((one) => one.invoice === invoice).length;

  it("is asked at once about an address that it names, and of a flood three times a round", async () => {
    const { hints, push } = channel();
    const { asked, pass, addressOf } = manyInvoices([3], hints);
    await pass(1);
    const before = of(3, asked);
    push(addressOf(3));
    expect(of(3, asked)).to.equal(before + 1);
    for (let again = 0; again < 50; again++) push(addressOf(3));
    expect(of(3, asked)).to.equal(before + 3);
    push(addressOf(700)); // nobody follows it
    expect(of(700, asked)).to.equal(0);
  });

  it("follows open pages first, then the youngest, and looks at those twice a minute instead of twenty times", async () => {
    const { hints, state } = channel();
    const { asked, pass, addressOf } = manyInvoices([3], hints);
    await pass(60);
    expect(state.followed).to.deep.equal([addressOf(3), addressOf(1_499)]);
    const before = of(3, asked);
    await pass(60);
    expect(of(3, asked) - before).to.equal(2);
  });

  it("is asked as before while the connection is lost", async () => {
    const { hints, state } = channel();
    const { asked, pass } = manyInvoices([3], hints);
    await pass(60);
    state.connection = undefined;
    const before = of(3, asked);
    await pass(60);
    expect(of(3, asked) - before).to.be.at.least(12);
  });
});
