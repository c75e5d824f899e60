import { expect } from "chai";
import type { Notification, ReadableNotices } from "../../../src/gateway/domain/access/notification.ts";
import type { Payout } from "../../../src/gateway/domain/payouts/payout.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";
import { plain } from "./storedThings.ts";

const ONE: Notification = {
  id: "n1",
  userId: "u1",
  kind: "exception",
  storeId: "s1",
  subject: "i1",
  body: "A payment is too small.",
  link: "/owner/invoices/i1",
  at: 10,
  seenAt: undefined,
};

describe("what users are told", () => {
  onBothDatabases("gateway", (open) => theRules(async () => createPersistence(await open(), () => {})));
  describe("in memory", () => theRules(async () => createMemoryPersistence()));
});

function theRules(
  open: () => Promise<Pick<Persistence, "notifications" | "payoutApprovals" | "payouts">>,
): void {
  let kept: Awaited<ReturnType<typeof open>>;
  before(async () => void (kept = await open()));

  it("is kept once for each user and thing, and comes back the newest first", async () => {
    const { notifications } = kept;
    expect(await notifications.add(ONE)).to.equal(true);
    expect(await notifications.add({ ...ONE, id: "n2" }), "the same thing").to.equal(false);
    expect(await notifications.add({ ...ONE, id: "n3", subject: "i2", at: 20 })).to.equal(true);
    expect(await notifications.add({ ...ONE, id: "n4", userId: "u2", storeId: undefined })).to.equal(true);
    const listed = await notifications.list("u1", { allowed: undefined, limit: 9 });
    expect(listed.map(({ id }) => id)).to.deep.equal(["n3", "n1"]);
    expect(plain(listed[1])).to.deep.equal(plain(ONE));
    expect(
      (await notifications.list("u1", { allowed: undefined, limit: 1, skip: 1 })).map(({ id }) => id),
    ).to.deep.equal(["n1"]);
  });

  it("marks what has ended in a store as seen for every user, and nothing else", async () => {
    const { notifications } = kept;
    const own = { ...ONE, storeId: "s7" };
    const all = [
      { ...own, id: "e1", userId: "u7", subject: "over" },
      { ...own, id: "e2", userId: "u8", subject: "over" },
      { ...own, id: "e3", userId: "u7", subject: "open" },
      { ...own, id: "e4", userId: "u7", subject: "over", kind: "webhook_disabled" as const },
      { ...own, id: "e5", userId: "u7", subject: "elsewhere", storeId: "s8" },
    ];
    for (const one of all) await notifications.add(one);
    await notifications.seeEnded("s7", ["exception", "unattributed"], ["exception.open"], 70);
    const seenAt = async (userId: string, id: string) => (await notifications.load(userId, id))?.seenAt;
    expect([await seenAt("u7", "e1"), await seenAt("u8", "e2")]).to.deep.equal([70, 70]);
    for (const id of ["e3", "e4", "e5"]) expect(await seenAt("u7", id), id).to.equal(undefined);
    await notifications.seeEnded("s7", ["exception"], [], 80);
    expect([await seenAt("u7", "e1"), await seenAt("u7", "e3")]).to.deep.equal([70, 80]);
  });

  it("gives only the kinds and stores that the reader may read", async () => {
    const { notifications } = kept;
    const others: readonly ReadableNotices[] = [
      new Map(),
      new Map([["s1", ["unattributed"]]]),
      new Map([["s2", ["exception"]]]),
    ];
    for (const allowed of others) {
      expect(await notifications.list("u1", { allowed, limit: 9 })).to.deep.equal([]);
      expect(await notifications.countUnseen("u1", allowed)).to.equal(0);
    }
    const allowed: ReadableNotices = new Map([["s1", ["exception"]]]);
    expect(await notifications.list("u1", { allowed, limit: 9 })).to.have.length(2);
    expect(await notifications.countUnseen("u1", allowed)).to.equal(2);
    expect(await notifications.list("u2", { allowed, limit: 9 }), "of no store").to.deep.equal([]);
  });

  it("is seen, unseen and removed by its own user only", async () => {
    const { notifications } = kept;
    expect(await notifications.countUnseen("u1", undefined)).to.equal(2);
    await notifications.see("u2", "n1", 30);
    expect((await notifications.load("u1", "n1"))?.seenAt).to.equal(undefined);
    await notifications.see("u1", "n1", 30);
    expect((await notifications.load("u1", "n1"))?.seenAt).to.equal(30);
    expect((await notifications.list("u1", { allowed: undefined, limit: 9, isSeen: false })).map(({ id }) => id)).to.deep.equal(["n3"]);
    expect((await notifications.list("u1", { allowed: undefined, limit: 9, storeIds: ["elsewhere"] })).length).to.equal(0);
    await notifications.see("u1", undefined, 40);
    expect(await notifications.countUnseen("u1", undefined)).to.equal(0);
    expect((await notifications.load("u1", "n1"))?.seenAt, "when it was first seen").to.equal(30);
    await notifications.see("u1", "n1", undefined);
    expect(await notifications.countUnseen("u1", undefined)).to.equal(1);
    expect(await notifications.load("u2", "n1")).to.equal(undefined);
    await notifications.remove("u2", "n1");
    await notifications.remove("u1", "n3");
    expect((await notifications.list("u1", { allowed: undefined, limit: 9 })).map(({ id }) => id)).to.deep.equal(["n1"]);
    await notifications.forget(11);
    expect(await notifications.list("u1", { allowed: undefined, limit: 9 })).to.deep.equal([]);
  }); // prettier-ignore

  it("approvals of a payout are one for each user, the first one first", async () => {
    const { payoutApprovals } = kept;
    const ada = { payoutId: "p1", userId: "u1", userName: "Ada", revision: 0, at: 10 };
    await payoutApprovals.put(ada);
    await payoutApprovals.put({ ...ada, userId: "u2", userName: "Grace", at: 20 });
    await payoutApprovals.put({ ...ada, payoutId: "p2" });
    await payoutApprovals.put({ ...ada, revision: 1, at: 30 });
    expect((await payoutApprovals.of("p1")).map(({ userName, revision }) => [userName, revision])).to.deep.equal([["Grace", 0], ["Ada", 1]]);
  }); // prettier-ignore

  it("approvals that one has given alone are found by store, user and time, without those of cancelled payouts", async () => {
    const { payoutApprovals, payouts } = kept;
    const keep = async (id: string, storeId: string, state: Payout["state"] = "AwaitingPayment") =>
      payouts.keep({ payout: { after: { ...aPayout, id, storeId, state } }, announcements: [] });
    await keep("a1", "s1");
    await keep("a2", "s1", "Cancelled");
    await keep("a3", "s2");
    await keep("a4", "s1");
    const given = { userId: "u9", userName: "Ada", revision: 0, at: 10 };
    for (const payoutId of ["a1", "a2", "a3"]) await payoutApprovals.put({ payoutId, ...given, aloneAt: 10 });
    const found = async (userId: string, from: number) =>
      (await payoutApprovals.aloneSince("s1", [userId], from)).map(({ payoutId }) => payoutId);
    await payoutApprovals.put({ payoutId: "a4", ...given });
    expect(await found("u9", 10)).to.deep.equal(["a1"]);
    expect(await found("u9", 11)).to.deep.equal([]);
    expect(await found("u8", 0)).to.deep.equal([]);
    await payoutApprovals.put({ payoutId: "in the making", ...given, aloneAt: 12 });
    expect(await payoutApprovals.aloneSince("s1", ["u9"], 11)).to.deep.equal([
      { payoutId: "in the making", aloneAt: 12 },
    ]);
    await payoutApprovals.put({ payoutId: "in the making", ...given, aloneAt: undefined });
    await payoutApprovals.put({ payoutId: "a1", ...given, aloneAt: undefined });
    expect(await found("u9", 0)).to.deep.equal([]);
  });
}

const aPayout: Payout = {
  id: "",
  storeId: "",
  pullPaymentId: undefined,
  destination: "0x3333333333333333333333333333333333333333",
  coin: {
    methodId: "ETH-BASE",
    chainId: 8453,
    currency: "0x0000000000000000000000000000000000000000",
    symbol: "ETH",
    decimals: 18,
  },
  originalCurrency: "ETH",
  originalDecimals: 18,
  originalAmount: 1n,
  payoutAmount: undefined,
  worth: undefined,
  state: "AwaitingApproval",
  revision: 0,
  proof: undefined,
  service: undefined,
  metadata: {},
  createdAt: 0,
  version: 1,
};
