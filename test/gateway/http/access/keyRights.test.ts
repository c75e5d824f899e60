import { expect } from "chai";
import type { Permission } from "../../../../src/gateway/domain/access/permissions.ts";
import type { User } from "../../../../src/gateway/domain/access/user.ts";
import { newInvitation } from "../../../../src/gateway/usecases/access/accessLinks.ts";
import { issueKey } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { DAY_MS } from "../../../../src/values/time.ts";
import { textOf } from "../../../browser/readPage.ts";
import { startMerchantApp, type MerchantApp } from "../../../support/merchantApp.ts";
import { openVisitor, PASSWORD, signedInAt, type Visitor } from "../ownerPages.ts";

type Fields = Readonly<Record<string, unknown>>;

describe("API keys and the rights of the person who made them", () => {
  let shop: MerchantApp;
  let admin: Visitor;
  let grace: User;
  beforeEach(async () => {
    shop = await startMerchantApp();
    admin = await signedInAt(shop.app.gateway, shop.app.url);
    grace = await join("Grace", "owner");
    await join("Linus", "owner"); // the store keeps an owner
  });
  afterEach(() => shop.close());

  const join = async (name: string, role: string): Promise<User> => {
    const wanted = { email: `${name}@shop.example`, storeId: shop.storeId, role };
    const token = await newInvitation(shop.app.gateway, wanted);
    await openVisitor(shop.app.url, shop.app.url).send("/owner/setup", {
      ...{ token, name, password: PASSWORD, again: PASSWORD },
    });
    return (await shop.app.gateway.persistence.users.named(name))!;
  };
  const keyOf = (user: User | undefined, permissions: readonly Permission[], expiresAt?: number) => {
    const grant = { storeId: shop.storeId, label: "till", permissions, userId: user?.id, expiresAt };
    return issueKey(shop.app.gateway.persistence.keys, shop.app.gateway, grant, "live");
  };
  const call = async (key: string, route: string, body?: Fields) => {
    const [method = "", path = ""] = route.split(" ");
    const answer = await fetch(`${shop.url}/api/v1${path.replace("{store}", `/stores/${shop.storeId}`)}`, {
      method,
      headers: { authorization: `token ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: (text === "" ? {} : JSON.parse(text)) as Fields };
  };
  const permissionsOf = async (key: string) => {
    const { body } = await call(key, "GET /api-keys/current");
    return ((body["permissions"] ?? []) as readonly string[]).map((name) =>
      name.replace(/^btcpay\.store\.|:.*/g, ""),
    );
  };
  const post = async (path: string, fields: Readonly<Record<string, string>>) => {
    await admin.get("/owner/account");
    return admin.send(path, fields);
  };
  const people = () => `/owner/stores/${shop.storeId}/people`;

  it("a removed owner cannot become an owner again with a key", async () => {
    const key = await keyOf(grace, ["unrestricted"]);
    const child = (await call(key, "POST /api-keys", { permissions: ["unrestricted"] })).body["apiKey"];
    const command = await keyOf(undefined, ["unrestricted"]);
    expect((await call(command, `DELETE {store}/users/${grace.id}`)).status).to.equal(200);
    for (const text of [key, String(child)]) {
      const { status } = await call(text, "POST {store}/users", { userId: grace.id, role: "owner" });
      expect([status, await permissionsOf(text)]).to.deep.equal([403, []]);
    }
    expect(await permissionsOf(command)).to.deep.equal(["unrestricted"]);
  });

  it("a demoted person's keys keep only what the new role allows", async () => {
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      page: () => post(`${people()}/role`, { userId: grace.id, role: "accountant" }),
      API: async () =>
        call(await keyOf(undefined, ["unrestricted"]), `PUT {store}/users/${grace.id}`, {
          role: "accountant",
        }),
    };
    for (const [name, change] of Object.entries(changes)) {
      await shop.app.gateway.persistence.members.put({
        ...{ storeId: shop.storeId, userId: grace.id, role: "owner", addedAt: 0 },
      });
      const key = await keyOf(grace, ["canmodifystoresettings", "canmarkinvoices"]);
      expect(await permissionsOf(key)).to.deep.equal(["canmodifystoresettings", "canmarkinvoices"]);
      await change();
      expect(await permissionsOf(key), name).to.have.members([
        ...["canviewinvoices", "canviewpaymentrequests", "canviewreports"],
        ...["canviewpullpayments", "canviewpayouts"],
      ]);
      expect((await call(key, "GET {store}/invoices")).status, name).to.equal(200);
      expect((await call(key, "PUT {store}", { name: "Mine" })).status, name).to.equal(403);
    }
  });

  it("an administrator's keys end with the rights of an administrator", async () => {
    await shop.app.gateway.persistence.users.change(grace.id, { isAdmin: true });
    await shop.app.gateway.persistence.members.remove(shop.storeId, grace.id);
    const key = await keyOf(grace, ["unrestricted"]);
    expect((await call(key, "GET {store}")).status).to.equal(200);
    await post(`/owner/users/${grace.id}/admin`, { to: "no" });
    expect((await call(key, "GET {store}")).status).to.equal(403);
  });

  it("a disabled person's keys are refused until the account is enabled again", async () => {
    const key = await keyOf(grace, ["canviewinvoices"]);
    await post(`/owner/users/${grace.id}/disabled`, { to: "yes" });
    const refused = await call(key, "GET {store}/invoices");
    expect([refused.status, refused.text].join(" ")).to.match(/^401 .*account is disabled/);
    await post(`/owner/users/${grace.id}/disabled`, { to: "no" });
    expect((await call(key, "GET {store}/invoices")).status).to.equal(200);
  });

  it("follows a role whose permissions change", async () => {
    const { members } = shop.app.gateway.persistence;
    const role = { storeId: shop.storeId, name: "till", requiresTwoFactors: false };
    await members.putRole({ ...role, permissions: ["cancreateinvoice", "canviewinvoices"] });
    await members.put({ storeId: shop.storeId, userId: grace.id, role: "till", addedAt: 0 });
    const key = await keyOf(grace, ["canmodifyinvoices"]);
    expect(await permissionsOf(key)).to.have.members(["canviewinvoices", "cancreateinvoice"]);
    await members.putRole({ ...role, permissions: ["canviewinvoices"] });
    expect(await permissionsOf(key)).to.deep.equal(["canviewinvoices"]);
  });

  it("the page of keys shows what a key may do now, and why it is less", async () => {
    await keyOf(grace, ["canmodifyinvoices"]);
    await post(`${people()}/role`, { userId: grace.id, role: "viewer" });
    const limited = textOf((await admin.get("/owner/keys")).text);
    expect(limited).to.include("Made by Grace").and.to.include("It may do only what Grace may do now.");
    expect(limited)
      .to.include("canviewinvoices")
      .and.match(/Permissions: 1/);
    await post(`/owner/users/${grace.id}/disabled`, { to: "yes" });
    expect(textOf((await admin.get("/owner/keys")).text)).to.include(
      "The key does not work, because the account of Grace is disabled.",
    );
  });

  it("a key with an end makes neither keys nor stores that last longer", async () => {
    const key = await keyOf(grace, ["unrestricted"], shop.clock() + DAY_MS);
    const child = String(
      (await call(key, "POST /api-keys", { permissions: ["unrestricted"] })).body["apiKey"],
    );
    const made = await call(key, "POST /stores", { name: "Second" });
    const own = made.body["crosstill"] as Fields;
    const inNew = () => call(String(own["apiKey"]), `GET /stores/${String(made.body["id"])}`);
    expect((await inNew()).status, "its person owns the new store").to.equal(200);
    shop.clock.advance(DAY_MS);
    expect([(await call(child, "GET {store}")).status, (await inNew()).status]).to.deep.equal([401, 401]);
  });

  it("downloads of the owner's pages stay out of caches", async () => {
    for (const path of ["/owner/audit-log.csv", "/owner/account"]) {
      const { status, headers } = await admin.get(path);
      expect([status, headers["cache-control"]], path).to.deep.equal([200, "no-store"]);
    }
  });
});
