import { expect } from "chai";
import { ConflictError } from "../../../src/database/driver.ts";
import type { Access, ApiKey } from "../../../src/gateway/ports/accessPort.ts";
import { createStore } from "../../../src/gateway/persistence/store.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { createMemoryStore } from "../../support/memoryStore.ts";
import { plain } from "./storedThings.ts";

const KEY: ApiKey = { id: "k1", storeId: "s1", label: "till", permissions: ["b", "a"], revokedAt: undefined };
const LINK = { digest: "link", expiresAt: 50 };
const ACCOUNT = { name: "Ada", passwordHash: "$argon2id$…", passwordAt: 7 };
const failure = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error); // prettier-ignore

describe("who may do what", () => {
  onBothDatabases("gateway", (open) => theRules(async () => createStore(await open(), () => {})));
  describe("in memory", () => theRules(async () => createMemoryStore()));
});

function theRules(open: () => Promise<Access>): void {
  let store: Access;
  before(async () => void (store = await open()));

  it("keys come back as they were, by digest and by id", async () => {
    const key = { ...KEY, hint: "ct_live_abcd", purpose: "p", expiresAt: 90 };
    await store.createKey({ key, digest: "d1", at: 1 });
    for (const found of [await store.findKey("d1"), await store.loadKey("k1")])
      expect(plain(found)).to.deep.equal(plain({ ...key, createdAt: 1 }));
    expect(await store.findKey("d2")).to.equal(undefined);
    expect(
      await failure(store.createKey({ key: { ...key, id: "k2" }, digest: "d1", at: 1 })),
    ).to.be.instanceOf(Error);
  });

  it("a key takes the place of others in one commit, or not at all", async () => {
    const next = { ...KEY, id: "k3", purpose: "p" };
    expect((await store.keysFor("s1", "p")).map(({ id }) => id)).to.deep.equal(["k1"]);
    expect(await store.keysFor("s2", "p")).to.deep.equal([]);
    await store.createKey({ key: next, digest: "d3", at: 5, replaces: ["k1"] });
    expect((await store.findKey("d1"))?.revokedAt).to.equal(5);
    expect((await store.keysFor("s1", "p")).map(({ id }) => id)).to.deep.equal(["k3"]);
    const late = store.createKey({ key: { ...next, id: "k4" }, digest: "d4", at: 6, replaces: ["k1"] });
    expect(await failure(late)).to.be.instanceOf(ConflictError);
    expect(await store.findKey("d4")).to.equal(undefined);
  });

  it("the use of a key is noted unless it was lately; a revocation is said once", async () => {
    await store.noteKeyUse("k3", 100, 40);
    await store.noteKeyUse("k3", 130, 100);
    expect((await store.findKey("d3"))?.lastUsedAt).to.equal(100);
    await store.noteKeyUse("k3", 161, 101);
    expect((await store.findKey("d3"))?.lastUsedAt).to.equal(161);
    await store.createKey({ key: { ...KEY, id: "k5" }, digest: "d5", at: 9 });
    expect((await store.listKeys(9)).map(({ id }) => id)).to.deep.equal(["k5", "k3"]);
    await store.revokeKey("k3", 200);
    await store.revokeKey("k3", 300);
    expect((await store.findKey("d3"))?.revokedAt).to.equal(200);
    expect((await store.listKeys(1)).map(({ id }) => id)).to.deep.equal(["k5"]);
  });

  it("there is one owner, who keeps the id, and one link, which one visitor uses", async () => {
    expect(await store.readOwner()).to.equal(undefined);
    await store.offerOwnerLink("o1", { digest: "older", expiresAt: 40 });
    await store.offerOwnerLink("o2", LINK);
    expect(plain(await store.readOwner())).to.deep.equal({ id: "o1", link: LINK });
    expect(await store.useOwnerLink("older", ACCOUNT)).to.equal(false);
    const both = await Promise.all([
      store.useOwnerLink("link", ACCOUNT),
      store.useOwnerLink("link", ACCOUNT),
    ]);
    expect(both.filter(Boolean)).to.have.length(1);
    expect(plain(await store.readOwner())).to.deep.equal({ id: "o1", account: ACCOUNT });
    await store.offerOwnerLink("o3", LINK);
    expect(plain(await store.readOwner())).to.deep.equal({ id: "o1", account: ACCOUNT, link: LINK });
  });

  it("sessions are kept until they end or are too old", async () => {
    const session = { digest: "x", passwordAt: 7, startedAt: 10, seenAt: 10 };
    await store.createSession(session);
    await store.createSession({ ...session, digest: "y", startedAt: 20 });
    await store.noteSession("x", 15);
    expect(await store.findSession("x")).to.deep.equal({ ...session, seenAt: 15 });
    await store.forgetSessions(20);
    expect(await store.findSession("x")).to.equal(undefined);
    await store.endSession("y");
    expect(await store.findSession("y")).to.equal(undefined);
  });
}
