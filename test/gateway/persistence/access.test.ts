import { expect } from "chai";
import { ConflictError } from "../../../src/database/driver.ts";
import { brokenLink } from "../../../src/gateway/domain/access/auditChain.ts";
import type { ApiKey } from "../../../src/gateway/ports/accessPort.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";
import { plain } from "./storedThings.ts";

const KEY: ApiKey = { id: "k1", storeId: "s1", label: "till", permissions: ["b", "a"], revokedAt: undefined };
const failure = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error); // prettier-ignore

describe("who may do what", () => {
  onBothDatabases("gateway", (open) => theRules(async () => createPersistence(await open(), () => {})));
  describe("in memory", () => theRules(async () => createMemoryPersistence()));
});

type Kept = Pick<
  Persistence,
  "keys" | "users" | "accountEvents" | "members" | "accessLinks" | "sessions" | "passkeys" | "auditLog"
>;

function theRules(open: () => Promise<Kept>): void {
  let keys: Kept["keys"];
  let users: Kept["users"];
  let accountEvents: Kept["accountEvents"];
  let members: Kept["members"];
  let accessLinks: Kept["accessLinks"];
  let sessions: Kept["sessions"];
  let passkeys: Kept["passkeys"];
  let auditLog: Kept["auditLog"];
  before(async () => {
    ({ keys, users, accountEvents, members, accessLinks, sessions, passkeys, auditLog } = await open());
  });

  it("keys come back as they were, by digest and by id", async () => {
    const key = { ...KEY, hint: "ct_live_abcd", purpose: "p", expiresAt: 90 };
    await keys.create({ key, digest: "d1", at: 1 });
    for (const found of [await keys.find("d1"), await keys.load("k1")])
      expect(plain(found)).to.deep.equal(plain({ ...key, createdAt: 1 }));
    expect(await keys.find("d2")).to.equal(undefined);
    expect(await failure(keys.create({ key: { ...key, id: "k2" }, digest: "d1", at: 1 }))).to.be.instanceOf(
      Error,
    );
  });

  it("a key takes the place of others in one commit, or not at all", async () => {
    const next = { ...KEY, id: "k3", purpose: "p" };
    expect((await keys.listFor("s1", "p")).map(({ id }) => id)).to.deep.equal(["k1"]);
    expect(await keys.listFor("s2", "p")).to.deep.equal([]);
    await keys.create({ key: next, digest: "d3", at: 5, replaces: ["k1"] });
    expect((await keys.find("d1"))?.revokedAt).to.equal(5);
    expect((await keys.listFor("s1", "p")).map(({ id }) => id)).to.deep.equal(["k3"]);
    const late = keys.create({ key: { ...next, id: "k4" }, digest: "d4", at: 6, replaces: ["k1"] });
    expect(await failure(late)).to.be.instanceOf(ConflictError);
    expect(await keys.find("d4")).to.equal(undefined);
  });

  it("the use of a key is noted unless it was lately; a revocation is said once", async () => {
    await keys.noteUse("k3", 100, 40);
    await keys.noteUse("k3", 130, 100);
    expect((await keys.find("d3"))?.lastUsedAt).to.equal(100);
    await keys.noteUse("k3", 161, 101);
    expect((await keys.find("d3"))?.lastUsedAt).to.equal(161);
    await keys.create({ key: { ...KEY, id: "k5" }, digest: "d5", at: 9 });
    expect((await keys.list(9)).map(({ id }) => id)).to.deep.equal(["k5", "k3"]);
    await keys.revoke("k3", 200);
    await keys.revoke("k3", 300);
    expect((await keys.find("d3"))?.revokedAt).to.equal(200);
    expect((await keys.list(1)).map(({ id }) => id)).to.deep.equal(["k5"]);
  });

  it("users have names of their own, whatever the case, and change in parts", async () => {
    const user = { id: "u1", name: "Ada", email: undefined, isAdmin: true, createdAt: 1 };
    await users.create({ ...user, password: { hash: "h1", at: 7 } });
    await users.create({ ...user, id: "u2", name: "Grace", password: { hash: "h2", at: 8 }, createdAt: 2 });
    expect(await failure(users.create({ ...user, id: "u3", name: " ADA ", password: { hash: "h", at: 9 } }))).to.be.instanceOf(ConflictError); // prettier-ignore
    expect(await failure(users.change("u2", { name: "ada" }))).to.be.instanceOf(ConflictError);
    expect((await users.list()).map(({ id }) => id)).to.deep.equal(["u1", "u2"]);
    expect(plain(await users.named("aDA"))).to.deep.equal(
      plain({
        ...user,
        isEmailConfirmed: false,
        password: { hash: "h1", at: 7 },
        recoveryCodes: [],
        preferences: {},
      }),
    );
    await users.change("u2", { disabledAt: 40, email: "g@example.com", preferences: { language: "de" } });
    const changed = await users.load("u2");
    expect([changed?.name, changed?.disabledAt, changed?.email]).to.deep.equal([
      "Grace",
      40,
      "g@example.com",
    ]);
    await users.change("u2", { disabledAt: undefined });
    expect((await users.load("u2"))?.disabledAt).to.equal(undefined);
    expect((await users.load("u2"))?.preferences).to.deep.equal({ language: "de" });
  });

  it("a change of how a user signs in ends the links to the account, and no others", async () => {
    const user = { name: "Lin", email: "Lin@example.com", isAdmin: false, createdAt: 70 };
    await users.create({ ...user, id: "u70", password: { hash: "h", at: 7 } });
    await users.create({
      ...user,
      id: "u71",
      name: "Lee",
      email: "lee@example.com",
      password: { hash: "h", at: 7 },
    });
    const none = { userId: undefined, email: undefined, storeId: "s1", role: "viewer", createdBy: undefined };
    const link = { ...none, isAdmin: false, createdAt: 70, expiresAt: 9_000_000 };
    const make = async () => {
      await accessLinks.create({ ...link, kind: "reset", digest: "r70", userId: "u70" });
      await accessLinks.create({ ...link, kind: "invitation", digest: "i70", email: "lin@example.com" });
    };
    const left = async () => {
      const found = await Promise.all(["r70", "i70", "r71"].map((digest) => accessLinks.find(digest)));
      return found.map((one) => one?.digest);
    };
    await accessLinks.create({ ...link, kind: "reset", digest: "r71", userId: "u71" });
    for (const change of [
      () => users.change("u70", { password: { hash: "h2", at: 8 } }),
      () => users.change("u70", { totp: undefined }),
      () => sessions.endAll("u70"),
      () => passkeys.remove("u70", "none"),
      () => users.change("u70", { email: undefined }),
    ]) {
      await make();
      await users.change("u70", { preferences: {} });
      expect(await left()).to.deep.equal(["r70", "i70", "r71"]);
      await change();
      expect(await left()).to.deep.equal([undefined, undefined, "r71"]);
    }
  });

  it("one user confirms an address, and a user's standing names the role in one store", async () => {
    await users.change("u71", { email: "LIN@example.com" });
    await users.change("u70", { email: "lin@example.com" });
    expect([
      await users.confirmEmail("u71", "LIN@example.com"),
      await users.confirmEmail("u71", "old@example.com"),
    ]).to.deep.equal([true, false]);
    expect(await failure(users.confirmEmail("u70", "lin@example.com"))).to.be.instanceOf(ConflictError);
    expect((await users.byEmail("lin@EXAMPLE.com"))?.id).to.equal("u71");
    const role = { name: "till", permissions: ["canviewinvoices"], requiresTwoFactors: false };
    await members.put({ storeId: "s70", userId: "u71", role: "till", addedAt: 1 });
    await members.putRole({ ...role, storeId: "s70" });
    await members.putRole({ ...role, storeId: "s71" });
    const standing = await members.standing("u71", "s70");
    expect(standing?.members.map(({ storeId }) => storeId)).to.deep.equal(["s70"]);
    expect(standing?.roles).to.deep.equal([{ ...role, storeId: "s70" }]);
    expect((await members.standing("u71", "s72"))?.members).to.deep.equal([]);
    expect(await members.standing("nobody", "s70")).to.equal(undefined);
    await members.removeRole("s70", "till");
    await members.removeRole("s71", "till");
  });

  it("stores who got power over which account, once, and lists the recent events", async () => {
    const invited = { kind: "invited", userId: "u9", by: "u1", at: 50 } as const;
    const enabled = { kind: "enabled", userId: "u9", by: undefined, at: 40 } as const;
    const given = { kind: "role_given", userId: "u9", by: "u1", at: 60, storeId: "s1" } as const;
    const elsewhere = { ...given, storeId: "s2" };
    for (const event of [invited, enabled, invited, { ...invited, at: 39 }, given, elsewhere, given])
      await accountEvents.record(event);
    const recent = await accountEvents.since(40);
    expect(recent.slice(0, 2)).to.deep.equal([enabled, invited]);
    expect(recent.slice(2), "at the same moment in two stores").to.have.deep.members([given, elsewhere]);
  });

  it("a code of a second factor is taken once, by one of several", async () => {
    await users.change("u1", { totp: { sealedSecret: "s", lastStep: 5 }, recoveryCodes: ["c1", "c2"] });
    const steps = await Promise.all([5, 6, 6, 4].map((step) => users.takeTotpStep("u1", step)));
    expect(steps.filter(Boolean)).to.have.length(1);
    expect((await users.load("u1"))?.totp?.lastStep).to.equal(6);
    const codes = await Promise.all(["c1", "c1", "c9"].map((code) => users.takeRecoveryCode("u1", code)));
    expect(codes.filter(Boolean)).to.have.length(1);
    expect((await users.load("u1"))?.recoveryCodes).to.deep.equal(["c2"]);
    await users.change("u1", { totp: undefined });
    expect((await users.load("u1"))?.totp).to.equal(undefined);
  });

  it("members have one role in a store, and roles are of one store or of all", async () => {
    await members.put({ storeId: "s1", userId: "u1", role: "owner", addedAt: 1 });
    await members.put({ storeId: "s1", userId: "u2", role: "cashier", addedAt: 2 });
    await members.put({ storeId: "s1", userId: "u2", role: "manager", addedAt: 3 });
    await members.put({ storeId: "s2", userId: "u2", role: "viewer", addedAt: 3 });
    expect(await members.ofStore("s1")).to.deep.equal([
      { storeId: "s1", userId: "u1", role: "owner", addedAt: 1 },
      { storeId: "s1", userId: "u2", role: "manager", addedAt: 2 },
    ]);
    await members.remove("s1", "u2");
    expect((await members.ofUser("u2")).map(({ storeId }) => storeId)).to.deep.equal(["s2"]);
    const role = { storeId: undefined, name: "till", permissions: ["a"], requiresTwoFactors: false };
    await members.putRole(role);
    await members.putRole({ ...role, storeId: "s1", permissions: ["b"] });
    await members.putRole({ ...role, requiresTwoFactors: true });
    expect(await members.roles()).to.have.deep.members([
      { ...role, requiresTwoFactors: true },
      { ...role, storeId: "s1", permissions: ["b"] },
    ]);
    await members.removeRole(undefined, "till");
    expect((await members.roles()).map(({ storeId }) => storeId)).to.deep.equal(["s1"]);
  });

  it("a one-time link is used by one of several, and a new owner link takes the place of the old one", async () => {
    const none = {
      userId: undefined,
      email: undefined,
      storeId: undefined,
      role: undefined,
      createdBy: undefined,
    };
    const link = { ...none, isAdmin: true, createdAt: 1, expiresAt: 50 };
    await accessLinks.create({ ...link, kind: "owner", digest: "l1" });
    await accessLinks.create({ ...link, kind: "invitation", digest: "l2", email: "x@example.com" });
    await accessLinks.create({ ...link, kind: "owner", digest: "l3" });
    expect(await accessLinks.find("l1")).to.equal(undefined);
    expect((await accessLinks.find("l2"))?.email).to.equal("x@example.com");
    const taken = await Promise.all(["l3", "l3"].map((digest) => accessLinks.take(digest)));
    expect(taken.filter(Boolean)).to.have.length(1);
    expect((await accessLinks.list()).map(({ digest }) => digest)).to.deep.equal(["l2"]);
    await accessLinks.create({ ...link, kind: "invitation", digest: "l4", createdAt: 50, expiresAt: 90 });
    expect(await accessLinks.find("l2"), "it lasts until 50").not.to.equal(undefined);
    await accessLinks.create({ ...link, kind: "invitation", digest: "l5", createdAt: 51, expiresAt: 90 });
    expect((await accessLinks.list()).map(({ digest }) => digest)).to.have.members(["l4", "l5"]);
  });

  it("passkeys are a user's own, and a challenge is taken once", async () => {
    const passkey = { id: "p1", userId: "u1", publicKey: "k", counter: 0, transports: ["usb"], label: "key", createdAt: 1, lastUsedAt: undefined }; // prettier-ignore
    await passkeys.create(passkey);
    await passkeys.note("p1", { counter: 4_294_967_295, lastUsedAt: 9 });
    expect(await passkeys.find("p1")).to.deep.equal({ ...passkey, counter: 4_294_967_295, lastUsedAt: 9 });
    await passkeys.remove("u2", "p1");
    expect(await passkeys.ofUser("u1")).to.have.length(1);
    await passkeys.remove("u1", "p1");
    expect(await passkeys.ofUser("u1")).to.deep.equal([]);
    await passkeys.challenge({ digest: "c", purpose: "sign-in", userId: undefined, expiresAt: 9 });
    const taken = await Promise.all([passkeys.takeChallenge("c"), passkeys.takeChallenge("c")]);
    expect(plain(taken.find(Boolean))).to.deep.equal({ digest: "c", purpose: "sign-in", expiresAt: 9 });
    expect(taken.filter(Boolean)).to.have.length(1);
  });

  it("sessions are kept until they end or are too old", async () => {
    const session = {
      ...{ digest: "x", id: "i", userId: "u1", passwordAt: 7, startedAt: 10, seenAt: 10, provenAt: 10 },
      ...{ needsSecondFactor: false, address: "192.0.2.1", agent: "Firefox" },
    };
    await sessions.create(session);
    await sessions.create({ ...session, digest: "y", startedAt: 20, needsSecondFactor: true });
    await sessions.create({ ...session, digest: "z", startedAt: 20, userId: "u2" });
    await sessions.note("x", { seenAt: 15 });
    expect(await sessions.find("x")).to.deep.equal({ ...session, seenAt: 15 });
    expect((await sessions.find("y"))?.needsSecondFactor).to.equal(true);
    expect((await sessions.ofUser("u1")).map(({ digest }) => digest)).to.have.members(["x", "y"]);
    await sessions.endAll("u1", "x");
    expect((await sessions.ofUser("u1")).map(({ digest }) => digest)).to.deep.equal(["x"]);
    await sessions.forget(20);
    expect(await sessions.find("x")).to.equal(undefined);
    await sessions.end("z");
    expect(await sessions.find("z")).to.equal(undefined);
  });

  it("the audit log is a chain, also when many append at once", async () => {
    const actor = { kind: "user", id: "u1", name: "Ada" } as const;
    const event = {
      at: 5,
      actor,
      action: "store.changed",
      storeId: "s1",
      subject: undefined,
      address: undefined,
    };
    const all = Array.from({ length: 20 }, (_, n) => ({
      ...event,
      before: { n, gone: undefined },
      after: 10n,
    }));
    await Promise.all(all.map((one) => auditLog.append(one)));
    await auditLog.append({
      ...event,
      action: "key.created",
      storeId: undefined,
      before: null,
      after: undefined,
    });
    const entries = await auditLog.after(0, 100);
    expect(entries).to.have.length(21);
    expect(entries.map((entry, index) => brokenLink(entry, entries[index - 1]))).to.deep.equal(
      entries.map(() => undefined),
    );
    expect(new Set(entries.map(({ before }) => JSON.stringify(before)))).to.have.property("size", 21);
    expect((await auditLog.list({ limit: 2 })).map(({ seq }) => seq)).to.deep.equal([21, 20]);
    expect(await auditLog.list({ limit: 9, storeId: "s1", before: 4 })).to.have.length(3);
    const forged = { ...entries[3]!, after: "11" };
    expect(brokenLink(forged, entries[2])).to.equal("entry 4 was changed");
    expect(brokenLink(entries[4]!, entries[2])).to.equal("entry 4 is missing");
  });
}
