import { expect } from "chai";
import { createMerchant } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { claimPayout, createPayout } from "../../../../src/gateway/usecases/payouts/claimPayout.ts";
import { createPullPayment } from "../../../../src/gateway/usecases/payouts/createPullPayment.ts";
import { approvePayout, cancelPayout } from "../../../../src/gateway/usecases/payouts/managePayouts.ts";
import { HOUR_MS } from "../../../../src/values/time.ts";
import type { TestClock } from "../../../support/clock.ts";
import { BUYER, refusal, shop } from "../payoutShop.ts";

const CENT = 5n * 10n ** 12n; // of ether, at 2,000 USD
const ADA = { userId: "ada", userName: "Ada" };
const GRACE = { userId: "grace", userName: "Grace" };

/** A shop in which payouts of more than 100 USD take two of its people. */
async function limited() {
  const world = await shop();
  const { gateway, persistence } = world;
  for (const id of ["ada", "grace"])
    await persistence.users.create({ id, name: id, email: undefined, isAdmin: true, createdAt: 0, password: { hash: "h", at: 0 } }); // prettier-ignore
  const store = (await persistence.stores.load(world.pull.storeId))!;
  const limit = { payoutLimit: { amount: "100", currency: "USD" } };
  await persistence.stores.change(store, { name: store.name, settings: { ...store.settings, ...limit } });
  const ask = { destination: BUYER, methodId: "ETH-BASE" };
  const make = async (cents: bigint, storeId = store.id, approved?: true) =>
    createPayout(gateway, storeId, { ...ask, amount: cents * CENT, ...(approved ? { approved } : {}) });
  const approve = async (cents: bigint, by: typeof ADA | "key" = ADA, storeId = store.id) => {
    const { id } = await make(cents, storeId);
    return { id, state: (await approvePayout(gateway, id, 0, by === "key" ? undefined : by)).state };
  };
  const claimed = async (cents: bigint) => {
    const pull = await createPullPayment(gateway, store.id, { name: "", description: "", currency: "USD", decimals: 2, amount: cents, autoApprove: true, startsAt: undefined, expiresAt: undefined, methods: [] }); // prettier-ignore
    return (await claimPayout(gateway, pull.id, { ...ask, amount: undefined })).state;
  };
  const clock = gateway.clock as TestClock;
  return { ...world, store, limit, make, approve, claimed, clock };
}

describe("payouts below the store's limit", () => {
  it("are added up by person over 24 hours: what comes to more than the limit takes two", async () => {
    const { approve, gateway, clock } = await limited();
    expect((await approve(60_00n)).state).to.equal("AwaitingPayment");
    expect((await approve(40_00n)).state, "the limit itself").to.equal("AwaitingPayment");
    const third = await approve(1n);
    expect(third.state).to.equal("AwaitingApproval");
    clock.advance(23 * HOUR_MS);
    expect((await approve(1n)).state, "within the day").to.equal("AwaitingApproval");
    expect((await approvePayout(gateway, third.id, 0, GRACE)).state, "the second person").to.equal(
      "AwaitingPayment",
    );
    clock.advance(HOUR_MS + 1);
    expect((await approve(100_00n)).state, "a day later").to.equal("AwaitingPayment");
  });

  it("do not count for another person, in another store, above the limit, or once they are cancelled", async () => {
    const { approve, gateway, persistence, store, limit } = await limited();
    const other = await createMerchant(persistence, gateway, "Other", { ...store.settings, ...limit });
    expect((await approve(90_00n, ADA, other.id)).state).to.equal("AwaitingPayment");
    expect((await approve(200_00n)).state, "waits for a second person").to.equal("AwaitingApproval");
    const first = await approve(80_00n);
    expect(first.state).to.equal("AwaitingPayment");
    expect((await approve(80_00n, GRACE)).state).to.equal("AwaitingPayment");
    expect((await approve(80_00n)).state).to.equal("AwaitingApproval");
    await cancelPayout(gateway, first.id);
    expect((await approve(80_00n)).state).to.equal("AwaitingPayment");
  });

  it("are added up for all keys and claims that approve themselves together", async () => {
    const { approve, make, claimed, store } = await limited();
    expect((await approve(40_00n, "key")).state).to.equal("AwaitingPayment");
    expect((await make(40_00n, store.id, true)).state).to.equal("AwaitingPayment");
    expect(await claimed(30_00n)).to.equal("AwaitingApproval");
    expect(await claimed(20_00n)).to.equal("AwaitingPayment");
    expect((await make(1n, store.id, true)).state).to.equal("AwaitingApproval");
    expect(await refusal(approve(1n, "key"))).to.equal("second_person_needed");
    expect((await approve(1n)).state, "a person may be behind a key").to.equal("AwaitingApproval");
  });

  it("do not slip through at the same moment", async () => {
    const { make, gateway } = await limited();
    const waiting = await Promise.all([make(60_00n), make(60_00n), make(60_00n)]);
    const after = await Promise.all(waiting.map(({ id }) => approvePayout(gateway, id, 0, ADA)));
    expect(after.filter(({ state }) => state === "AwaitingPayment").length).to.be.at.most(1);
  });

  it("do not slip through at the same moment when they are approved as they are made", async () => {
    const { make, claimed, store } = await limited();
    const made = await Promise.all([1, 2, 3].map(() => make(60_00n, store.id, true)));
    expect(made.filter(({ state }) => state === "AwaitingPayment").length).to.be.at.most(1);
    const states = await Promise.all([claimed(60_00n), claimed(60_00n), claimed(60_00n)]);
    expect(states.filter((state) => state === "AwaitingPayment").length).to.be.at.most(1);
  });

  it("count only when the approval was carried out", async () => {
    const { pull, claim, approve, gateway, persistence } = await limited();
    const { id } = await claimPayout(gateway, pull.id, claim);
    const { rate } = gateway.rates;
    Object.assign(gateway.rates, { rate: () => Promise.reject(new Error("no rate")) });
    expect(await refusal(approvePayout(gateway, id, 0, ADA))).to.equal("rate_unavailable");
    Object.assign(gateway.rates, { rate });
    expect((await persistence.payoutApprovals.of(id)).map(({ aloneAt }) => aloneAt)).to.deep.equal([
      undefined,
    ]);
    expect((await approve(80_00n)).state).to.equal("AwaitingPayment");
  });

  it("are not approved by a person whose approvals are on hold, nor are those without a limit", async () => {
    const { make, gateway, persistence, store } = await limited();
    const approvalHold = { until: gateway.clock() + HOUR_MS, by: "Grace", factors: [] };
    await persistence.users.change("ada", { approvalHold });
    const { id } = await make(1n);
    expect(await refusal(approvePayout(gateway, id, 0, ADA))).to.equal("approvals_on_hold");
    const now = (await persistence.stores.load(store.id))!;
    await persistence.stores.change(now, {
      name: now.name,
      settings: { ...now.settings, payoutLimit: undefined },
    });
    expect(await refusal(approvePayout(gateway, id, 0, ADA))).to.equal("approvals_on_hold");
    expect(await persistence.payoutApprovals.of(id)).to.deep.equal([]);
    expect((await approvePayout(gateway, id, 0, GRACE)).state).to.equal("AwaitingPayment");
  });
});
