import { expect } from "chai";
import { ConflictError } from "../../../src/database/driver.ts";
import type { ApiKey, Keys, Owners, Sessions } from "../../../src/gateway/ports/accessPort.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";
import { plain } from "./storedThings.ts";

const KEY: ApiKey = { id: "k1", storeId: "s1", label: "till", permissions: ["b", "a"], revokedAt: undefined };
const LINK = { digest: "link", expiresAt: 50 };
const ACCOUNT = { name: "Ada", passwordHash: "$argon2id$…", passwordAt: 7 };
const failure = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error); // prettier-ignore

describe("who may do what", () => {
  onBothDatabases("gateway", (open) => theRules(async () => createPersistence(await open(), () => {})));
  describe("in memory", () => theRules(async () => createMemoryPersistence()));
});

function theRules(open: () => Promise<Pick<Persistence, "keys" | "owners" | "sessions">>): void {
  let keys: Keys;
  let owners: Owners;
  let sessions: Sessions;
  before(async () => void ({ keys, owners, sessions } = await open()));

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

  it("there is one owner, who keeps the id, and one link, which one visitor uses", async () => {
    expect(await owners.read()).to.equal(undefined);
    await owners.offerLink("o1", { digest: "older", expiresAt: 40 });
    await owners.offerLink("o2", LINK);
    expect(plain(await owners.read())).to.deep.equal({ id: "o1", link: LINK });
    expect(await owners.useLink("older", ACCOUNT)).to.equal(false);
    const both = await Promise.all([owners.useLink("link", ACCOUNT), owners.useLink("link", ACCOUNT)]);
    expect(both.filter(Boolean)).to.have.length(1);
    expect(plain(await owners.read())).to.deep.equal({ id: "o1", account: ACCOUNT });
    await owners.offerLink("o3", LINK);
    expect(plain(await owners.read())).to.deep.equal({ id: "o1", account: ACCOUNT, link: LINK });
  });

  it("sessions are kept until they end or are too old", async () => {
    const session = { digest: "x", passwordAt: 7, startedAt: 10, seenAt: 10 };
    await sessions.create(session);
    await sessions.create({ ...session, digest: "y", startedAt: 20 });
    await sessions.note("x", 15);
    expect(await sessions.find("x")).to.deep.equal({ ...session, seenAt: 15 });
    await sessions.forget(20);
    expect(await sessions.find("x")).to.equal(undefined);
    await sessions.end("y");
    expect(await sessions.find("y")).to.equal(undefined);
  });
}
