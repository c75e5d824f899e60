import { expect } from "chai";
import { HttpFailure } from "../../../../src/http-client/http.ts";
import type { TokenTransfer } from "../../../../src/evm/reader/watchTransfers.ts";
import { noteExplained } from "../../../../src/gateway/usecases/reconciliation/noteExplained.ts";
import type { Unattributed } from "../../../../src/gateway/ports/booksPort.ts";
import type { Payout } from "../../../../src/gateway/domain/payouts/payout.ts";
import type { RequestNews } from "../../../../src/gateway/ports/servicePort.ts";
import type { Claim, KeptInvoice } from "../../../../src/gateway/ports/reconcilePort.ts";
import type { Reconciling } from "../../../../src/gateway/usecases/reconciliation/reconciling.ts";
import { startRun } from "../../../../src/gateway/usecases/reconciliation/reconcileRun.ts";
import { reconcileTransfers } from "../../../../src/gateway/usecases/reconciliation/reconcileTransfers.ts";
import type { MerchantStore } from "../../../../src/gateway/usecases/stores/merchantStore.ts";
import { transfersBetween } from "../../../../src/gateway/usecases/tracking/transfersBetween.ts";
import { NATIVE_EVM_CURRENCY } from "../../../../src/intents/identifiers.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { A, ADDRESS, FLOOR, givenInvoice, inBlock, anInvoice, ISSUED, refund, success } from "../../domain/invoices/given.ts"; // prettier-ignore

const FROM = ISSUED + HOUR_MS;
const TO = FROM + HOUR_MS;
const BEFORE = FROM - 10 * MINUTE_MS;
const AFTER = TO + 10 * MINUTE_MS;
const HASH = `tx-of-${A}`;
const PROOF = `31337:${HASH}:0`;
const { settlement } = anInvoice().terms;
const MONITORED = 7 * DAY_MS; // after an invoice was issued
const SETTINGS = { settlement, monitoringMinutes: MONITORED / MINUTE_MS };
const STORE = { id: "store-1", settings: SETTINGS, createdAt: ISSUED } as MerchantStore;

const transfer = (change: Partial<TokenTransfer> = {}): TokenTransfer => ({
  ...{ txHash: HASH, part: "0", logIndex: 0, currency: settlement.currency, recipient: settlement.recipient },
  ...{ amount: FLOOR, height: 5, at: TO - MINUTE_MS, ...change },
});
const claimAt = (at: number): Claim => ({ invoiceId: "invoice-1", storeId: "store-1", outpoint: A, at });
const invoiceAfter = (...happened: readonly Observation[]) => givenInvoice(anInvoice(), ...happened).invoice;
const saidOf = (word: string, outHashes: readonly string[]): RequestNews => ({
  ...{ requestId: "request-1", word, outHashes, parent: undefined, raw: {} },
  ...{ depositTxid: "aa", input: undefined, output: undefined },
});

/** A chain with transfers in the span, what is booked, and a service that says this of every address. */
type World = Readonly<{
  transfers?: readonly TokenTransfer[];
  claim?: Claim;
  invoice?: ReturnType<typeof anInvoice>;
  news?: readonly RequestNews[] | "silent";
  storeId?: string;
  noted?: Partial<Unattributed>;
  refund?: Payout["state"];
}>;

function worldOf({ transfers = [transfer()], claim, invoice, news = [], noted, refund }: World): Reconciling {
  const leases = [{ chainId: 8253038, address: ADDRESS, requestId: "request-1" }];
  const kept = invoice && ({ id: invoice.id, invoice, leases, entries: [], lines: [], quotes: [] } as unknown as KeptInvoice);
  return {
    turn: async () => {},
    clock: () => AFTER + HOUR_MS,
    persistence: {
reconciliation: {
      claimsOf: async () => new Map(claim ? [[PROOF, claim]] : []),
      unattributedAt: async () =>
        noted ? [{ chainId: 31337, outpoint: `${HASH}:0`, storeId: "store-1", sender: "0x5e", ...noted }] : [],
      invoicesIn: async ({ storeId = invoice?.storeId }: { storeId: string | undefined }, after: string) =>
        kept && after === "" && storeId === invoice?.storeId ? [kept] : [],
},
      payouts: { load: async (id: string) => ({ id, state: refund }) },
      stores: { list: async () => [STORE, { ...STORE, id: "copy", createdAt: ISSUED + 1 }] },
      books: { linesIn: async () => [] },
},
    service: {
      requestsOf: async () => {
        if (news === "silent") throw new HttpFailure("unreachable", "nobody there");
        return news;
      },
    },
    pasts: new Map([
      [
        31337,
        {
          blockBefore: async (at: number) => ({ height: at < TO ? 0 : 9, hash: "" }),
          transfers: async () => ({ transfers, checkpoints: [{ height: 9, hash: "" }], caughtUp: true, unread: [] }),
        },
      ],
    ]),
  } as unknown as Reconciling;
} // prettier-ignore

/** What is told of the transfers: nothing, why not, or that nobody knows. */
async function toldOf(world: World): Promise<readonly string[]> {
  const { run, found } = startRun(worldOf(world), { storeId: world.storeId, from: FROM, to: TO });
  await reconcileTransfers(run, [STORE]);
  const { differences, notChecked } = found();
  return [
    ...differences.map(({ explained, reason }) => explained ?? reason),
    ...Object.keys(notChecked).map((why) => `not checked: ${why}`),
  ];
}

describe("a transfer that reached the merchant in the range", () => {
  it("is no difference when it is booked in it, and says when it is booked at another time", async () => {
    expect(await toldOf({ claim: claimAt(TO - 1) })).to.deep.equal([]);
    for (const at of [BEFORE, TO, AFTER]) {
      const [told, ...more] = await toldOf({ claim: claimAt(at) });
      expect(more).to.deep.equal([]);
      expect(told).to.include(
        `outside of this range, at ${new Date(at).toISOString()}, for invoice invoice-1`,
      );
    }
  });

  it("says so too when it was booked on the service's word, with its transaction or without, or came back", async () => {
    const onItsWord = { evidence: "reported", proof: "request:request-of-aa:0", at: AFTER } as const;
    const named = invoiceAfter(inBlock({ at: BEFORE }), success(onItsWord));
    const [settled] = named.facts.settlements;
    const facts = { ...named.facts, settlements: [{ ...settled!, txHash: undefined }] };
    const wentBack = invoiceAfter(inBlock({ at: BEFORE }), refund({ at: AFTER, txHash: HASH }));
    const [deposit] = wentBack.facts.deposits;
    const onThisChain = { ...wentBack.facts, deposits: [{ ...deposit!, chainId: 31337 }] };
    for (const invoice of [named, { ...named, facts }, { ...wentBack, facts: onThisChain }]) {
      const told = await toldOf({ invoice });
      expect(told.join()).to.match(/^It is booked outside of this range, at .*, for invoice invoice-1\.$/);
    }
  });

  it("says which store it is booked for, when only one is compared", async () => {
    const invoice = {
      ...invoiceAfter(inBlock(), success({ proof: "request:r", at: TO - 1 })),
      storeId: "store-2",
    };
    expect(await toldOf({ invoice, storeId: "store-1" })).to.deep.equal([
      "It is booked for invoice invoice-1 of store store-2.",
    ]);
    expect(await toldOf({ invoice })).to.deep.equal([]);
  });

  for (const at of [BEFORE, TO - HOUR_MS / 2, AFTER])
    for (const [news, words] of [
      [saidOf("success", [HASH]), "success"],
      [saidOf("pending", [HASH]), "that it is on its way, and names it"],
      [saidOf("pending", []), "that it is on its way, and names nothing"],
    ] as const)
      it(`is on its way while its request is open: seen ${(at - FROM) / MINUTE_MS} minutes after the beginning, and the service says ${words}`, async () => {
        const invoice = invoiceAfter(inBlock({ at }));
        expect(await toldOf({ invoice, news: [news] })).to.deep.equal([
          "Invoice invoice-1 awaits it: its payment is still on its way.",
        ]);
        const another = transfer({ txHash: "another", amount: FLOOR * 2n });
        const [told] = await toldOf({ invoice, news: [news], transfers: [another] });
        expect(told).to.include("nothing is booked for it");
      });

  it("is told with its payment when that is compared, and not once more", async () => {
    const { run, found } = startRun(worldOf({}), { storeId: undefined, from: FROM, to: TO });
    const invoice = invoiceAfter(inBlock());
    noteExplained(run, invoice, invoice.facts.deposits[0]!, saidOf("success", [HASH]), true);
    await reconcileTransfers(run, [STORE]);
    expect(found().differences).to.deep.equal([]);
  });

  it("says what became of unattributed funds, and of their refund", async () => {
    const told = async (noted: Partial<Unattributed>, refund?: Payout["state"]) =>
      (await toldOf({ noted: { refundId: "p", ...noted }, ...(refund ? { refund } : {}) })).join();
    const refunded = (state: Payout["state"]) => told({ state: "refunded" }, state);
    expect(await told({ state: "open" })).to.match(/among the unattributed funds.* in the inbox/);
    expect(await refunded("AwaitingApproval")).to.include("its refund, payout p, waits for its approval.");
    expect(await refunded("AwaitingPayment")).to.include("is approved and not paid yet.");
    expect(await refunded("InProgress")).to.include("is being paid.");
    expect(await refunded("Completed")).to.include("its refund, payout p, is paid.");
    expect(await told({ state: "dismissed" })).to.include("not a payment");
    expect(await told({ state: "explained" })).to.include("a payment of the intent service");
    for (const state of ["undone", "assigned"] as const)
      expect(await told({ state })).to.include("nothing is booked for it");
  });

  it("names the store that has it, else the store that the address belongs to, and no copy of that store", async () => {
    const storeOf = async (world: World) => {
      const { run, found } = startRun(worldOf(world), { storeId: undefined, from: FROM, to: TO });
      await reconcileTransfers(run, [STORE, { ...STORE, id: "copy" }]);
      return found().differences.map(({ storeId }) => storeId);
    };
    expect(await storeOf({})).to.deep.equal(["store-1"]);
    expect(await storeOf({ noted: { state: "open", storeId: "copy" } })).to.deep.equal(["copy"]);
    expect(await storeOf({ claim: { ...claimAt(BEFORE), storeId: "copy" } })).to.deep.equal(["copy"]);
  });

  it("is a difference when nothing explains it, each by itself", async () => {
    const transfers = [transfer(), transfer({ txHash: "another" })];
    const told = await toldOf({ transfers, invoice: invoiceAfter() });
    expect(told).to.have.length(2);
    for (const reason of told) expect(reason).to.include("nothing is booked for it");
    const invoice = invoiceAfter(inBlock({ at: BEFORE }));
    const [first, second] = await toldOf({ transfers, invoice, news: [saidOf("pending", [])] });
    expect(first).to.include("still on its way");
    expect(second, "one payment explains one of them").to.include("nothing is booked for it");
  });

  it("is looked for where the store was paid before, as long as its invoices of that time are monitored", async () => {
    const now = { ...settlement, recipient: `0x${"77".repeat(20)}` };
    const told = async (until: number) => {
      const { run, found } = startRun(worldOf({}), { storeId: undefined, from: FROM, to: TO });
      const formerSettlements = [{ settlement, until }];
      const settings = {
        ...SETTINGS,
        settlement: { ...now, currency: NATIVE_EVM_CURRENCY },
        formerSettlements,
      };
      await reconcileTransfers(run, [{ id: "store-1", settings } as unknown as MerchantStore]);
      return found().differences.map(({ reason }) => reason);
    };
    const [reason = ""] = await told(FROM - MONITORED + 1);
    expect(reason).to.include("nothing is booked for it");
    expect(await told(FROM - MONITORED)).to.deep.equal([]);
  });

  it("is none while the service, which may know it, cannot be asked", async () => {
    const told = await toldOf({ invoice: invoiceAfter(inBlock({ at: BEFORE })), news: "silent", transfers: [transfer({ txHash: "unknown", amount: 1n })] }); // prettier-ignore
    expect(told).to.deep.equal([
      "not checked: transfers to the merchant that nothing is booked for, and the service could not be asked whose they are",
    ]);
  });

  it("is looked for up to the end of the range, or not at all: a node that stops on the way, or goes back and forth, is no witness", async () => {
    for (const heights of [
      [5, 5],
      [5, 4, 5, 4],
    ]) {
      const [...turns] = heights;
      const past = {
        blockBefore: async (at: number) => ({ height: at < TO ? 0 : 9, hash: "" }),
        transfers: async () => ({ ...NO_NEWS, checkpoints: [{ height: turns.shift() ?? 9, hash: "" }] }),
      };
      const read = transfersBetween(past, 31337, { tokens: [], recipients: [] }, { from: FROM, to: TO });
      expect(await read.next().catch((error: unknown) => error)).to.be.instanceOf(HttpFailure);
    }
  });
});

/** What a node says that claims to have told everything. */
const NO_NEWS = { undoneFrom: undefined, transfers: [], unread: [], caughtUp: true };
