import { expect } from "chai";
import { createSecrets } from "../../../src/gateway/adapters/secrets.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { newInvitation } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { notify } from "../../../src/gateway/usecases/notifications/notify.ts";
import { sendPushes } from "../../../src/gateway/usecases/notifications/sendPushes.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { onUsualDatabase } from "../../support/databases.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";
import { startPushReceiver } from "../../support/pushReceiver.ts";
import { NAME, openSite, PASSWORD, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";

const PAGE = "/owner/notifications";
const DEVICES = `${PAGE}/devices`;
const MEMBER_PASSWORD = "another few words";

describe("web push to a user's browsers", () => {
  onUsualDatabase("gateway", (open) =>
    whatIsSent(async () => createPersistence(await open(), (error) => expect.fail(String(error)))),
  );
  describe("on the page", () => whatThePageDoes());
});

/** A site with its owner signed in, and a push service. */
async function openWorld(persistence: Persistence) {
  const receiver = await startPushReceiver();
  const site: Site = await openSite({ persistence });
  const owner = await signedInOwner(site);
  const subscribe = async (visitor: Visitor, name = "browser", endpoint?: string) => {
    await visitor.get(PAGE);
    const subscription = JSON.stringify(receiver.subscription(name, endpoint));
    return visitor.send(DEVICES, { subscription });
  };
  const member = async (name: string, role: string) => {
    const token = await newInvitation(site.gateway, {
      email: `${name}@example.com`,
      storeId: site.shop.id,
      role,
    });
    const visitor = site.visitor();
    const typed = { name, password: MEMBER_PASSWORD, again: MEMBER_PASSWORD };
    await visitor.send("/owner/setup", { token, ...typed });
    return visitor;
  };
  return {
    ...{ receiver, site, owner, subscribe, member },
    /** Tells of a webhook that was disabled, with words that must not be on a lock screen. */
    tell: (subject = "w1") =>
      notify(site.gateway, {
        kind: "webhook_disabled",
        storeId: site.shop.id,
        subject,
        body: "The webhook of Grace Hopper to https://shop.example, 12.50 USD.",
        link: `/owner/stores/${site.shop.id}/webhooks`,
      }),
    /** Runs the job, and gives what browsers got. */
    async sent() {
      await sendPushes(site.gateway, "https://pay.example");
      return receiver.taken().map((pushed) => ({ ...pushed, shown: JSON.parse(pushed.text) as unknown }));
    },
    deviceIds: async (name = NAME) => {
      const user = await site.gateway.persistence.users.named(name);
      return (await site.gateway.persistence.pushes.ofUser(user?.id ?? "")).map(({ id }) => id);
    },
    async signIn(visitor: Visitor) {
      await visitor.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    },
  };
}
type World = Awaited<ReturnType<typeof openWorld>>;

function whatIsSent(open: () => Promise<Persistence>): void {
  let world: World;
  beforeEach(async () => void (world = await openWorld(await open())));
  afterEach(() => world.receiver.close());

  it("is the event and the store, without what the page says of it, once in each browser", async () => {
    const { site, owner, subscribe, tell, sent } = world;
    await subscribe(owner, "laptop");
    await subscribe(owner, "phone");
    await tell();
    await tell();
    const messages = await sent();
    expect(messages.map(({ shown }) => shown)).to.deep.equal(
      Array(2).fill({
        title: "A webhook was disabled",
        body: "Tea house",
        path: `/owner/stores/${site.shop.id}/webhooks`,
        tag: (
          await site.gateway.persistence.notifications.list(await userId(world), {
            allowed: undefined,
            limit: 1,
          })
        )[0]?.id,
        lang: "en",
        dir: "ltr",
      }),
    );
    expect(messages[0]?.key, "signed by the gateway").to.equal(site.gateway.push.publicKey);
    expect(Buffer.byteLength(messages[0]?.text ?? ""), "of one length, whatever it is about").to.equal(512);
    expect(await sent(), "no second time").to.deep.equal([]);
  });

  it("keeps a browser whose keys cannot be looked up now, and sends to it later", async () => {
    const { site, owner, subscribe, tell, sent, deviceIds } = world;
    await subscribe(owner);
    await tell();
    const { open } = site.gateway.secrets;
    Object.assign(site.gateway.secrets, { open: () => Promise.reject(new Error("connect ECONNREFUSED")) });
    expect(await sent()).to.deep.equal([]);
    expect(await deviceIds()).to.have.length(1);
    Object.assign(site.gateway.secrets, { open });
    site.clock.advance(3 * MINUTE_MS);
    expect(await sent()).to.have.length(1);
  });

  it("is in the user's language, and about the events that the user ticked", async () => {
    const { owner, subscribe, tell, sent } = world;
    await subscribe(owner);
    await owner.get("/owner/account");
    await owner.send("/owner/account/language", { language: "ar" });
    await tell("w1");
    const [{ shown } = { shown: {} }] = await sent();
    expect(shown).to.include({ lang: "ar", dir: "rtl" });
    expect(shown).not.to.include({ title: "A webhook was disabled" });
    await owner.get(PAGE);
    await owner.send(`${PAGE}/settings`, { page: "webhook_disabled", push: "exception" });
    await tell("w2");
    expect(await sent()).to.deep.equal([]);
    await owner.get(PAGE);
    await owner.send(`${PAGE}/settings`, { push: "webhook_disabled" });
    await tell("w3");
    expect(await sent(), "also where the page does not show it").to.have.length(1);
  });

  it("is nothing after the browser was signed out, there or everywhere else", async () => {
    const { site, owner, subscribe, tell, sent, signIn, deviceIds } = world;
    const phone = site.visitor();
    await signIn(phone);
    await subscribe(owner, "laptop");
    await subscribe(phone, "phone");
    await tell("w1"); // queued before, and not sent any more
    await owner.get("/owner/account");
    await owner.send("/owner/account/sessions/end-others", {});
    expect(await deviceIds()).to.have.length(1);
    expect((await sent()).map(({ claims }) => claims.aud)).to.have.length(1);
    await owner.get(PAGE);
    await owner.send("/owner/sign-out", {});
    await tell("w2");
    expect(await sent()).to.deep.equal([]);
    expect(await deviceIds()).to.deep.equal([]);
  });

  it("goes on when a session expires, until the next one in that browser is signed out", async () => {
    const { site, owner, subscribe, tell, sent, signIn } = world;
    await subscribe(owner);
    site.clock.advance(13 * HOUR_MS);
    expect((await owner.get(PAGE)).status, "signed in no longer").to.equal(303);
    await tell("w1");
    expect(await sent()).to.have.length(1);
    await signIn(owner);
    await owner.get(PAGE);
    await owner.send("/owner/sign-out", {});
    await tell("w2");
    expect(await sent()).to.deep.equal([]);
  });

  it("is nothing for a user who was disabled or has another password, whatever is queued", async () => {
    const { site, owner, subscribe, tell, sent, deviceIds } = world;
    const { users } = site.gateway.persistence;
    await subscribe(owner);
    await tell("w1");
    const user = await users.named(NAME);
    if (!user?.password) throw new Error("Expected a user with a password.");
    await users.change(user.id, { disabledAt: site.clock() });
    expect(await sent()).to.deep.equal([]);
    expect(await deviceIds(), "the browser is forgotten").to.deep.equal([]);
    await users.change(user.id, { disabledAt: undefined });
    await subscribe(owner);
    await tell("w2");
    await users.change(user.id, { password: { ...user.password, at: user.password.at + 1 } });
    expect(await sent()).to.deep.equal([]);
    expect(await deviceIds()).to.deep.equal([]);
  });

  it("is nothing about a store in which the user has no role any more, or one that may not see it", async () => {
    const { site, subscribe, member, tell, sent, deviceIds } = world;
    const { members, users } = site.gateway.persistence;
    await subscribe(await member("Grace", "owner"));
    const grace = await users.named("Grace");
    if (!grace) throw new Error("Expected Grace.");
    const at = site.clock();
    await tell("w1");
    await members.put({ storeId: site.shop.id, userId: grace.id, role: "viewer", addedAt: at });
    expect(await sent()).to.deep.equal([]);
    await members.put({ storeId: site.shop.id, userId: grace.id, role: "owner", addedAt: at });
    await tell("w2");
    await members.remove(site.shop.id, grace.id);
    expect(await sent()).to.deep.equal([]);
    expect(await deviceIds("Grace"), "there may be other stores").to.have.length(1);
  });

  it("is tried again when the push service is busy, a few times, later and later, and then given up", async () => {
    const { site, owner, receiver, subscribe, tell, sent } = world;
    await subscribe(owner);
    await tell();
    receiver.answer({ status: 429, headers: { "retry-after": "120" } });
    expect(await sent()).to.have.length(1);
    site.clock.advance(119 * SECOND_MS);
    expect(await sent(), "the push service asked for two minutes").to.deep.equal([]);
    receiver.answer({ status: 503 });
    let [attempts, hours] = [1, 0];
    for (; hours < 24; hours += 1 / 12) {
      site.clock.advance(5 * MINUTE_MS);
      attempts += (await sent()).length;
    }
    expect(attempts).to.equal(6);
    expect(textOf((await signedInAgain()).text)).to.include("The push service answered 503.");
    receiver.answer({ status: 201 });
    await tell("w2");
    expect(await sent(), "the next one is sent").to.have.length(1);
    expect(site.logged.join("\n")).to.include('"push.lost"').and.not.include(receiver.url);

    async function signedInAgain() {
      await world.signIn(owner);
      return owner.get(PAGE);
    }
  });

  it("is tried once more, and no more, when it is a day old", async () => {
    const { site, owner, receiver, subscribe, tell, sent } = world;
    await subscribe(owner);
    await tell();
    receiver.answer({ status: 500 });
    site.clock.advance(DAY_MS); // the gateway was down
    expect(await sent()).to.have.length(1);
    site.clock.advance(DAY_MS);
    expect(await sent()).to.deep.equal([]);
  });

  it("ends when the browser has ended its subscription", async () => {
    const { owner, receiver, subscribe, tell, sent, deviceIds } = world;
    await subscribe(owner);
    receiver.answer({ status: 410 });
    await tell("w1");
    expect(await sent()).to.have.length(1);
    expect(await deviceIds()).to.deep.equal([]);
    await tell("w2");
    expect(await sent()).to.deep.equal([]);
  });

  it("ends when the key that sealed the subscription is lost", async () => {
    const { site, owner, subscribe, tell, sent, deviceIds } = world;
    await subscribe(owner);
    await tell();
    Object.assign(site.gateway, { secrets: createSecrets(new Uint8Array(32).fill(8)) });
    expect(await sent()).to.deep.equal([]);
    expect(await deviceIds()).to.deep.equal([]);
  });

  it("comes again after a crash before it was recorded, as the same message", async () => {
    const { site, owner, subscribe, tell, sent } = world;
    await subscribe(owner);
    await tell();
    const { pushes } = site.gateway.persistence;
    const lost = { ...site.gateway, persistence: { ...site.gateway.persistence, pushes: { ...pushes, end: () => Promise.reject(new Error("The process was killed.")) } } }; // prettier-ignore
    await sendPushes(lost, "https://pay.example");
    const [first] = world.receiver.taken();
    expect(await sent(), "while the other process may still be at it").to.deep.equal([]);
    site.clock.advance(3 * MINUTE_MS);
    const [again, ...more] = await sent();
    expect(again?.text).to.equal(first?.text);
    expect(again?.headers["topic"]).to.equal(first?.headers["topic"]);
    expect(more).to.deep.equal([]);
    site.clock.advance(HOUR_MS);
    expect(await sent()).to.deep.equal([]);
  });
}

function whatThePageDoes(): void {
  let world: World;
  beforeEach(async () => void (world = await openWorld(createMemoryPersistence())));
  afterEach(() => world.receiver.close());

  it("lists a browser with its name, sends it a test, and removes it, all in the audit log", async () => {
    const { site, owner, receiver, subscribe, deviceIds } = world;
    expect((await subscribe(owner)).status).to.equal(303);
    const [id] = await deviceIds();
    const listed = await owner.get(PAGE);
    expect(listed.text).to.include(`data-device="${id}"`);
    expect(textOf(listed.text)).to.include("never used");
    expect((await owner.send(`${DEVICES}/${id}/test`, {})).status).to.equal(303);
    const [test] = receiver.taken();
    expect(JSON.parse(test?.text ?? "{}")).to.include({
      title: "Notifications work in this browser",
      body: "localhost:3000",
      path: PAGE,
    });
    expect(textOf((await owner.get(PAGE)).text)).not.to.include("never used");
    expect((await owner.send(`${DEVICES}/${id}/remove`, {})).status).to.equal(303);
    expect(await deviceIds()).to.deep.equal([]);
    const logged = await site.gateway.persistence.auditLog.list({ limit: 9 });
    const said = logged.filter(({ action }) => action.startsWith("push_device."));
    expect(said.map(({ action }) => action).toSorted()).to.deep.equal([
      "push_device.added",
      "push_device.removed",
    ]);
    expect(JSON.stringify(said), "no endpoint, no keys").not.to.include(receiver.url);
  });

  it("keeps endpoint and keys sealed", async () => {
    const { site, owner, receiver, subscribe } = world;
    await subscribe(owner);
    const kept = JSON.stringify(await site.gateway.persistence.pushes.ofUser(await userId(world)));
    const { keys } = receiver.subscription();
    expect(kept).to.include("sealed-1:").and.not.include(receiver.url).and.not.include(keys.auth);
  });

  it("says why a test was not taken, and removes a browser that has ended its subscription", async () => {
    const { owner, receiver, subscribe, deviceIds } = world;
    await subscribe(owner);
    const [id] = await deviceIds();
    receiver.answer({ status: 403 });
    await owner.get(PAGE);
    const refused = await owner.send(`${DEVICES}/${id}/test`, {});
    expect([refused.status, textOf(refused.text).includes("The push service answered 403.")]).to.deep.equal([
      422,
      true,
    ]);
    receiver.answer({ status: 404 });
    const gone = await owner.send(`${DEVICES}/${id}/test`, {});
    expect(textOf(gone.text)).to.include("That browser has ended its notifications");
    expect(await deviceIds()).to.deep.equal([]);
  });

  it("sends ten tests in a quarter of an hour at most", async () => {
    const { owner, receiver, subscribe, deviceIds } = world;
    await subscribe(owner);
    const [id] = await deviceIds();
    await owner.get(PAGE);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      statuses.push((await owner.send(`${DEVICES}/${id}/test`, {})).status);
      await owner.get(PAGE);
    }
    expect(statuses).to.deep.equal([...Array<number>(10).fill(303), 429]);
    expect(receiver.taken()).to.have.length(10);
  });

  it("takes ten browsers of a user at most, and the same one again", async () => {
    const { owner, subscribe, deviceIds } = world;
    for (let count = 0; count < 10; count++) await subscribe(owner, `browser-${count}`);
    const refused = await subscribe(owner, "one-more");
    expect([refused.status, textOf(refused.text).includes("on in 10 browsers already")]).to.deep.equal([
      422,
      true,
    ]);
    expect((await subscribe(owner, "browser-3")).status).to.equal(303);
    expect(await deviceIds()).to.have.length(10);
  });

  it("takes no endpoint in a private network, no plain http elsewhere, and nothing that is no subscription", async () => {
    const { owner, subscribe, deviceIds } = world;
    for (const endpoint of ["https://10.0.0.1/x", "https://[fd00::1]/x", "ftp://push.example/", "nonsense"]) {
      const { status, text } = await subscribe(owner, "browser", endpoint);
      expect([status, textOf(text).includes("cannot be used")], endpoint).to.deep.equal([422, true]);
    }
    for (const subscription of ["", "{}", "[]", '{"endpoint":"https://push.example/"}', "{"]) {
      await owner.get(PAGE);
      expect((await owner.send(DEVICES, { subscription })).status, subscription).to.equal(422);
    }
    expect(await deviceIds()).to.deep.equal([]);
  });

  it("takes forms of its own pages only, from those who are signed in", async () => {
    const { site, owner, receiver, deviceIds } = world;
    const subscription = JSON.stringify(receiver.subscription());
    await owner.get(PAGE);
    expect((await owner.send(DEVICES, { subscription, formToken: "guessed" })).status).to.equal(403);
    const foreign = await owner.send(DEVICES, { subscription }, { origin: "https://evil.example" });
    expect(foreign.status).to.equal(403);
    expect((await site.visitor().send(DEVICES, { subscription })).status).to.equal(303);
    expect(await deviceIds()).to.deep.equal([]);
  });

  it("neither tests nor removes another user's browser", async () => {
    const { owner, receiver, subscribe, member, deviceIds } = world;
    await subscribe(owner);
    const [id] = await deviceIds();
    const grace = await member("Grace", "owner");
    await grace.get(PAGE);
    expect((await grace.get(PAGE)).text).not.to.include(id);
    expect((await grace.send(`${DEVICES}/${id}/test`, {})).status).to.equal(404);
    await grace.get(PAGE);
    expect((await grace.send(`${DEVICES}/${id}/remove`, {})).status).to.equal(404);
    expect([await deviceIds(), receiver.taken()]).to.deep.equal([[id], []]);
  });

  it("shows one user's notifications in a browser: those of the last one who switched them on", async () => {
    const { owner, subscribe, member, deviceIds } = world;
    await subscribe(owner);
    await subscribe(await member("Grace", "owner"));
    expect([await deviceIds(), (await deviceIds("Grace")).length]).to.deep.equal([[], 1]);
  });

  it("serves the worker at a path that limits it to the owner's pages, and loads no other script", async () => {
    const { site, owner } = world;
    const worker = await site.visitor().get("/owner/push-worker.js");
    expect(worker.status).to.equal(200);
    expect(worker.headers).to.include({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    expect(worker.headers).not.to.have.property("service-worker-allowed");
    const policyOf = async (path: string) => (await owner.get(path)).headers["content-security-policy"];
    expect(await policyOf(PAGE)).to.match(/script-src 'nonce-[^']+';.*worker-src 'self'/);
    expect(await policyOf("/owner/account")).not.to.include("worker");
  });
}

async function userId({ site }: World): Promise<string> {
  return (await site.gateway.persistence.users.named(NAME))?.id ?? "";
}
