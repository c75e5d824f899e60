import { BITCOIN_CHAIN_ID } from "../../../../src/intents/identifiers.ts";
import { expect } from "chai";
import { callBudget } from "../../../../src/http-client/callBudget.ts";
import type { Arrival } from "../../../../src/evm/reader/evmRpc.ts";
import type { TokenTransfer } from "../../../../src/evm/reader/watchTransfers.ts";
import { ConflictError } from "../../../../src/database/driver.ts";
import { creditTransfers } from "../../../../src/gateway/usecases/crediting/creditTransfers.ts";
import { pollRequestsOf } from "../../../../src/gateway/usecases/tracking/pollRequest.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import { createSensors } from "../../../../src/gateway/usecases/tracking/sensors.ts";
import type { Lease, SaveExtras, Transfer } from "../../../../src/gateway/ports/persistencePort.ts";
import type { Decision } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { Evidence } from "../../../../src/gateway/domain/invoices/evidence.ts";
import type { Invoice, Settlement } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { policyFor } from "../../../../src/gateway/domain/invoices/policy.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import {
  aDeposit,
  anInvoice,
  anOffer,
  DUE,
  FLOOR,
  IN_TIME,
  PRICE_SATS,
} from "../../domain/invoices/given.ts";
import { testClock } from "../../../support/clock.ts";

const SECOND = 1_000;
const HASH = `0x${"12".repeat(32)}`;
const PART = `0:${"d1".repeat(16)}`;

type World = Readonly<{
  settlement?: Partial<Settlement>;
  hasRpc?: boolean;
  word?: string;
  evidence?: Evidence; // how well a settlement must be proven
  part?: Readonly<{ of: bigint }>; // the payment is one such part of what was asked for
}>;

/**
 * An invoice whose payment is confirmed, a service that has said one word and nothing else, and a chain that shows the
 * transfers of a test, in its logs and in its receipts.
 */
function worldOf({
  settlement = {},
  hasRpc = true,
  word = "success",
  evidence = "reported",
  part,
}: World = {}) {
  const clock = testClock(IN_TIME + 10 * SECOND);
  const offer = anOffer();
  const blank = anInvoice({
    settlement: { ...anInvoice().terms.settlement, ...settlement },
    policy: policyFor({}, DUE, evidence),
  });
  const { of = 1n } = part ?? {};
  const share = { value: PRICE_SATS / of, credit: DUE / of, floor: FLOOR / of };
  const deposit = aDeposit({ outpoint: `${"ab".repeat(32)}:0`, ...share });
  let invoice: Invoice = { ...blank, facts: { ...blank.facts, offers: [offer], deposits: [deposit] } };
  let logs: readonly TokenTransfer[] = [];
  let canSeeBitcoin = true;
  let seenAt: number | undefined;
  let receipt: readonly Arrival[] = [];
  const transfers = new Map<string, Transfer>();
  const claimed = new Set<string>();
  const { chainId, currency, recipient } = invoice.terms.settlement;
  const lease = {
    invoiceId: invoice.id,
    requestId: offer.requestId,
    address: offer.depositAddress,
    chainId: offer.chainId,
    fromAt: offer.from,
  } as Lease;
  const gateway = {
    ...{ clock, log: silentLog, sensors: createSensors(), awaiting: new Map() },
    budgets: { service: callBudget(6_000, clock), explorer: callBudget(6_000, clock) },
    viewers: { announce: () => {} },
    arrivals: new Map(hasRpc ? [[chainId, async () => receipt]] : []),
    ...{ finality: new Map(), seenSettlements: new Map() },
    transfers: new Map(
      hasRpc
        ? [
            [
              chainId,
              async () => ({
                undoneFrom: undefined,
                transfers: logs,
                unread: [],
                checkpoints: [{ height: 1, hash: String(clock()) }],
                caughtUp: true,
              }),
            ],
          ]
        : [],
    ),
    persistence: {
      stores: {
        list: async () => [],
        load: async () => undefined,
      },
      invoices: {
        moving: async (after: string) => (after === "" && invoice.state !== "Settled" ? [invoice] : []),
        load: async () => invoice,
        async save(_: Invoice, decision: Decision, _extras: SaveExtras) {
          for (const { proof } of decision.invoice.facts.settlements) {
            if (claimed.has(proof)) throw new ConflictError("claimed");
            claimed.add(proof);
          }
          invoice = decision.invoice;
        },
      },
      webhooks: {
        of: async () => [],
      },
      mails: {
        recipientsOf: async () => [],
      },
      books: {
        worthsOf: async () => new Map(),
      },
      leases: {
        of: async () => [lease],
      },
      checkpoints: {
        read: async () => undefined,
        write: async () => {},
      },
      transfers: {
        keep: async (list: readonly Transfer[]) =>
          list.forEach((one) => transfers.set(one.key, seenAt === undefined ? one : { ...one, seenAt })),
        free: async (place: string) =>
          [...transfers.values()].filter((one) => one.place === place && !claimed.has(one.key)),
        orphanProofs: async () => [...claimed].filter((proof) => !transfers.has(proof)),
      },
      deposits: {
        owner: async () => undefined,
        settlementOwner: async (proof: string) => (claimed.has(proof) ? { invoiceId: "another" } : undefined),
      },
      unattributed: {
        load: async () => undefined,
      },
    },
    service: {
      listKind: () => "none",
      requestsOf: async () => undefined,
      status: async (requestId: string) => ({
        requestId,
        word,
        parent: undefined,
        depositTxid: undefined,
        input: undefined,
        output: undefined,
        outHashes: [],
        raw: {},
      }),
    },
  } as unknown as Gateway; // the rest of the gateway is not touched here
  const memory = { looks: new Map<number, number>(), told: new Set<string>() };
  const amount = FLOOR + 5_000n;
  const shown = { txHash: HASH, part: PART, logIndex: 3, amount, height: 1, at: IN_TIME + SECOND };
  return {
    claimed,
    /** A transfer that an earlier version of the gateway remembered, under the number of its log. */
    rememberedFormerly() {
      const key = `${chainId}:${HASH}:3`;
      const place = `${chainId}:${currency}:${recipient}`.toLowerCase();
      transfers.set(key, {
        ...{ key, chainId, place, txHash: HASH, position: 3, amount },
        ...{ height: 1, at: IN_TIME + SECOND, seenAt: IN_TIME + SECOND },
      });
      receipt = [shown];
    },
    shown,
    closeEyes: (closed: boolean) => (canSeeBitcoin = !closed),
    wait: (ms: number) => clock.advance(ms),
    facts: () => invoice.facts,
    state: () => invoice.state,
    chainShows(log: Partial<TokenTransfer> | undefined, arrival: Partial<Arrival> | undefined) {
      const place = { currency: currency.toLowerCase(), recipient: recipient.toLowerCase(), height: 1 };
      logs = log ? [{ ...shown, ...place, ...log }] : [];
      receipt = arrival ? [{ ...shown, ...arrival }] : [];
    },
    /** Two transfers of different amounts, each of which could be the payment. */
    chainShowsTwo() {
      const place = { currency: currency.toLowerCase(), recipient: recipient.toLowerCase(), height: 1 };
      receipt = [shown, { ...shown, part: `1:${"d2".repeat(16)}`, logIndex: 4, amount: amount + 1n }];
      logs = receipt.map((arrival) => ({ ...arrival, ...place, amount: arrival.amount ?? 0n }));
    },
    /** Lets the gateway have seen the transfers at another time. */
    seenBefore: (at: number) => (seenAt = at),
    async look() {
      clock.advance(2 * SECOND);
      if (canSeeBitcoin) gateway.sensors.saw(BITCOIN_CHAIN_ID, clock());
      await pollRequestsOf(gateway, invoice);
      await creditTransfers(gateway, memory);
    },
  };
}

describe("a settlement that the service names no transaction for", () => {
  it("is booked with the amount that the chain shows, once it shows it", async () => {
    const world = worldOf();
    await world.look();
    expect(world.state(), "a word alone").to.equal("Processing");
    world.chainShows({}, {});
    await world.look();
    const [settlement] = world.facts().settlements;
    expect(settlement).to.include({ amount: world.shown.amount, txHash: HASH, evidence: "verified", proof: `31337:${HASH}:${PART}` });
    expect(world.state()).to.equal("Settled");
  });

  it("books a part that brings less than its share, because it bears the flat fees of the whole", async () => {
    const world = worldOf({ part: { of: 20n } });
    const amount = FLOOR / 20n - DUE / 100n;
    world.chainShows({ amount }, { amount });
    await world.look();
    expect(world.facts().settlements.map((one) => one.amount)).to.deep.equal([amount]);
  });

  it("does not settle a part with a stranger's dust", async () => {
    const world = worldOf({ part: { of: 200n } });
    world.chainShows({ amount: 1_000n }, { amount: 1_000n });
    await world.look();
    expect(world.facts().settlements).to.deep.equal([]);
  });

  it("is not booked for a transfer alone", async () => {
    const world = worldOf({ word: "pending" });
    world.chainShows({}, {});
    await world.look();
    await world.look();
    expect(world.facts().settlements).to.deep.equal([]);
  });

  it("is not booked for a log whose transaction is gone, or shows another amount", async () => {
    const world = worldOf();
    world.chainShows({}, undefined);
    await world.look();
    world.chainShows({}, { amount: world.shown.amount - 1n });
    await world.look();
    expect(world.facts().settlements).to.deep.equal([]);
  });

  it("is booked for a transaction that a reorganisation has moved to another place in another block", async () => {
    const world = worldOf();
    world.chainShows({ logIndex: 3 }, { logIndex: 9 });
    await world.look();
    expect(world.state()).to.equal("Settled");
  });

  it("is not booked for a log that says something else at the same place since", async () => {
    const world = worldOf();
    world.chainShows({}, { part: `0:${"d2".repeat(16)}` });
    await world.look();
    expect(world.facts().settlements).to.deep.equal([]);
  });

  describe("by a gateway that knows transfers from before they had lasting names", () => {
    it("is booked for one that has settled nothing, under the name that it was remembered by", async () => {
      const world = worldOf();
      world.rememberedFormerly();
      await world.look();
      expect(world.facts().settlements.map(({ proof }) => proof)).to.deep.equal([`31337:${HASH}:3`]);
    });

    it("is not booked for one that settled something under its number", async () => {
      const world = worldOf();
      world.claimed.add(`31337:${HASH}:3`);
      world.chainShows({}, {});
      await world.look();
      expect(world.facts().settlements).to.deep.equal([]);
    });

    it("is not booked for any of a transaction that settled something under a number that is gone", async () => {
      const world = worldOf();
      world.claimed.add(`31337:${HASH}:1`);
      world.chainShows({}, {});
      await world.look();
      expect(world.facts().settlements).to.deep.equal([]);
    });
  });

  it("is not booked for a transfer that came long after the service had said success", async () => {
    const world = worldOf();
    await world.look();
    world.chainShows({ at: IN_TIME + 3_600 * SECOND }, {});
    await world.look();
    expect(world.facts().settlements).to.deep.equal([]);
  });

  it("is found late when the deposit was seen later than the transfer that it paid for", async () => {
    const world = worldOf();
    world.chainShows({ at: IN_TIME - 30 * SECOND }, {});
    world.seenBefore(IN_TIME - 130 * SECOND);
    await world.look();
    expect(world.facts().settlements, "an older story, as far as anybody can tell").to.deep.equal([]);
    world.wait(600 * SECOND);
    await world.look();
    expect(world.state()).to.equal("Settled");
  });

  it("is not looked for while Bitcoin cannot be seen, and found after that", async () => {
    const world = worldOf();
    world.closeEyes(true);
    world.wait(600 * SECOND);
    world.chainShows({}, {});
    await world.look();
    expect(world.facts().settlements).to.deep.equal([]);
    world.closeEyes(false);
    await world.look();
    expect(world.state()).to.equal("Settled");
  });

  it("is a guess after half an hour when several transfers fit, where the service's word is enough", async () => {
    for (const [evidence, booked] of [["reported", ["reported"]], ["verified", []]] as const) {
      const world = worldOf({ evidence });
      world.chainShowsTwo();
      await world.look();
      expect(world.facts().settlements).to.deep.equal([]);
      world.wait(1_800 * SECOND);
      await world.look();
      expect(world.facts().settlements.map((settled) => settled.evidence)).to.deep.equal(booked);
    }
  });

  it("goes by the service's word where the merchant is paid in a native coin, which leaves no log", async () => {
    const world = worldOf({ settlement: { currency: `0x${"0".repeat(40)}` } });
    await world.look();
    expect(world.facts().settlements.map(({ evidence }) => evidence)).to.deep.equal(["reported"]);
  });

  it("goes by the service's word where no RPC of the chain is configured", async () => {
    const world = worldOf({ hasRpc: false });
    await world.look();
    expect(world.facts().settlements.map(({ evidence }) => evidence)).to.deep.equal(["reported"]);
  });
}); // prettier-ignore
