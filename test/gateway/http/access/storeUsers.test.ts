import { expect } from "chai";
import { NOTIFICATION_KINDS } from "../../../../src/gateway/domain/access/notification.ts";
import type { Permission } from "../../../../src/gateway/domain/access/permissions.ts";
import type { User } from "../../../../src/gateway/domain/access/user.ts";
import { createMerchant, issueKey } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { startMailServer, type MailServer } from "../../../support/mailServer.ts";
import { openVisitor, PASSWORD } from "../ownerPages.ts";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";

type Fields = Readonly<Record<string, unknown>>;

describe("users over the merchant API", () => {
  let shop: MerchantApp;
  let mail: MailServer;
  let otherId: string; // a store that the key knows nothing of
  let manager: string; // a key that may do what an owner may
  beforeEach(async () => {
    mail = await startMailServer();
    shop = await startMerchantApp({ env: { SMTP_URL: mail.url, MAIL_FROM: "gateway@pay.example" } });
    const { persistence } = shop.app.gateway;
    const { settings } = (await persistence.stores.load(shop.storeId))!;
    otherId = (await createMerchant(persistence, shop.app.gateway, "Other", settings)).id;
    for (const name of ["ada", "grace", "mallory"]) await addUser(name);
    await member("ada", "owner");
    await member("mallory", "owner", otherId);
    manager = await keyWith(["unrestricted"]);
  });
  afterEach(async () => {
    await shop.close();
    await mail.close();
  });

  const addUser = async (id: string, email = `${id}@shop.example`, isConfirmed = true) => {
    const at = shop.clock();
    const password = { hash: `$argon2id$${id}`, at };
    const user = { id, name: id, email, isAdmin: false, createdAt: at, password };
    await shop.app.gateway.persistence.users.create(user);
    const secrets: Partial<User> = {
      totp: { sealedSecret: "sealed", lastStep: 0 },
      recoveryCodes: ["digest"],
    };
    await shop.app.gateway.persistence.users.change(id, secrets);
    if (isConfirmed) await shop.app.gateway.persistence.users.confirmEmail(id, email);
  };
  const member = (userId: string, role: string, storeId = shop.storeId) =>
    shop.app.gateway.persistence.members.put({ storeId, userId, role, addedAt: shop.clock() });
  const keyWith = (permissions: readonly Permission[], userId?: string) => {
    const { persistence, clock, random } = shop.app.gateway;
    const grant = { storeId: shop.storeId, label: "", permissions, userId };
    return issueKey(persistence.keys, { clock, random }, grant, "live");
  };
  const call = async (key: string, route: string, body?: unknown) => {
    const [method = "", path = ""] = route.split(" ");
    const answer = await fetch(`${shop.url}/api/v1${path.replace("{store}", `/stores/${shop.storeId}`)}`, {
      method,
      headers: { authorization: `token ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: (text === "" ? undefined : JSON.parse(text)) as Fields };
  };
  const codeOf = ({ status, body }: Readonly<{ status: number; body: Fields | undefined }>) => [
    status,
    body?.["code"],
  ];
  const rolesOf = async (key: string) => {
    const listed = (await call(key, "GET {store}/users")).body as unknown as readonly Fields[];
    return Object.fromEntries(listed.map(({ userId, role }) => [userId, role])) as Fields;
  };

  it("are added, changed and taken out by a key, and the audit log says by which", async () => {
    const added = await call(manager, "POST {store}/users", {
      userId: "GRACE@shop.example",
      role: "Cashier",
    });
    expect([added.status, added.text]).to.deep.equal([200, ""]);
    expect(await rolesOf(manager)).to.deep.equal({ ada: "owner", grace: "cashier" });
    const again = await call(manager, "POST {store}/users", { userId: "grace", role: "viewer" });
    expect(codeOf(again)).to.deep.equal([409, "duplicate-store-user-role"]);
    expect((await call(manager, "PUT {store}/users/grace", { storeRole: "viewer" })).status).to.equal(200);
    expect(await rolesOf(manager)).to.deep.equal({ ada: "owner", grace: "viewer" });
    expect((await call(manager, "DELETE {store}/users/grace@shop.example")).status).to.equal(200);
    expect(await rolesOf(manager)).to.deep.equal({ ada: "owner" });
    const entries = await shop.app.gateway.persistence.auditLog.list({ limit: 10 });
    expect(entries.map(({ action }) => action)).to.have.members([
      "api.addStoreUser",
      "api.changeStoreUser",
      "api.removeStoreUser",
    ]);
    for (const { actor, storeId, subject } of entries)
      expect([actor.kind, storeId, subject]).to.deep.equal(["key", shop.storeId, "grace"]);
  });

  it("are never shown with what proves who they are", async () => {
    const own = await keyWith(["user.canviewprofile"], "ada");
    for (const { text } of [await call(manager, "GET {store}/users"), await call(own, "GET /users/me")]) {
      expect(text).to.include("ada@shop.example");
      expect(text).not.to.match(/argon2|sealed|digest|totp|recovery|password/i);
    }
  });

  it("get no role that may do more than the key, and lose none", async () => {
    const people = await keyWith([
      "canmanageusers",
      "cancreateinvoice",
      "canviewinvoices",
      "canviewpaymentrequests",
    ]);
    await call(manager, "POST {store}/users", { userId: "grace", role: "manager" });
    const asked = [
      await call(people, "POST {store}/users", { userId: "mallory", role: "owner" }),
      await call(people, "PUT {store}/users/grace", { role: "cashier" }), // its old role may do more
      await call(people, "DELETE {store}/users/ada"),
    ];
    for (const refused of asked) expect(codeOf(refused)).to.deep.equal([403, "role-not-allowed"]);
    expect(await rolesOf(manager)).to.deep.equal({ ada: "owner", grace: "manager" });
    const added = await call(people, "POST {store}/users", { userId: "mallory", role: "cashier" });
    expect(added.status).to.equal(200);
  });

  it("leave an owner in the store", async () => {
    for (const route of ["PUT {store}/users/ada", "DELETE {store}/users/ada"])
      expect(codeOf(await call(manager, route, { role: "viewer" }))).to.deep.equal([409, "last-owner"]);
    await call(manager, "POST {store}/users", { userId: "grace", role: "owner" });
    expect((await call(manager, "DELETE {store}/users/ada")).status).to.equal(200);
  });

  it("of another store are as unknown as those that there are not", async () => {
    expect(await rolesOf(manager)).to.deep.equal({ ada: "owner" });
    const answers = [];
    for (const named of ["mallory", "mallory@shop.example", "nobody", "nobody@shop.example"]) {
      const put = await call(manager, `PUT {store}/users/${named}`, { role: "viewer" });
      const removed = await call(manager, `DELETE {store}/users/${named}`);
      answers.push([put.status, put.text, removed.status, removed.text]);
    }
    for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
    expect(answers[0]?.[0]).to.equal(404);
    expect((await call(manager, `GET /stores/${otherId}/users`)).status).to.equal(403);
  });

  it("an address that its user has not confirmed gets an invitation, with the answer that a member gets", async () => {
    await addUser("eve", "boss@shop.example", false);
    const add = (email: string) => call(manager, "POST {store}/users", { email, role: "viewer" });
    const answers = [
      await add("grace@shop.example"),
      await add("boss@shop.example"),
      await add("new@shop.example"),
    ];
    for (const { status, text } of answers) expect([status, text]).to.deep.equal([200, ""]);
    expect(await rolesOf(manager)).to.deep.equal({ ada: "owner", grace: "viewer" });
    await shop.run("send mails");
    expect(mail.taken.map(({ to }) => to[0])).to.have.members(["boss@shop.example", "new@shop.example"]);
    const entries = await shop.app.gateway.persistence.auditLog.list({ limit: 10 });
    expect(entries.map(({ subject, after }) => subject ?? after)).to.deep.include.members([
      "grace",
      { email: "boss@shop.example", role: "viewer" },
    ]);
  });

  it("an invitation that came by e-mail makes an account, whose address a further link confirms", async () => {
    await call(manager, "POST {store}/users", { email: "new@shop.example", role: "viewer" });
    await shop.run("send mails");
    const linkIn = (text = "") => /\/owner\/[a-z-]+\?token=\w+/.exec(text)?.[0] ?? "";
    const visitor = openVisitor(shop.app.url, shop.app.url);
    await visitor.get(linkIn(mail.taken[0]?.read.text));
    await visitor.send("/owner/setup", { name: "Nina", password: PASSWORD, again: PASSWORD });
    const { users } = shop.app.gateway.persistence;
    expect((await users.named("Nina"))?.isEmailConfirmed).to.equal(false);
    await shop.run("send mails");
    const confirmation = mail.taken
      .map(({ read }) => linkIn(read.text))
      .find((path) => path.includes("confirm"));
    const page = await visitor.get(confirmation ?? "");
    expect(page.text).to.include("The address new@shop.example then belongs to the account Nina.");
    expect(
      (await users.named("Nina"))?.isEmailConfirmed,
      "a program that opens the link confirms nothing",
    ).to.equal(false);
    expect((await visitor.send("/owner/confirm-email", {})).text).to.include("new@shop.example is confirmed");
    expect((await users.named("Nina"))?.isEmailConfirmed).to.equal(true);
    expect((await visitor.get(confirmation ?? "")).status, "used up").to.equal(410);
  });

  it("an address is confirmed by one account only, and no longer after it changes", async () => {
    const { users } = shop.app.gateway.persistence;
    await addUser("eve", "GRACE@shop.example", false);
    const taken = await users.confirmEmail("eve", "GRACE@shop.example").catch((error: unknown) => error);
    expect(taken).to.be.instanceOf(Error);
    await users.change("grace", { email: "other@shop.example" });
    expect(await users.confirmEmail("eve", "GRACE@shop.example")).to.equal(true);
    expect((await users.load("grace"))?.isEmailConfirmed).to.equal(false);
  });

  it("a gateway without a mail server takes no addresses", async () => {
    const silent = await startMerchantApp();
    const { persistence, clock, random } = silent.app.gateway;
    const grant = { storeId: silent.storeId, label: "", permissions: ["unrestricted"] as const };
    const key = await issueKey(persistence.keys, { clock, random }, grant, "live");
    const answer = await fetch(`${silent.url}/api/v1/stores/${silent.storeId}/users`, {
      method: "POST",
      headers: { authorization: `token ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ email: "grace@shop.example", role: "viewer" }),
    });
    expect([answer.status, await answer.text()].join(" ")).to.match(/^422 .*mail-off/);
    await silent.close();
  });

  it("have roles, whose permissions are in Greenfield's names", async () => {
    const { members } = shop.app.gateway.persistence;
    const role = {
      storeId: shop.storeId,
      name: "till",
      permissions: ["cancreateinvoice"],
      requiresTwoFactors: false,
    };
    await members.putRole(role);
    await members.putRole({ ...role, storeId: otherId, name: "theirs" });
    const idsAt = async (route: string) =>
      ((await call(manager, route)).body as unknown as readonly Fields[]).map(({ id }) => id);
    const builtIn = ["owner", "manager", "cashier", "accountant", "viewer"];
    expect(await idsAt("GET /server/roles")).to.deep.equal(builtIn);
    expect(await idsAt("GET {store}/roles")).to.deep.equal([...builtIn, `${shop.storeId}::till`]);
    const listed = (await call(manager, "GET {store}/roles")).body as unknown as readonly Fields[];
    expect(listed.at(-1)).to.deep.include({
      role: "till",
      permissions: ["btcpay.store.cancreateinvoice"],
      isServerRole: false,
    });
  });

  describe("the user of a key", () => {
    const OWN: readonly Permission[] = ["user.canmodifyprofile", "user.canmanagenotificationsforuser"];

    it("is the one who made it, and there is none of another key or of a user who was disabled", async () => {
      const key = await keyWith(OWN, "ada");
      expect((await call(key, "GET /users/me")).body).to.include({
        id: "ada",
        name: "ada",
        email: "ada@shop.example",
      });
      expect(codeOf(await call(await keyWith(OWN), "GET /users/me"))).to.deep.equal([404, "user-not-found"]);
      await shop.app.gateway.persistence.users.change("ada", { disabledAt: shop.clock() });
      expect(codeOf(await call(key, "GET /users/me"))).to.deep.equal([401, "unauthenticated"]);
    });

    it("is nobody's business of a key that may do everything in the store", async () => {
      const key = await keyWith(["unrestricted"], "ada");
      for (const route of ["GET /users/me", "GET /users/me/notifications", "PUT /users/me"])
        expect(codeOf(await call(key, route, route.startsWith("PUT") ? {} : undefined))).to.deep.equal([
          403,
          "missing-permission",
        ]);
      const wanted = { permissions: ["btcpay.user.canviewprofile"] };
      expect((await call(key, "POST /api-keys", wanted)).status, "nor of one that it makes").to.equal(422);
    });

    it("chooses language and theme, and changes neither name nor address nor password", async () => {
      const key = await keyWith(OWN, "ada");
      const whole = (await call(key, "GET /users/me")).body;
      const sent = { ...whole, crosstill: { language: "ja", theme: "dark" } };
      expect((await call(key, "PUT /users/me", sent)).body["crosstill"]).to.deep.equal({
        language: "ja",
        theme: "dark",
      });
      for (const body of [
        { name: "eve" },
        { email: "eve@shop.example" },
        { currentPassword: "x", newPassword: "y" },
      ]) {
        const { status, text } = await call(key, "PUT /users/me", body);
        expect([status, /in the browser|no key changes it/.test(text)], JSON.stringify(body)).to.deep.equal([
          422,
          true,
        ]);
      }
      expect((await call(key, "GET /users/me")).body).to.deep.equal(sent);
    });

    it("makes keys of itself, which may do no more, and none of others", async () => {
      const key = await keyWith(["unrestricted", ...OWN], "ada");
      const wanted = {
        label: "Till",
        permissions: ["btcpay.user.canviewprofile", "btcpay.store.canviewinvoices"],
      };
      const { body } = await call(key, "POST /users/ada@shop.example/api-keys", wanted);
      expect(body["permissions"]).to.deep.equal([
        "btcpay.user.canviewprofile",
        `btcpay.store.canviewinvoices:${shop.storeId}`,
      ]);
      expect((await call(String(body["apiKey"]), "GET /users/me")).body["id"]).to.equal("ada");
      for (const other of ["grace", "mallory", "nobody"])
        expect(codeOf(await call(key, `POST /users/${other}/api-keys`, wanted)), other).to.deep.equal([
          404,
          "user-not-found",
        ]);
      expect((await call(key, `DELETE /users/ada/api-keys/${String(body["apiKey"])}`)).status).to.equal(200);
      expect((await call(String(body["apiKey"]), "GET /users/me")).status).to.equal(401);
    });
  });

  describe("notifications of a key's user", () => {
    let key: string;
    beforeEach(async () => {
      key = await keyWith(["user.canmanagenotificationsforuser"], "ada");
      const { notifications, members } = shop.app.gateway.persistence;
      await members.put({ userId: "ada", storeId: otherId, role: "owner", addedAt: shop.clock() });
      const told = {
        kind: "payout_waiting",
        body: "5 < 6 & more",
        link: "/owner/payouts/1",
        at: shop.clock(),
        seenAt: undefined,
      } as const;
      await notifications.add({ ...told, id: "n1", userId: "ada", storeId: shop.storeId, subject: "1" });
      await notifications.add({ ...told, id: "n2", userId: "ada", storeId: otherId, subject: "2" });
      await notifications.add({ ...told, id: "n3", userId: "mallory", storeId: otherId, subject: "3" });
    });
    const idsOf = async (query: string) =>
      ((await call(key, `GET /users/me/notifications${query}`)).body as unknown as readonly Fields[]).map(
        ({ id }) => id,
      );

    it("are listed by store, by page and by whether they were seen", async () => {
      expect(await idsOf("")).to.deep.equal(["n2", "n1"]);
      expect(await idsOf("?skip=1&take=1")).to.deep.equal(["n1"]);
      expect(await idsOf(`?storeId=${shop.storeId}`)).to.deep.equal(["n1"]);
      expect(await idsOf(`?storeId=${shop.storeId}&storeId=${otherId}`)).to.deep.equal(["n2", "n1"]);
      const seen = await call(key, "PUT /users/me/notifications/n1", { seen: true });
      expect(seen.body).to.deep.include({ id: "n1", seen: true, body: "5 &lt; 6 &amp; more" });
      expect([await idsOf("?seen=true"), await idsOf("?seen=false")]).to.deep.equal([["n1"], ["n2"]]);
      expect((await call(key, "PUT /users/me/notifications/n1", { seen: null })).body["seen"]).to.equal(
        false,
      );
    });

    it("are hidden once their user has left the store", async () => {
      await shop.app.gateway.persistence.members.remove(otherId, "ada");
      expect(await idsOf("")).to.deep.equal(["n1"]);
      for (const method of ["GET", "DELETE"])
        expect(codeOf(await call(key, `${method} /users/me/notifications/n2`)), method).to.deep.equal([
          404,
          "notification-not-found",
        ]);
    });

    it("are removed, and those of others are not there", async () => {
      for (const method of ["GET", "PUT", "DELETE"]) {
        const answer = await call(
          key,
          `${method} /users/me/notifications/n3`,
          method === "PUT" ? {} : undefined,
        );
        expect(codeOf(answer), method).to.deep.equal([404, "notification-not-found"]);
      }
      expect((await call(key, "DELETE /users/me/notifications/n1")).status).to.equal(200);
      expect(await idsOf("")).to.deep.equal(["n2"]);
    });

    it("are chosen by kind, and what is mailed stays as it is", async () => {
      const { users } = shop.app.gateway.persistence;
      await users.change("ada", { preferences: { mailed: ["exception"] } });
      const put = (disabled: readonly string[]) =>
        call(key, "PUT /users/me/notification-settings", { disabled });
      const isOn = (settings: Fields) =>
        (settings["notifications"] as readonly Fields[])
          .filter(({ enabled }) => enabled)
          .map(({ identifier }) => identifier);
      expect(isOn((await put(["exception", "payout_waiting"])).body))
        .to.include("mail_failed")
        .and.not.include("exception");
      expect((await users.load("ada"))?.preferences).to.deep.equal({
        muted: ["exception", "payout_waiting"],
        chosen: ["payment_received", "payments_daily"],
        mailed: ["exception"],
      });
      expect(isOn((await put(["all"])).body)).to.deep.equal([]);
      expect(isOn((await put([])).body)).to.have.length(Object.keys(NOTIFICATION_KINDS).length);
      expect((await put(["newversion"])).status).to.equal(422);
    });
  });
});
