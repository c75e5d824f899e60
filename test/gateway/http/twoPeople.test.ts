import { expect } from "chai";
import express from "express";
import { newInvitation, newOwnerLink } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { setDisabled } from "../../../src/gateway/usecases/access/people.ts";
import { approvePayout } from "../../../src/gateway/usecases/payouts/managePayouts.ts";
import { proposeChange } from "../../../src/gateway/usecases/stores/guardedChanges.ts";
import { countApproval, weighForTwo } from "../../../src/gateway/usecases/payouts/secondPerson.ts";
import { notifyWaiting } from "../../../src/gateway/usecases/notifications/notifyWaiting.ts";
import { claimPayout, createPayout } from "../../../src/gateway/usecases/payouts/claimPayout.ts";
import { errorHandler, notFound } from "../../../src/gateway/http/errors.ts";
import { ownerRoutes } from "../../../src/gateway/http/owner/routes.ts";
import { inboxPage } from "../../../src/gateway/http/owner/inboxPage.ts";
import { payoutPages } from "../../../src/gateway/http/payouts/routes.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { BUYER, refusal, shop } from "../usecases/payoutShop.ts";
import { openVisitor, signedInColleague, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";

const URL_OF_SITE = "http://localhost:3000";

const ADA = { userId: "ada", userName: "Ada" };

/** The owner's pages over a shop without chains, an owner who is signed in, and a payout of 50.00 USD that waits for approval. */
async function open() {
  const world = await shop();
  Object.assign(world.gateway.settings, { sandbox: true });
  const gateway = { ...world.gateway, steps: { read: async () => [], report: async () => {} } };
  const app = express();
  const explorers = { tx: () => undefined };
  const whole = gateway as unknown as Parameters<typeof inboxPage>[0];
  const further = (door: Parameters<typeof payoutPages>[1]) => express.Router().use(payoutPages(gateway, door, explorers), inboxPage(whole, door, explorers));
  app.use(ownerRoutes(gateway, URL_OF_SITE, { further }), notFound, errorHandler(silentLog));
  const visitor = () => openVisitor(app, URL_OF_SITE);
  const newLink = async () => `/owner/setup?token=${await newOwnerLink(gateway)}`;
  const owner = await signedInOwner({ visitor, newLink } as unknown as Site);
  const storeId = world.pull.storeId;
  const { id } = await claimPayout(gateway, world.pull.id, world.claim);
  const colleague = async (role: string, name: string, createdBy?: string): Promise<Visitor> => {
    if (createdBy === undefined) return signedInColleague(gateway, visitor(), storeId, { role, name });
    const token = await newInvitation(gateway, { email: `${name}@example.com`, storeId, role, createdBy });
    const made = visitor();
    await made.get(`/owner/setup?token=${token}`);
    await made.send("/owner/setup", { name, password: "another few words", again: "another few words" });
    return made;
  };
  const people = `/owner/stores/${storeId}/people`;
  const load = async () => (await world.persistence.stores.load(storeId))!;
  const limitTo = async (amount: string, currency = "USD") =>
    proposeChange(gateway, await load(), "payoutLimit", { amount, currency }, ADA);
  const limit = async (amount: string, by = owner) => {
    await by.get(people);
    return by.send(`${people}/payout-limit`, { amount, currency: "USD" });
  };
  const approve = async (by: Visitor) => {
    await by.get(`/owner/payouts/${id}`);
    return by.send(`/owner/payouts/${id}/approve`, { revision: "0" });
  };
  const state = async () => (await world.persistence.payouts.load(id))?.state;
  return { ...world, gateway, owner, colleague, storeId, id, limit, limitTo, approve, state, people };
} // prettier-ignore

type World = Awaited<ReturnType<typeof open>>;

describe("a payout above the store's limit", () => {
  let world: World;
  beforeEach(async () => void (world = await open()));

  it("is approved by two different people, and the page says for whom it waits", async () => {
    const manager = await world.colleague("manager", "Grace");
    expect((await world.limit("49.99")).status).to.equal(303);
    expect((await world.approve(world.owner)).status).to.equal(303);
    expect(await world.state()).to.equal("AwaitingApproval");
    const shown = await world.owner.get(`/owner/payouts/${world.id}`);
    expect(textOf(shown.text)).to.match(/Two people must approve it\. Ada approved it on .* It waits for a second person\./);
    expect(shown.text).not.to.include("/approve");
    expect((await world.approve(world.owner)).status, "the same person again").to.equal(303);
    expect(await world.state()).to.equal("AwaitingApproval");
    expect((await world.approve(manager)).status).to.equal(303);
    expect(await world.state()).to.equal("AwaitingPayment");
    const log = await world.persistence.auditLog.list({ limit: 20 });
    const approvals = log.filter(({ action }) => action === "payout.approved").map(({ actor, after }) => [actor.name, after]);
    expect(approvals.reverse()).to.deep.equal([["Ada", "AwaitingApproval"], ["Ada", "AwaitingApproval"], ["Grace", "AwaitingPayment"]]);
  }); // prettier-ignore

  it("takes two people in a store that is paid at the same address, also where that store was made before the limit was set", async () => {
    const { gateway, persistence, storeId, claim } = world;
    const source = (await persistence.stores.load(storeId))!;
    const copy = { ...source, id: "copy", createdAt: source.createdAt + 1 };
    await persistence.stores.create(copy);
    const make = () => createPayout(gateway, copy.id, { ...claim, amount: 10n ** 15n });
    const approve = async () => {
      const { id } = await make();
      await approvePayout(gateway, id, 0, ADA).catch(() => undefined);
      return (await persistence.payouts.load(id))?.state;
    };
    expect(await approve()).to.equal("AwaitingPayment");
    await world.colleague("manager", "Grace");
    await world.limitTo("100");
    expect(await approve()).to.equal("AwaitingApproval");
    const free = { amount: "1000000", currency: "USD" };
    const { id: grace } = (await persistence.users.named("Grace"))!;
    await persistence.members.put({ storeId: copy.id, userId: grace, role: "manager", addedAt: 0 });
    const { isPending } = await proposeChange(gateway, copy, "payoutLimit", free, ADA);
    expect(isPending, "its own limit").to.equal(true);
  });

  it("is told to those who may approve payouts, as what waits for them, and to no others", async () => {
    const [manager, viewer] = [
      await world.colleague("manager", "Grace"),
      await world.colleague("viewer", "Hedy"),
    ];
    const noticing = { ...world.gateway, mailer: undefined };
    await notifyWaiting(noticing as unknown as Parameters<typeof notifyWaiting>[0]);
    for (const visitor of [world.owner, manager])
      expect(textOf((await visitor.get("/owner/notifications")).text)).to.match(
        /The (payout|refund) of [\d.]+ [A-Z]{3}( for order \S+)? waits for an approval\./,
      );
    expect((await viewer.get("/owner/notifications")).text).not.to.include(world.id);
  });

  it("is told as one to be paid once it is approved: by the navigation, the inbox, the overview and the notifications", async () => {
    await world.approve(world.owner);
    expect(await world.state()).to.equal("AwaitingPayment");
    const noticing = { ...world.gateway, mailer: undefined };
    await notifyWaiting(noticing as unknown as Parameters<typeof notifyWaiting>[0]);
    const inbox = await world.owner.get(`/owner/stores/${world.storeId}/inbox`);
    expect(inbox.text).to.match(new RegExp(`id="unpaid"[\\s\\S]*href="/owner/payouts/${world.id}"`));
    expect(textOf(inbox.text)).to.match(/Inbox ?waiting: 1 .*Payouts ?waiting: 1 /);
    expect(textOf((await world.owner.get("/owner")).text)).to.include("Refunds and payouts to be paid 1");
    expect(textOf((await world.owner.get("/owner/notifications")).text)).to.match(
      /The (payout|refund) of [\d.]+ [A-Z]{3}( for order \S+)? is to be paid\./,
    );
  });

  it("says on its page who has approved it, and from when a person who cannot yet may", async () => {
    const manager = await world.colleague("manager", "Grace");
    await world.limit("49.99");
    const { accountEvents, users } = world.persistence;
    const [ada, grace] = [(await users.named("Ada"))!, (await users.named("Grace"))!];
    await accountEvents.record({ kind: "role_given", userId: grace.id, by: ada.id, at: world.gateway.clock() });
    const read = async (by: Visitor) => (await by.get(`/owner/payouts/${world.id}`)).text;
    expect((await world.approve(world.owner)).status).to.equal(303);
    expect(textOf(await read(world.owner))).to.include("Waits for a second person You have approved this payout");
    const list = (await world.owner.get("/owner/payouts")).text;
    expect(textOf(list)).to.include("Waits for a second person").and.not.include("Waits for you");
    expect(list).not.to.include(`${world.id}/approve`);
    expect((await world.approve(manager)).status, "refused").to.equal(403);
    const shown = await read(manager);
    expect(textOf(shown)).to.match(/You can approve it from 2026-11-\d\d \d\d:\d\d/).and.not.include("Grace approved it");
    expect(shown).not.to.include("/approve");
  }); // prettier-ignore

  it("takes one person at the limit itself", async () => {
    await world.colleague("manager", "Grace");
    await world.limit("50");
    await world.approve(world.owner);
    expect(await world.state()).to.equal("AwaitingPayment");
  });

  it("is approved by no key and by no application: nor when it is made or claimed as approved", async () => {
    await world.colleague("manager", "Grace");
    await world.limitTo("10", "USD");
    expect(await refusal(approvePayout(world.gateway, world.id, 0))).to.equal("second_person_needed");
    const made = await createPayout(world.gateway, world.storeId, { ...world.claim, amount: 10n ** 18n, approved: true });
    expect(made.state).to.equal("AwaitingApproval");
    const small = await createPayout(world.gateway, world.storeId, { ...world.claim, amount: 10n ** 12n, approved: true });
    expect(small.state).to.equal("AwaitingPayment");
  }); // prettier-ignore

  it("takes two as well while there is no rate", async () => {
    await world.colleague("manager", "Grace");
    await world.limitTo("1000000", "EUR");
    const payout = (await world.persistence.payouts.load(world.id))!;
    expect(await weighForTwo(world.gateway, payout)).to.include({ own: undefined });
    expect(await countApproval(world.gateway, payout, { userId: "u", userName: "U" })).to.equal(false);
  });

  it("does not count the approval of a person who may no longer give it", async () => {
    const manager = await world.colleague("manager", "Grace");
    const third = await world.colleague("manager", "Hedy");
    await world.limit("10");
    await world.approve(manager);
    const grace = (await world.persistence.users.named("Grace"))!;
    await world.persistence.members.remove(world.storeId, grace.id);
    await world.approve(third);
    expect(await world.state()).to.equal("AwaitingApproval");
    await world.approve(world.owner);
    expect(await world.state()).to.equal("AwaitingPayment");
  });

  it("is not approved by two accounts of which one has invited the other, or enabled it again, for a day", async () => {
    const own = await world.persistence.users.named("Ada");
    const invited = await world.colleague("manager", "Grace", own?.id);
    await world.limit("10");
    await world.approve(world.owner);
    const refused = await world.approve(invited);
    expect([refused.status, textOf(refused.text).includes("You count as two people from 20")]).to.deep.equal([403, true]);
    expect(await world.state()).to.equal("AwaitingApproval");
    const grace = (await world.persistence.users.named("Grace"))!;
    (world.gateway.clock as unknown as { advance(ms: number): void }).advance(DAY_MS);
    await setDisabled(world.gateway, grace.id, false, own!.id);
    await invited.send("/owner/sign-in", { name: "Grace", password: "another few words" });
    expect((await world.approve(invited)).status, "enabled again").to.equal(403);
    await setDisabled(world.gateway, grace.id, false, "another");
    expect((await world.approve(invited)).status, "and again by somebody else").to.equal(403);
    (world.gateway.clock as unknown as { advance(ms: number): void }).advance(DAY_MS);
    await invited.send("/owner/sign-in", { name: "Grace", password: "another few words" });
    await world.approve(invited);
    expect(await world.state(), "a day later").to.equal("AwaitingPayment");
  }); // prettier-ignore

  it("is not approved by an account that the account invited which the first person has invited", async () => {
    const own = await world.persistence.users.named("Ada");
    await world.colleague("owner", "Grace", own?.id);
    const further = await world.colleague("manager", "Hedy", (await world.persistence.users.named("Grace"))?.id);
    const other = await world.colleague("manager", "Joan");
    await world.limit("10");
    await world.approve(world.owner);
    expect((await world.approve(further)).status).to.equal(403);
    await world.approve(other);
    expect(await world.state(), "another person").to.equal("AwaitingPayment");
  }); // prettier-ignore

  it("adds what a person and keys approve alone: a key does not double what a person may approve", async () => {
    await world.colleague("manager", "Grace");
    await world.limitTo("60", "USD");
    const byKey = { ...world.claim, amount: 10n ** 16n, approved: true };
    await world.approve(world.owner);
    expect(await world.state(), "50.00 by a person").to.equal("AwaitingPayment");
    const second = await createPayout(world.gateway, world.storeId, byKey);
    expect(second.state, "20 more by a key").to.equal("AwaitingApproval");
  });

  it("explains on a payout's page that all payouts of 24 hours count together when this payout alone is within the limit", async () => {
    const world = await open();
    const colleague = await world.colleague("owner", "Grace");
    await world.limitTo("60");
    const { id } = await createPayout(world.gateway, world.storeId, { destination: BUYER, methodId: "ETH-BASE", amount: 10n ** 16n }); // 20 USD
    await world.owner.get(`/owner/payouts/${id}`);
    await world.owner.send(`/owner/payouts/${id}/approve`, { revision: "0" });
    expect(textOf((await world.owner.get(`/owner/payouts/${world.id}`)).text)).to.include(
      "This payout of 50 USD is within the store’s limit of 60 USD, but not together with 20 USD that one person or API keys have approved within 24 hours.",
    );
    expect(textOf((await colleague.get(`/owner/payouts/${world.id}`)).text)).not.to.include("but not together with");
  }); // prettier-ignore

  it("has a limit that is set only where a second person can approve, with a recent password, by those who change settings", async () => {
    const refused = await world.limit("10");
    expect([refused.status, textOf(refused.text).includes("This takes two people who may approve payouts")]).to.deep.equal([422, true]);
    expect(refused.text).to.include('name="amount" inputmode="decimal" maxlength="20" value="10"');
    const manager = await world.colleague("manager", "Grace");
    for (const wrong of ["ten", "1.001", "-5", "1e3"]) expect((await world.limit(wrong)).status, wrong).to.equal(422);
    await manager.get(`/owner/payouts/${world.id}`);
    expect((await manager.send(`${world.people}/payout-limit`, { amount: "", currency: "USD" })).status).to.equal(403);
    expect((await world.limit("10")).status).to.equal(303);
    (world.gateway.clock as unknown as { advance(ms: number): void }).advance(11 * MINUTE_MS);
    expect(textOf((await world.limit("")).text)).to.include("Confirm that it is you");
    expect((await world.persistence.stores.load(world.storeId))?.settings.payoutLimit).to.deep.equal({ amount: "10", currency: "USD" });
  }); // prettier-ignore
});
