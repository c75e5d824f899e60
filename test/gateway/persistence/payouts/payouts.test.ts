import { expect } from "chai";
import { ConflictError } from "../../../../src/database/driver.ts";
import type { Payouts } from "../../../../src/gateway/ports/payoutPort.ts";
import { claim } from "../../../../src/gateway/domain/payouts/claim.ts";
import {
  approve,
  complete,
  start,
  takeBack,
  withQuote,
} from "../../../../src/gateway/domain/payouts/payout.ts";
import { archive } from "../../../../src/gateway/domain/payouts/pullPayment.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { aClaim, aPullPayment } from "../../domain/payouts/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { createMemoryPersistence } from "../../../support/memoryPersistence.ts";
import { METADATA, plain } from "../storedThings.ts";

const ALONE = { announcements: [] };
const PROOF = { evidence: "verified", txHash: "aa", key: "8253038:aa:0", amount: 10n ** 30n, said: METADATA } as const; // prettier-ignore

describe("pull payments and payouts", () => {
  onBothDatabases("gateway", (open) =>
    keepsPayouts(async () => createPersistence(await open(), () => {}).payouts),
  );
  describe("in memory", () => keepsPayouts(async () => createMemoryPersistence().payouts));
});

function keepsPayouts(open: () => Promise<Payouts>): void {
  let store: Payouts;
  beforeEach(async () => void (store = await open()));
  const promise = async (change: Parameters<typeof aPullPayment>[0] = {}) => {
    const after = aPullPayment({ amount: 2n ** 80n, ...change });
    await store.keep({ pullPayment: { after }, ...ALONE });
    return after;
  };
  const claimed = async (id = "payout-1", amount = 5n) => {
    const before = (await store.loadPullPayment("pull-1"))!;
    const made = claim(before, [], aClaim({ id, amount, destination: id, metadata: METADATA }));
    await store.keep({ pullPayment: { before, after: made.pullPayment }, payout: { after: made.payout }, ...ALONE }); // prettier-ignore
    return made.payout;
  };
  const isConflict = (work: Promise<unknown>) =>
    work.then(() => false, (error: unknown) => error instanceof ConflictError); // prettier-ignore

  it("are read as they were written, with every field and in every state", async () => {
    const refund = { invoiceId: "invoice-1", ordinal: 0, worth: 10n ** 40n };
    const pullPayment = await promise({ refund, startsAt: 1, expiresAt: 9e12, methods: ["BTC-CHAIN"], autoApprove: true });
    expect(plain(await store.loadPullPayment("pull-1"))).to.deep.equal(plain(pullPayment));
    const payout = await claimed();
    expect(plain(await store.load("payout-1"))).to.deep.equal(plain(payout));
    const quote = { requestId: "r", user: "0x1", input: 5n, expected: 4n, minimum: undefined, quote: { a: [1] }, word: "waiting", short: 2n ** 69n, at: 1 };
    const back = takeBack(start(withQuote(approve(payout, 0, 2n ** 70n), quote), "r"), true);
    const paid = complete(start(withQuote(back, quote), "r"), PROOF);
    await store.keep({ payout: { before: payout, after: paid }, ...ALONE });
    expect(plain(await store.load("payout-1"))).to.deep.equal(plain(paid));
    expect(await store.load("unknown")).to.equal(undefined);
    expect(await store.loadPullPayment("unknown")).to.equal(undefined);
  }); // prettier-ignore

  it("are claimed by one of two who saw the same", async () => {
    await promise({ amount: 10n });
    const tries = await Promise.allSettled(["a", "b", "c"].map((id) => claimed(id, 10n)));
    expect(tries.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    expect((await store.loadPullPayment("pull-1"))?.claimed).to.equal(10n);
    expect(await store.list({ pullPaymentId: "pull-1", limit: 10 })).to.have.length(1);
  });

  it("of one invoice are made one after the other", async () => {
    const make = (id: string, ordinal: number) => promise({ id, refund: { invoiceId: "i", ordinal, worth: 1n } });
    const both = await Promise.all([isConflict(make("p1", 0)), isConflict(make("p2", 0))]);
    expect(both.filter(Boolean)).to.have.length(1);
    await make("p3", 1);
    expect((await store.refundsOf("i")).map(({ refund }) => refund?.ordinal)).to.deep.equal([0, 1]);
    await promise({ id: "no refund" });
  }); // prettier-ignore

  it("are not paid by a transfer that has paid another", async () => {
    await promise();
    const pay = async (id: string) => {
      const before = await claimed(id);
      const after = complete(approve(before, 0, 1n), PROOF);
      await store.keep({ payout: { before, after }, ...ALONE });
    };
    await pay("a");
    expect(await isConflict(pay("b"))).to.equal(true);
    expect((await store.load("b"))?.state).to.equal("AwaitingApproval");
    expect(await store.spentProofs(8253038, "aa")).to.deep.equal([PROOF.key]);
    expect(await store.spentProofs(8253038, "a")).to.deep.equal([]);
  });

  it("that could not be read again are not written", async () => {
    const refusal = (work: Promise<unknown>) => work.then(() => "kept", String);
    expect(await refusal(promise({ id: "absurd", amount: 10n ** 80n }))).to.include("pull payment absurd");
    expect(await store.loadPullPayment("absurd")).to.equal(undefined);
    await promise();
    const before = await claimed();
    const after = approve(before, 0, 10n ** 80n);
    expect(await refusal(store.keep({ payout: { before, after }, ...ALONE }))).to.include("payout-1");
    expect((await store.load("payout-1"))?.state).to.equal("AwaitingApproval");
  });

  it("are listed newest first, by store, pull payment and state, a page at a time", async () => {
    const first = await promise();
    await promise({ id: "pull-2" });
    await promise({ id: "pull-3", storeId: "store-2" });
    await store.keep({ pullPayment: { before: first, after: archive(first) }, ...ALONE });
    const list = async (includeArchived: boolean, after?: string) =>
      (await store.listPullPayments("store-1", { includeArchived, after, limit: 5 })).map(({ id }) => id);
    expect([await list(true), await list(false), await list(true, "pull-2")]).to.deep.equal([
      ["pull-2", "pull-1"],
      ["pull-2"],
      ["pull-1"],
    ]);
    await store.keep({ payout: { after: claim(aPullPayment(), [], aClaim()).payout }, ...ALONE });
    const found = async (filter: object) => (await store.list({ limit: 5, ...filter })).length;
    expect(await found({ storeId: "store-1", states: ["AwaitingApproval"] })).to.equal(1);
    expect(await found({ storeId: "store-2" })).to.equal(0);
    expect(await found({ states: ["Completed"] })).to.equal(0);
    const before = (await store.load("payout-1"))!;
    expect(await found({ triedSince: before.createdAt })).to.equal(0);
    const after = { ...before, formerRequests: ["request-1"], version: before.version + 1 };
    await store.keep({ payout: { before, after }, ...ALONE });
    expect(await found({ triedSince: before.createdAt })).to.equal(1);
    expect(await found({ triedSince: before.createdAt + 1 })).to.equal(0);
  });
}
