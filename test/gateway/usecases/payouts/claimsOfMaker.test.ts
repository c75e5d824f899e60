import { expect } from "chai";
import { claimPayout } from "../../../../src/gateway/usecases/payouts/claimPayout.ts";
import { createPullPayment } from "../../../../src/gateway/usecases/payouts/createPullPayment.ts";
import { BUYER, shop } from "../payoutShop.ts";

const PROMISE = {
  name: "",
  description: "",
  currency: "USD",
  decimals: 2,
  amount: 50_00n,
  autoApprove: true,
  startsAt: undefined,
  expiresAt: undefined,
  methods: [],
};

/** A pull payment that Ada, a manager, made to approve its claims, and the state of its next claim. */
async function madeByAda() {
  const { gateway, persistence, pull } = await shop();
  const { storeId } = pull;
  const person = {
    id: "ada",
    name: "ada",
    email: undefined,
    isAdmin: false,
    createdAt: 0,
    password: { hash: "h", at: 0 },
  };
  await persistence.users.create(person);
  await persistence.members.put({ userId: "ada", storeId, role: "manager", addedAt: 0 });
  const made = await createPullPayment(gateway, storeId, { ...PROMISE, madeBy: "ada" });
  const claim = { destination: BUYER, methodId: "ETH-BASE", amount: 1_00n };
  const next = async () => (await claimPayout(gateway, made.id, claim)).state;
  return { persistence, storeId, next, clock: gateway.clock };
}

describe("claims of a pull payment that approves them", () => {
  it("need no approval while the person who made it may approve payouts", async () => {
    const { next } = await madeByAda();
    expect(await next()).to.equal("AwaitingPayment");
  });

  it("wait for approval once that person has a lesser role in the store", async () => {
    const { persistence, storeId, next } = await madeByAda();
    await persistence.members.put({ userId: "ada", storeId, role: "viewer", addedAt: 1 });
    expect(await next()).to.equal("AwaitingApproval");
  });

  it("wait for approval once that person has left the store", async () => {
    const { persistence, storeId, next } = await madeByAda();
    await persistence.members.remove(storeId, "ada");
    expect(await next()).to.equal("AwaitingApproval");
  });

  it("wait for approval while that person is disabled", async () => {
    const { persistence, next } = await madeByAda();
    await persistence.users.change("ada", { disabledAt: 1 });
    expect(await next()).to.equal("AwaitingApproval");
  });

  it("wait for approval where an older version did not store who made it, and not where a command's key did", async () => {
    const { gateway, persistence, pull } = await shop();
    const made = await createPullPayment(gateway, pull.storeId, PROMISE);
    const { madeBy: _, ...older } = { ...made, id: "older" };
    await persistence.payouts.keep({ pullPayment: { after: older }, announcements: [] });
    const stateAt = async (id: string) =>
      (await claimPayout(gateway, id, { destination: BUYER, methodId: "ETH-BASE", amount: 1_00n })).state;
    expect([await stateAt(made.id), await stateAt("older")]).to.deep.equal([
      "AwaitingPayment",
      "AwaitingApproval",
    ]);
  });

  it("wait for approval while that person is on hold", async () => {
    const { persistence, next, clock } = await madeByAda();
    await persistence.users.change("ada", { approvalHold: { until: clock() + 1, by: "grace", factors: [] } });
    expect(await next()).to.equal("AwaitingApproval");
  });
});
