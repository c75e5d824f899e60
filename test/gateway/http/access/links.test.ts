import { expect } from "chai";
import {
  newInvitation,
  newOwnerLink,
  newResetLink,
} from "../../../../src/gateway/usecases/access/accessLinks.ts";
import { loadAccess } from "../../../../src/gateway/usecases/access/access.ts";
import { giveRole, invite, setAdmin, setDisabled } from "../../../../src/gateway/usecases/access/people.ts";
import { ADMIN_RULE } from "../../../../src/gateway/domain/access/roles.ts";
import type { User } from "../../../../src/gateway/domain/access/user.ts";
import { textOf } from "../../../browser/readPage.ts";
import { openSite, signedInOwner, type Site, type Visitor } from "../ownerPages.ts";

const PASSWORD = "another few words";
const ADMIN = "admin";

describe("links and memberships", () => {
  let site: Site;
  let owner: Visitor;
  let people: string;
  beforeEach(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
    people = `/owner/stores/${site.shop.id}/people`;
  });

  const named = async (name: string): Promise<User> => (await site.gateway.persistence.users.named(name))!;
  const setUp = async (token: string, name: string) => {
    const visitor = site.visitor();
    const fields = { token, name, password: PASSWORD, again: PASSWORD };
    return { visitor, ...(await visitor.send("/owner/setup", fields)) };
  };
  const join = async (role: string, name: string) => {
    const wanted = { email: `${name}@example.com`, storeId: site.shop.id, role };
    const { visitor } = await setUp(await newInvitation(site.gateway, wanted), name);
    return { visitor, user: await named(name) };
  };
  const inviteBy = async (user: User, role = "viewer") => {
    const access = await loadAccess(site.gateway, user);
    return invite(
      site.gateway,
      { userId: user.id, access },
      { email: "x@example.com", storeId: site.shop.id, role },
    );
  };
  const post = async (path: string, fields: Readonly<Record<string, string>>, by = owner) => {
    await by.get(people);
    return by.send(path, fields);
  };

  it("do not let a disabled user in: neither a reset made before nor one made after", async () => {
    const { user } = await join("viewer", "Grace");
    const admin = await named("Ada");
    const before = await newResetLink(site.gateway, user.id, admin.id);
    await setDisabled(site.gateway, user.id, true, ADMIN);
    expect(await site.gateway.persistence.accessLinks.list()).to.deep.equal([]);
    const after = await newResetLink(site.gateway, user.id, admin.id);
    for (const token of [before, after]) expect((await setUp(token, "Grace")).status).to.equal(410);
    expect((await named("Grace")).disabledAt).not.to.equal(undefined);
  });

  it("say on their page whether second factors stay, and where they are dead whom to ask for another", async () => {
    const { user } = await join("viewer", "Grace");
    const admin = await named("Ada");
    const page = async (token: string) => (await site.visitor().get(`/owner/setup?token=${token}`)).text;
    const reset = await page(await newResetLink(site.gateway, user.id, admin.id));
    expect(reset).to.include("Second factors stay.").and.not.include("taken away");
    expect(await page(await newOwnerLink(site.gateway))).to.include("second factors are taken away");
    const dead = await page("withdrawn");
    expect(dead).to.include("Ask the person who sent it for a new one.").and.not.include("for a day");
  });

  it("end with the rights of the person who made them", async () => {
    const changes = {
      remove: (id: string) => post(`${people}/remove`, { userId: id }),
      demote: (id: string) => post(`${people}/role`, { userId: id, role: "viewer" }),
      disable: (id: string) => post(`/owner/users/${id}/disabled`, { to: "yes" }),
    };
    await join("owner", "Linus"); // the store keeps an owner
    for (const [name, change] of Object.entries(changes)) {
      const { user } = await join("owner", name);
      const token = await inviteBy(user, "owner");
      expect((await change(user.id)).status, name).to.equal(303);
      expect(await site.gateway.persistence.accessLinks.list(), name).to.deep.equal([]);
      expect((await setUp(token, "Mallory")).status, name).to.equal(410);
    }
  });

  it("are looked at again when they are accepted", async () => {
    const { user } = await join("owner", "Grace");
    const token = await inviteBy(user, "manager");
    const { members, users } = site.gateway.persistence;
    await members.put({ storeId: site.shop.id, userId: user.id, role: "viewer", addedAt: 0 });
    expect((await setUp(token, "Mallory")).status, "demoted elsewhere").to.equal(410);
    await members.put({ storeId: site.shop.id, userId: user.id, role: "owner", addedAt: 0 });
    await users.change(user.id, { disabledAt: site.clock() });
    expect((await setUp(token, "Mallory")).status, "disabled elsewhere").to.equal(410);
    await users.change(user.id, { disabledAt: undefined });
    expect((await setUp(token, "Hedy")).status).to.equal(303);
  });

  it("make members only of people who accept an invitation", async () => {
    const other = await site.addStore("Coffee house");
    const { user } = await join("viewer", "Grace");
    for (const userId of [user.id, "unknown"]) {
      const path = `/owner/stores/${other.id}/people/role`;
      expect((await post(path, { userId, role: "viewer" })).status, userId).to.equal(404);
    }
    expect(await site.gateway.persistence.members.ofStore(other.id)).to.deep.equal([]);
  });

  it("a store keeps an owner who can sign in, even when the server has an administrator", async () => {
    const { user: first } = await join("owner", "Grace");
    const { user: second } = await join("owner", "Hedy");
    await setDisabled(site.gateway, second.id, true, ADMIN);
    const access = await loadAccess(site.gateway, first);
    const wanted = { storeId: site.shop.id, userId: first.id, role: "viewer" };
    const refused = await giveRole(site.gateway, { userId: first.id, access }, wanted).catch(
      (error: unknown) => error,
    );
    expect(refused).to.have.property("code", "last_owner");
  });

  it("keep an administrator where two take each other's rights at the same time", async () => {
    const { user } = await join("owner", "Grace");
    await setAdmin(site.gateway, user.id, true, ADMIN);
    const admin = await named("Ada");
    for (const take of [setAdmin, setDisabled]) {
      const to = take === setDisabled;
      await Promise.allSettled([admin.id, user.id].map((id) => take(site.gateway, id, to, ADMIN)));
      const left = (await site.gateway.persistence.users.list()).filter(
        (one) => one.isAdmin && one.disabledAt === undefined,
      );
      expect(left, take.name).not.to.deep.equal([]);
      for (const { id } of [admin, user])
        await site.gateway.persistence.users.change(id, { isAdmin: true, disabledAt: undefined });
    }
  });

  it("are withdrawn only by a person who may give the role", async () => {
    await post(`${people}/own-role`, { name: "lead", permissions: "canmanageusers" });
    const { visitor } = await join("lead", "Grace");
    await inviteBy(await named("Ada"), "owner");
    const digest = (await site.gateway.persistence.accessLinks.list())[0]?.digest ?? "";
    const refused = await post(`${people}/withdraw`, { invitation: digest }, visitor);
    expect([refused.status, textOf(refused.text)].join(" ")).to.match(/^403 .*allows more than you may do/);
    expect((await visitor.get(people)).text).not.to.include(`${people}/withdraw`);
    expect((await post(`${people}/withdraw`, { invitation: digest })).status).to.equal(303);
    expect(await site.gateway.persistence.accessLinks.list()).to.deep.equal([]);
  });

  it("never have the rule for administrators as a role", async () => {
    await post("/owner/users/two-factors", { to: "no" });
    expect((await owner.get(people)).text).not.to.include(ADMIN_RULE);
    const { status } = await post(`${people}/invite`, { email: "x@example.com", role: ADMIN_RULE });
    expect(status).to.equal(404);
  });

  describe("to an account", () => {
    const linksTo = async (user: User) => {
      const admin = await named("Ada");
      const reset = () => newResetLink(site.gateway, user.id, admin.id);
      const wanted = { email: user.email ?? "", storeId: site.shop.id, role: "viewer" };
      return [await reset(), await reset(), await newInvitation(site.gateway, wanted)];
    };
    const statuses = async (tokens: readonly string[]) => {
      const pages = tokens.map(
        async (token) => (await site.visitor().get(`/owner/setup?token=${token}`)).status,
      );
      return Promise.all(pages);
    };

    it("end with every change of password, second factor or e-mail address, and with signing out everywhere", async () => {
      const { visitor, user } = await join("owner", "Grace");
      const { users, passkeys } = site.gateway.persistence;
      const passkey = {
        ...{ id: "key", userId: user.id, publicKey: "", counter: 0, transports: [], label: "phone" },
        ...{ createdAt: site.clock(), lastUsedAt: undefined },
      };
      const changes: Readonly<Record<string, () => Promise<unknown>>> = {
        "adding a passkey": () => passkeys.create(passkey),
        "removing a passkey": () => passkeys.remove(user.id, passkey.id),
        "one-time passwords": () => users.change(user.id, { totp: { sealedSecret: "sealed", lastStep: 0 } }),
        "ending them": () => users.change(user.id, { totp: undefined }),
        "recovery codes": () => post("/owner/account/recovery-codes", {}, visitor),
        "signing out elsewhere": () => post("/owner/account/sessions/end-others", {}, visitor),
        "the e-mail address": () => post("/owner/account/email", { email: "g@example.com" }, visitor),
        "the password": () =>
          post(
            "/owner/account/password",
            { current: PASSWORD, password: `new ${PASSWORD}`, again: `new ${PASSWORD}` },
            visitor,
          ),
      };
      for (const [name, change] of Object.entries(changes)) {
        const tokens = await linksTo((await users.load(user.id))!);
        expect(await statuses(tokens), name).to.deep.equal([200, 200, 200]);
        await change();
        expect(await statuses(tokens), name).to.deep.equal([410, 410, 410]);
      }
    });

    it("end when another of them is used", async () => {
      const { user } = await join("viewer", "Grace");
      const [first = "", ...others] = await linksTo(user);
      expect((await setUp(first, "Grace")).status).to.equal(303);
      expect(await statuses(others)).to.deep.equal([410, 410]);
    });

    it("include the operator's, and links of other accounts stay", async () => {
      const { user } = await join("viewer", "Grace");
      const [link, others] = [await newOwnerLink(site.gateway), await linksTo(user)];
      expect(await statuses([link])).to.deep.equal([200]);
      await post("/owner/account/email", { email: "ada@example.com" });
      expect([...(await statuses([link])), ...(await statuses(others))]).to.deep.equal([410, 200, 200, 200]);
    });
  });
});
