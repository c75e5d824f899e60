import { expect } from "chai";
import type { Notification } from "../../../src/gateway/domain/access/notification.ts";
import type { PushDevice } from "../../../src/gateway/domain/access/push.ts";
import type { Session } from "../../../src/gateway/ports/userPort.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";
import { plain } from "./storedThings.ts";

const DEVICE: PushDevice = {
  id: "d1",
  userId: "u1",
  sessionDigest: "s1",
  passwordAt: 5,
  browserId: "b1",
  sealed: "sealed-1:x",
  agent: "Firefox",
  createdAt: 10,
  lastUsedAt: undefined,
  problem: undefined,
};

const NEWS: Notification = {
  id: "n1",
  userId: "u1",
  kind: "exception",
  storeId: "shop",
  subject: "i1",
  body: "A payment is too small.",
  link: "/owner/invoices/i1",
  at: 100,
  seenAt: undefined,
};

const session = (digest: string, userId = "u1"): Session => ({
  ...{ digest, id: `id-${digest}`, userId, passwordAt: 5, startedAt: 1, seenAt: 1, provenAt: 1 },
  ...{ needsSecondFactor: false, address: "", agent: "" },
});

type Kept = Pick<Persistence, "notifications" | "pushes" | "sessions">;

describe("browsers that show notifications", () => {
  onBothDatabases("gateway", (open) => theRules(async () => createPersistence(await open(), () => {})));
  describe("in memory", () => theRules(async () => createMemoryPersistence()));
});

function theRules(open: () => Promise<Kept>): void {
  let kept: Kept;
  beforeEach(async () => void (kept = await open()));
  const idsOf = async (userId: string) => (await kept.pushes.ofUser(userId)).map(({ id }) => id);

  it("come back as they were kept, the oldest first, and each belongs to one user", async () => {
    const { pushes } = kept;
    await pushes.put({ ...DEVICE, id: "d2", createdAt: 20, browserId: undefined });
    await pushes.put(DEVICE);
    expect(plain((await pushes.ofUser("u1"))[0])).to.deep.equal(plain(DEVICE));
    expect(await idsOf("u1")).to.deep.equal(["d1", "d2"]);
    await pushes.put({ ...DEVICE, userId: "u2" });
    expect([await idsOf("u1"), await idsOf("u2")]).to.deep.equal([["d2"], ["d1"]]);
    expect(await pushes.remove("u1", "d1"), "of another user").to.equal(false);
    expect(await pushes.remove("u2", "d1")).to.equal(true);
    expect(await pushes.load("d1")).to.equal(undefined);
  });

  it("note their last use, or why a message was not taken", async () => {
    const { pushes } = kept;
    await pushes.put(DEVICE);
    await pushes.note("d1", { problem: "It answered 500." });
    expect((await pushes.load("d1"))?.problem).to.equal("It answered 500.");
    await pushes.note("d1", { lastUsedAt: 30 });
    expect(await pushes.load("d1")).to.deep.include({ lastUsedAt: 30, problem: undefined });
  });

  it("end with their session, and with all sessions but the one that is kept", async () => {
    const { pushes, sessions } = kept;
    for (const digest of ["s1", "s2", "s3"]) {
      await sessions.create(session(digest));
      await pushes.put({ ...DEVICE, id: `of-${digest}`, sessionDigest: digest });
    }
    await pushes.put({ ...DEVICE, id: "other", userId: "u2", sessionDigest: "s9" });
    await sessions.end("s1");
    expect(await idsOf("u1")).to.deep.equal(["of-s2", "of-s3"]);
    await sessions.forget(1_000);
    expect(await idsOf("u1"), "a session that expired leaves them").to.deep.equal(["of-s2", "of-s3"]);
    await sessions.endAll("u1", "s3");
    expect(await idsOf("u1")).to.deep.equal(["of-s3"]);
    await sessions.endAll("u1");
    expect([await idsOf("u1"), await idsOf("u2")]).to.deep.equal([[], ["other"]]);
  });

  it("are taken over by the next session of their user in the same browser", async () => {
    const { pushes } = kept;
    await pushes.put(DEVICE);
    await pushes.moveTo("s2", { userId: "u2", browserId: "b1" });
    await pushes.moveTo("s2", { userId: "u1", browserId: "b2" });
    expect((await pushes.load("d1"))?.sessionDigest).to.equal("s1");
    await pushes.moveTo("s2", { userId: "u1", browserId: "b1" });
    expect((await pushes.load("d1"))?.sessionDigest).to.equal("s2");
  });

  it("get a message each in the commit of the notification, once, and one sender has it at a time", async () => {
    const { pushes, notifications } = kept;
    expect(await notifications.add(NEWS, ["d1", "d2"])).to.equal(true);
    expect(await notifications.add({ ...NEWS, id: "n2" }, ["d1", "d2"]), "the same thing").to.equal(false);
    expect(await pushes.claim(99, 50, 9), "not due yet").to.deep.equal([]);
    const claimed = await pushes.claim(100, 50, 9);
    expect(claimed.map(({ id }) => id)).to.deep.equal(["n1.d1", "n1.d2"]);
    expect(plain(claimed[0])).to.deep.equal({
      ...{ id: "n1.d1", notificationId: "n1", deviceId: "d1", kind: "exception", storeId: "shop" },
      ...{ link: "/owner/invoices/i1", createdAt: 100, dueAt: 100, attempts: 0 },
    });
    expect(await pushes.claim(149, 50, 9), "another sender, meanwhile").to.deep.equal([]);
    const [first, second] = await pushes.claim(150, 50, 9);
    if (!first || !second) throw new Error("Expected both after a sender was lost.");
    await pushes.end(first);
    await pushes.retry(second, 300);
    await pushes.retry(second, 400); // by the sender that was thought lost
    expect(await pushes.claim(299, 50, 9)).to.deep.equal([]);
    expect(await pushes.claim(300, 50, 9)).to.have.length(1);
    expect((await pushes.claim(400, 50, 9))[0]).to.include({ id: "n1.d2", attempts: 1, dueAt: 300 });
  });
}
