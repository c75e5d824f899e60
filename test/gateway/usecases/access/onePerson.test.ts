import { expect } from "chai";
import fc from "fast-check";
import { Secret, TOTP } from "otpauth";
import type { AccountEvent } from "../../../../src/gateway/domain/access/samePerson.ts";
import { mayGiveKey, mayIn } from "../../../../src/gateway/domain/access/roles.ts";
import { allows, type Permission } from "../../../../src/gateway/domain/access/permissions.ts";
import type { ApiKey } from "../../../../src/gateway/ports/accessPort.ts";
import { PayoutRefusal } from "../../../../src/gateway/domain/payouts/pullPayment.ts";
import { GatewayError } from "../../../../src/gateway/errors.ts";
import { loadAccess } from "../../../../src/gateway/usecases/access/access.ts";
import {
  acceptLink,
  newEmailLink,
  newInvitation,
  newOwnerLink,
  newResetLink,
} from "../../../../src/gateway/usecases/access/accessLinks.ts";
import {
  addMember,
  changeRole,
  giveRole,
  invite,
  removeMember,
  setAdmin,
  setDisabled,
} from "../../../../src/gateway/usecases/access/people.ts";
import {
  beginTotp,
  offerTotp,
  removeFactors,
  takeSecondFactor,
} from "../../../../src/gateway/usecases/access/secondFactor.ts";
import { requireNoHold, requireNoHoldForKey } from "../../../../src/gateway/usecases/access/approvalHold.ts";
import { confirmEmail } from "../../../../src/gateway/usecases/access/confirmEmail.ts";
import { limitToMaker } from "../../../../src/gateway/usecases/access/keyRights.ts";
import { keyDigest } from "../../../../src/gateway/usecases/access/keyText.ts";
import { createKeyBy, makeKey } from "../../../../src/gateway/usecases/access/manageKeys.ts";
import { addUserBy, changeRoleBy } from "../../../../src/gateway/usecases/access/storeUsers.ts";
import { keepStore, storeLike } from "../../../../src/gateway/usecases/stores/manageStores.ts";
import { createPayout } from "../../../../src/gateway/usecases/payouts/claimPayout.ts";
import { approvePayout } from "../../../../src/gateway/usecases/payouts/managePayouts.ts";
import { approvalsOf } from "../../../../src/gateway/usecases/payouts/secondPerson.ts";
import { changeSettlement } from "../../../../src/gateway/usecases/stores/changeSettlement.ts";
import {
  confirmChange,
  proposeChange,
  saveSettings,
  type GuardedName,
} from "../../../../src/gateway/usecases/stores/guardedChanges.ts";
import { settlementText } from "../../../../src/gateway/usecases/stores/settlements.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import type { TestClock } from "../../../support/clock.ts";
import { BUYER, shop } from "../payoutShop.ts";
import { runs } from "../../../support/sizes.ts";

const CENT = 5n * 10n ** 12n; // of ether, at 2,000 USD
const LIMIT = { amount: "100", currency: "USD" };
const GUARDED: readonly GuardedName[] = ["settlement", "refunds", "payoutLimit"];
const OWNERS = ["Mallory", "Grace"] as const; // old administrators: the attacker, and an honest person whose authenticator the attacker has
const SLEEPERS = ["Sue", "Sam"] as const; // old accounts of the attacker: a viewer, and a disabled owner
const NAMES = [...OWNERS, ...SLEEPERS];
const ELSEWHERE = "elsewhere"; // a store of the attacker's alone

/** A shop with a limit of 100 USD, four accounts older than a day, and one payout above the limit and three of 60 USD. */
async function open() {
  const { gateway, persistence, pull } = await shop();
  Object.assign(gateway, { mailer: undefined });
  const { storeId } = pull;
  for (const name of NAMES) {
    const isAdmin = name === "Mallory" || name === "Grace";
    await persistence.users.create({ id: name, name, email: undefined, isAdmin, createdAt: 0, password: { hash: "h", at: 0 } }); // prettier-ignore
  }
  await persistence.members.put({ storeId, userId: "Sue", role: "viewer", addedAt: 0 });
  await persistence.members.put({ storeId, userId: "Sam", role: "owner", addedAt: 0 });
  await persistence.users.change("Sam", { disabledAt: 0 });
  await persistence.stores.create({
    ...(await persistence.stores.load(storeId))!,
    id: ELSEWHERE,
    createdAt: gateway.clock() + 1,
  });
  await persistence.members.put({ storeId: ELSEWHERE, userId: "Sue", role: "owner", addedAt: 0 });
  const authenticator = await giveAuthenticator(gateway, "Grace");
  const load = async () => (await persistence.stores.load(storeId))!;
  const store = await load();
  const refunds = { "1": BUYER };
  await persistence.stores.change(store, {
    name: store.name,
    settings: { ...store.settings, payoutLimit: LIMIT, refunds },
  });
  const payout = async (cents: bigint) => {
    const { id } = await createPayout(gateway, storeId, { destination: BUYER, methodId: "ETH-BASE", amount: cents * CENT }); // prettier-ignore
    return id;
  };
  const large = await payout(500_00n);
  const small = [await payout(60_00n), await payout(60_00n), await payout(60_00n)];
  const controlled = new Set<string>(["Mallory", ...SLEEPERS]);
  const keys: ApiKey[] = []; // of the attacker
  const copies: string[] = []; // payouts above the limit in copies of the shop
  const world = {
    authenticator,
    gateway,
    persistence,
    storeId,
    load,
    large,
    small,
    controlled,
    keys,
    copies,
    before: await load(),
  };
  return { ...world, clock: gateway.clock as TestClock };
}

/** Sets one-time passwords up for a user, and gives the codes that the authenticator shows. */
async function giveAuthenticator(gateway: Gateway, userId: string): Promise<() => string> {
  const user = (await gateway.persistence.users.load(userId))!;
  const { sealed, secret } = offerTotp(gateway, user);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => totp.generate({ timestamp: gateway.clock() });
  await beginTotp(gateway, user, sealed, code());
  (gateway.clock as TestClock).advance(MINUTE_MS);
  return code;
}

type World = Awaited<ReturnType<typeof open>>;

/** Does what the pages let this account do. A refusal, and an account that may not do it or is disabled, changes nothing. */
async function as(
  { gateway, persistence, storeId: own }: World,
  id: string,
  needs: Permission | "admin",
  act: (by: Awaited<ReturnType<typeof personOf>>) => Promise<unknown>,
  storeId = own,
): Promise<void> {
  const person = await personOf(gateway, persistence, id);
  const { user, access } = person;
  if (user.disabledAt !== undefined) return;
  if (needs === "admin" ? !access.isAdmin : !mayIn(access, storeId, needs)) return;
  await act(person).catch((error: unknown) => {
    if (!(error instanceof GatewayError || error instanceof PayoutRefusal)) throw error;
  });
}

async function personOf(gateway: World["gateway"], persistence: World["persistence"], id: string) {
  const user = (await persistence.users.load(id))!;
  const access = await loadAccess(gateway, user);
  return { user, access, giver: { userId: id, access }, approver: { userId: id, userName: user.name } };
}

const cheapHash = async () => "hash";
const accept = async ({ gateway, controlled }: World, token: string, name: string) => {
  const user = await acceptLink(gateway, token, { name, password: "a few long words" }, cheapHash);
  if (user) controlled.add(user.id);
};

type Action = (world: World, actor: string, subject: string, place: number) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = {
  invite: (world, actor, _subject, place) =>
    as(world, actor, "canmanageusers", async ({ giver }) => {
      const role = place % 2 === 0 ? "owner" : "viewer";
      const token = await invite(world.gateway, giver, { email: "new@example.com", storeId: world.storeId, role }); // prettier-ignore
      await accept(world, token, `New ${place}`);
    }),
  inviteByUnownedKey: async (world, _actor, _subject, place) => {
    const token = await newInvitation(world.gateway, { email: "new@example.com", storeId: world.storeId, role: "owner" }); // prettier-ignore
    await accept(world, token, `New ${place}`);
  },
  reset: (world, actor, subject) =>
    as(world, actor, "admin", async ({ user }) => {
      const token = await newResetLink(world.gateway, subject, user.id);
      await accept(world, token, (await world.persistence.users.load(subject))!.name);
    }),
  resetByCommand: async (world) => {
    const first = (await world.persistence.users.list()).find(({ isAdmin }) => isAdmin)!;
    await accept(world, await newOwnerLink(world.gateway), first.name);
  },
  removeFactors: (world, actor, subject) =>
    as(world, actor, "admin", async ({ user }) => {
      const of = (await world.persistence.users.load(subject))!;
      await removeFactors(world.gateway, of, user);
    }),
  disable: (world, actor, subject) =>
    as(world, actor, "admin", () => setDisabled(world.gateway, subject, true, actor)),
  enable: (world, actor, subject) =>
    as(world, actor, "admin", () => setDisabled(world.gateway, subject, false, actor)),
  giveRole: (world, actor, subject) =>
    as(world, actor, "canmanageusers", ({ giver }) =>
      giveRole(world.gateway, giver, { storeId: world.storeId, userId: subject, role: "owner" }),
    ),
  addMember: (world, actor, subject) => add(world, actor, subject, world.storeId),
  addMemberElsewhere: (world, actor, subject) => add(world, actor, subject, ELSEWHERE),
  giveRoleByUnownedKey: async ({ gateway, storeId }, _actor, subject) => {
    const key = { storeId, permissions: ["unrestricted"] } as unknown as Parameters<typeof changeRoleBy>[1];
    await changeRoleBy(gateway, key, subject, "owner").catch(() => undefined);
  },
  makeAdmin: (world, actor, subject) =>
    as(world, actor, "admin", () => setAdmin(world.gateway, subject, true, actor)),
  changeRole: (world, actor) =>
    as(world, actor, "canmanageusers", () => {
      const permissions = ["canmanagepayouts", "canmodifystoresettings"];
      const role = { storeId: world.storeId, name: "viewer", permissions, requiresTwoFactors: false };
      return changeRole(world.gateway, actor, role);
    }),
  makeKey: (world, actor) =>
    as(world, actor, "canmanageapikeys", async ({ user, access }) => {
      const { gateway, storeId, persistence } = world;
      if (!mayGiveKey(access, storeId, ["unrestricted"])) return;
      await requireNoHoldForKey(gateway, user.id, ["unrestricted"]);
      const grant = { storeId, label: "", permissions: ["unrestricted"], userId: user.id };
      const text = await makeKey(gateway, grant, "live");
      world.keys.push((await persistence.keys.find(keyDigest(text)))!);
    }),
  makeKeyByKey: (world, _actor, _subject, place) =>
    byKey(world, place, "unrestricted", async (maker) => {
      const text = await createKeyBy(world.gateway, maker, { label: "", permissions: ["unrestricted"] });
      world.keys.push((await world.persistence.keys.find(keyDigest(text)))!);
    }),
  giveRoleByKey: (world, _actor, subject, place) =>
    byKey(world, place, "canmanageusers", (key) => changeRoleBy(world.gateway, key, subject, "owner")),
  addMemberByKey: (world, _actor, subject, place) =>
    byKey(world, place, "canmanageusers", (key) => addUserBy(byMail(world), key, subject, "owner")),
  addAddressByKey: (world, _actor, _subject, place) =>
    byKey(world, place, "canmanageusers", (key) => addUserBy(byMail(world), key, ADDRESS, "owner")),
  approveByKey: (world, _actor, _subject, place) =>
    byKey(world, place, "canmanagepayouts", () => approvePayout(world.gateway, world.large, 0)),
  copyStore: (world, _actor, _subject, place) =>
    byKey(world, place, "unrestricted", async ({ userId }) => {
      const { gateway, persistence, copies } = world;
      await requireNoHold(gateway, userId);
      const source = await world.load();
      const { id } = await keepStore(gateway, storeLike(gateway, source), [source]);
      if (userId !== undefined)
        await persistence.members.put({ storeId: id, userId, role: "owner", addedAt: 0 });
      copies.push(
        (
          await createPayout(gateway, id, {
            destination: BUYER,
            methodId: "ETH-BASE",
            amount: 500_00n * CENT,
          })
        ).id,
      );
    }),
  changeAddress: async ({ gateway, persistence }, actor) => {
    await persistence.users.change(actor, { email: ADDRESS });
    const token = await newEmailLink(gateway, actor, ADDRESS);
    await confirmEmail(gateway, token).catch((error: unknown) => {
      if (!(error instanceof GatewayError)) throw error; // another account of the attacker has it
    });
  },
  proveFactor: (world) => proveFactor(world),
  approve: (world, actor) => approve(world, actor, world.large),
  propose: (world, actor, _subject, place) => propose(world, actor, GUARDED[place % 3]!),
  wait: async ({ clock }) => clock.advance(3 * HOUR_MS),
};

const ADDRESS = "mallory@evil.example";

/** Performs an action with one of the attacker's keys. The present rights of the key's maker limit the key, as over the API. */
async function byKey(
  { persistence, keys }: World,
  place: number,
  needs: Permission,
  act: (key: ApiKey) => Promise<unknown>,
): Promise<void> {
  const key = keys[place % keys.length];
  const limited = key && (await limitToMaker({ persistence }, key));
  if (!limited || !allows(limited.permissions, needs)) return;
  await act(limited).catch((error: unknown) => {
    if (!(error instanceof GatewayError || error instanceof PayoutRefusal)) throw error;
  });
}

/** Returns the gateway with a mail server that takes every mail. Another action accepts the invitations that the attacker reads. */
function byMail({ gateway }: World) {
  const mailer = { send: async () => ({ kind: "taken" }) as const };
  return { ...gateway, mailer, pathOf: () => "/" };
}

function add(world: World, actor: string, userId: string, storeId: string, role = "owner"): Promise<void> {
  const give = ({ giver }: Awaited<ReturnType<typeof personOf>>) =>
    addMember(world.gateway, giver, { storeId, userId, role });
  return as(world, actor, "canmanageusers", give, storeId);
}

/** Signs in as Grace with the authenticator that the attacker has, once the attacker has her password. */
async function proveFactor({ gateway, persistence, controlled, authenticator }: World): Promise<void> {
  const grace = (await persistence.users.load("Grace"))!;
  if (controlled.has("Grace")) await takeSecondFactor(gateway, grace, authenticator());
}

function approve(world: World, actor: string, payout: string): Promise<void> {
  return as(world, actor, "canmanagepayouts", ({ approver }) =>
    approvePayout(world.gateway, payout, 0, approver),
  );
}

function propose(world: World, actor: string, name: GuardedName): Promise<void> {
  return as(world, actor, "canmodifystoresettings", async ({ approver: by }) => {
    const store = await world.load();
    const { settlement } = store.settings;
    const to = { ...settlement, recipient: `0x${"77".repeat(20)}` };
    if (name === "settlement")
      return changeSettlement(world.gateway, store, { from: settlementText(settlement), to }, by);
    if (name === "payoutLimit") return proposeChange(world.gateway, store, name, undefined, by);
    return saveSettings(world.gateway, store, { ...store.settings, refunds: { "1": to.recipient } }, by);
  });
}

function confirm(world: World, actor: string, name: GuardedName): Promise<void> {
  return as(world, actor, "canmanagepayouts", async ({ approver }) => {
    const store = await world.load();
    return confirmChange(world.gateway, store, name, store.settings.pending?.[name]?.at ?? 0, approver);
  });
}

/** Tries everything that accounts can do together: each approves, asks for each change, and confirms what another has asked for. */
async function tryAll(world: World, actors: readonly string[]): Promise<void> {
  await proveFactor(world);
  for (const actor of actors)
    for (const payout of [world.large, ...world.copies, ...world.small]) await approve(world, actor, payout);
  for (const name of GUARDED)
    for (const asking of actors) {
      await propose(world, asking, name);
      for (const confirming of actors) await confirm(world, confirming, name);
    }
}

async function outcome({ persistence, large, small, copies, load }: World) {
  const isApproved = async (id: string) => (await persistence.payouts.load(id))?.state === "AwaitingPayment";
  const smallOnes = await Promise.all(small.map(isApproved));
  const copied = await Promise.all(copies.map(isApproved));
  const { settlement, refunds, payoutLimit } = (await load()).settings;
  return {
    large: (await isApproved(large)) || copied.some(Boolean),
    small: smallOnes.filter(Boolean).length,
    settlement: settlement.recipient,
    refunds,
    payoutLimit,
  };
}

const step = fc.record({
  action: fc.constantFrom(...Object.keys(ACTIONS)),
  actor: fc.nat({ max: 5 }),
  subject: fc.nat({ max: 5 }),
});

/** One action that gives the attacker a second account with power, by each kind of event. */
const ONLY_PATHS: readonly (readonly [AccountEvent["kind"], string, subject: string])[] = [
  ["invited", "invite", ""],
  ["role_given", "giveRole", "Sue"],
  ["role_given", "makeAdmin", "Sue"],
  ["role_given", "changeRole", "Sue"],
  ["reset", "reset", "Grace"],
  ["enabled", "enable", "Sam"],
];

describe("one human with old accounts and any number of new ones", () => {
  for (const [kind, action, subject] of ONLY_PATHS)
    it(`approves no large payout where only an event of the kind ${kind} connects two accounts (${action})`, async () => {
      const world = await open();
      await ACTIONS[action]!(world, "Mallory", subject, 0);
      const { accountEvents } = world.persistence;
      expect(new Set((await accountEvents.since(0)).map((event) => event.kind))).to.deep.equal(
        new Set([kind]),
      );
      await tryAll(world, [...world.controlled]);
      expect((await outcome(world)).large).to.equal(false);
      Object.assign(accountEvents, { since: async () => [] });
      await tryAll(world, [...world.controlled]);
      expect((await outcome(world)).large, "without the event").to.equal(true);
    });

  it("approves no payout above the limit and redirects no money, whatever the human does in six actions", async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const world = await open();
        for (const [place, { action, actor, subject }] of steps.entries()) {
          const own = [...world.controlled];
          const all = [...new Set([...NAMES, ...own])];
          await ACTIONS[action]!(world, own[actor % own.length]!, all[subject % all.length]!, place);
        }
        await tryAll(world, [...world.controlled]);
        const { settlement, refunds } = world.before.settings;
        const after = await outcome(world);
        expect({ ...after, small: after.small <= 1 }).to.deep.equal({
          large: false,
          small: true, // two of 60 USD are above 100 USD
          settlement: settlement.recipient,
          refunds,
          payoutLimit: LIMIT,
        });
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("one human who gains accounts, keys and copies of the store with power approves nothing with them", async () => {
    const world = await open();
    const act = (action: string, actor: string, subject = "") => ACTIONS[action]!(world, actor, subject, 0);
    await act("enable", "Mallory", "Sam");
    await act("changeAddress", "Sam");
    await world.persistence.members.remove(world.storeId, "Sam");
    for (const action of ["makeKey", "makeKeyByKey", "addAddressByKey", "copyStore", "approveByKey"])
      await act(action, "Mallory");
    await act("giveRoleByKey", "Mallory", "Sue");
    const roles = (await world.persistence.members.ofStore(world.storeId)).map(({ userId, role }) => [
      userId,
      role,
    ]);
    expect(roles).to.have.deep.members([
      ["Sue", "owner"],
      ["Sam", "owner"],
    ]);
    expect([world.keys.length, world.copies.length]).to.deep.equal([2, 1]);
    await tryAll(world, [...world.controlled]);
    expect(await outcome(world)).to.deep.include({ large: false, payoutLimit: LIMIT });
  });

  it("counts a refused approval for nothing, and takes it from the same account a day later", async () => {
    const world = await open();
    await ACTIONS["invite"]!(world, "Mallory", "", 0);
    const invited = [...world.controlled].at(-1)!;
    await approve(world, "Mallory", world.large);
    await approve(world, invited, world.large);
    const payout = (await world.persistence.payouts.load(world.large))!;
    const counted = (await approvalsOf(world.gateway, payout)).map(({ userId }) => userId);
    expect(counted).to.deep.equal(["Mallory"]);
    world.clock.advance(25 * HOUR_MS);
    await approve(world, invited, world.large);
    expect((await outcome(world)).large).to.equal(true);
  });

  it("approves nothing after a reset of the second owner, who then invites a third account", async () => {
    const world = await open();
    await ACTIONS["reset"]!(world, "Mallory", "Grace", 0);
    expect([...world.controlled]).to.include("Grace");
    await ACTIONS["invite"]!(world, "Grace", "", 0);
    expect([...world.controlled], "an account on hold invites nobody").to.deep.equal([
      "Mallory",
      ...SLEEPERS,
      "Grace",
    ]);
    await tryAll(world, [...world.controlled]);
    expect(await outcome(world)).to.deep.include({ large: false, payoutLimit: LIMIT });
  });
});

describe("two honest owners with old accounts", () => {
  it("approve a payout above the limit together, and change settlement, refund addresses and limit", async () => {
    const world = await open();
    await tryAll(world, OWNERS);
    expect(await outcome(world)).to.deep.equal({
      large: true,
      small: 3,
      settlement: `0x${"77".repeat(20)}`,
      refunds: { "1": `0x${"77".repeat(20)}` },
      payoutLimit: undefined,
    });
  });

  for (const role of ["viewer", "owner"])
    it(`stay two people when an outsider and a key without a person give both the role ${role} in another store, and take it back`, async () => {
      const world = await open();
      const { gateway } = world;
      const key = { storeId: ELSEWHERE, permissions: ["unrestricted"] } as unknown as Parameters<typeof changeRoleBy>[1];
      for (const owner of OWNERS) {
        await add(world, "Sue", owner, ELSEWHERE, role);
        expect((await world.persistence.members.ofUser(owner)).map((one) => [one.storeId, one.role])).to.deep.include([ELSEWHERE, role]);
        await changeRoleBy({ ...gateway, mailer: undefined }, key, owner, "manager");
        await as(world, "Sue", "canmanageusers", ({ giver }) => removeMember(gateway, giver, ELSEWHERE, owner), ELSEWHERE);
      }
      await tryAll(world, OWNERS);
      expect(await outcome(world)).to.include({ large: true, payoutLimit: undefined });
    }); // prettier-ignore
});
