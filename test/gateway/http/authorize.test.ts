import { expect } from "chai";
import { keyDigest } from "../../../src/gateway/usecases/access/keyText.ts";
import { textOf } from "../../browser/readPage.ts";
import { hiddenFields, openSite, signedInOwner, type Page, type Site, type Visitor } from "./ownerPages.ts";

const WOO = ["canviewinvoices", "cancreateinvoice", "canviewstoresettings", "canmodifyinvoices", "cancreatenonapprovedpullpayments", "webhooks.canmodifywebhooks"]; // prettier-ignore
const REDIRECT = "https://shop.example/?btcpay-settings-callback=1";
const full = (name: string) => `btcpay.store.${name}`;

type Asked = Readonly<{ permissions?: readonly string[]; name?: string; slash?: string }> &
  Readonly<Record<string, unknown>>;

/** The link that a plugin sends its merchant to. */
function linkOf({ permissions = WOO.map(full), name = "permissions", slash = "", ...more }: Asked = {}): string {
  const asked = { applicationName: "Shop", strict: "true", selectiveStores: "true", redirect: REDIRECT, applicationIdentifier: "woo", ...more };
  const query = new URLSearchParams(permissions.map((one): [string, string] => [name, one]));
  for (const [key, value] of Object.entries(asked)) if (typeof value === "string") query.append(key, value);
  return `/api-keys/authorize${slash}?${query.toString()}`;
} // prettier-ignore

/** What a page hands over: where to, and the fields in their order. */
function handedOver({ text }: Page) {
  const action = /<form method="post" action="([^"]+)" id="submit-at-once">/.exec(text)?.[1]?.replaceAll("&amp;", "&"); // prettier-ignore
  const permissions = [...text.matchAll(/name="permissions\[\]" value="([^"]+)"/g)].map(([, one]) => one);
  return {
    action,
    permissions,
    key: hiddenFields(text)["apiKey"] ?? "",
    userId: hiddenFields(text)["userId"],
  };
}

describe("an application that asks for a key", () => {
  let site: Site;
  let owner: Visitor;
  beforeEach(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
  });
  const approve = async (link: string, fields: Readonly<Record<string, string | readonly string[]>> = {}) => {
    await owner.get(link);
    return owner.send(link, fields);
  };

  it("gets it by a form that is posted to it, with what was granted in the order in which it asked", async () => {
    const page = await owner.get(linkOf());
    expect(textOf(page.text)).to.include("Shop asks for access").and.to.include("shop.example").and.to.include("Tea house");
    const approved = await owner.send(linkOf(), {});
    const { action, permissions, key, userId } = handedOver(approved);
    expect([approved.status, action]).to.deep.equal([200, REDIRECT]);
    expect(permissions).to.deep.equal(WOO.map((name) => `${full(name)}:${site.shop.id}`));
    expect(userId).to.equal((await site.gateway.persistence.users.list())[0]?.id);
    expect(await site.gateway.persistence.keys.find(keyDigest(key))).to.deep.include({ label: "Shop", permissions: WOO, storeId: site.shop.id });
    expect(await site.use(key)).to.equal("Shop");
    const policy = approved.headers["content-security-policy"] ?? "";
    expect(policy).to.include("form-action https://shop.example;").and.to.include("frame-ancestors 'none'");
    expect(page.headers["content-security-policy"]).to.include("form-action 'self';");
  }); // prettier-ignore

  it("is heard however it writes its question", async () => {
    for (const name of ["permissions", "permissions[]", "permissions[0]"])
      for (const slash of ["", "/"])
        expect((await owner.get(linkOf({ name, slash }))).text, name + slash).to.include(full("canmodifyinvoices"));
    const bare = linkOf({ permissions: ["canviewinvoices"], strict: undefined, redirect: undefined });
    expect((await owner.get(bare)).text).to.include(full("canviewinvoices"));
    const scoped = linkOf({ permissions: [`${full("canviewinvoices")}:${site.shop.id}`] });
    expect(handedOver(await approve(scoped)).permissions).to.deep.equal([`${full("canviewinvoices")}:${site.shop.id}`]);
  }); // prettier-ignore

  it("waits until the owner has signed in, and is still there then", async () => {
    const visitor = site.visitor();
    const { status, headers } = await visitor.get(linkOf());
    expect(status).to.equal(303);
    expect((await visitor.get(headers["location"]!)).text).to.include("An application asks for access");
    const { headers: told } = await visitor.send("/owner/sign-in", { name: "Ada", password: "four words that rhyme" }); // prettier-ignore
    expect(told["location"]).to.equal(linkOf());
    expect((await visitor.get(told["location"]!)).text).to.include("Shop asks for access");
  });

  it("is for one store, which the owner chooses where there are several", async () => {
    const second = await site.addStore("Coffee house");
    expect((await owner.get(linkOf())).text).to.include("Coffee house</option>");
    expect((await owner.send(linkOf(), {})).status, "none chosen").to.equal(422);
    const { permissions } = handedOver(await owner.send(linkOf(), { storeId: second.id }));
    expect(permissions[0]).to.equal(`${full("canviewinvoices")}:${second.id}`);
    expect(handedOver(await approve(linkOf({ selectiveStores: "false" }), { storeId: site.shop.id })).key).to.include("ct_test_");
    const foreign = linkOf({ permissions: [`${full("canviewinvoices")}:nobody`] });
    expect((await owner.get(foreign)).text).to.include("The store that it asks for is none of which you may make keys");
  }); // prettier-ignore

  it("may ask about the user, which is not of a store", async () => {
    const asked = ["btcpay.user.canviewprofile", full("canviewinvoices")];
    const link = linkOf({ permissions: asked });
    expect(textOf((await owner.get(link)).text)).to.include("See your own name").and.to.include(asked[0]);
    const { permissions, key } = handedOver(await owner.send(link, {}));
    expect(permissions).to.deep.equal([asked[0], `${asked[1]}:${site.shop.id}`]);
    const { userId } = (await site.gateway.persistence.keys.find(keyDigest(key)))!;
    expect(userId).to.equal((await site.gateway.persistence.users.list())[0]?.id);
  }); // prettier-ignore

  it("may be given less than it asks for, when it is not strict", async () => {
    const some = { permissions: ["webhooks.canmodifywebhooks", "canviewinvoices", "canmodifystoresettings"] };
    const { permissions } = handedOver(await approve(linkOf({ strict: "false" }), some));
    expect(permissions).to.deep.equal(["canviewinvoices", "webhooks.canmodifywebhooks"].map((name) => `${full(name)}:${site.shop.id}`));
    expect((await approve(linkOf({ strict: "false" }), { permissions: [] })).text).to.include("at least one permission");
    const strict = handedOver(await approve(linkOf(), some)).permissions;
    expect(strict).to.have.length(WOO.length);
  }); // prettier-ignore

  it("is refused in words for permissions that there are not", async () => {
    const wrong = [["btcpay.server.canmodifyserversettings"], [full("canviewinvoices"), full("canfly")], []];
    for (const permissions of wrong) {
      const { status, text } = await owner.get(linkOf({ permissions }));
      expect(status).to.equal(400);
      expect(textOf(text)).to.match(/Nothing was approved.*(“btcpay.server.canmodifyserversettings”|“canfly”|no permission)/); // prettier-ignore
    }
  });

  it("without an absolute http address gets nothing: the key is shown", async () => {
    for (const redirect of [undefined, "/callback", "javascript:alert(1)", "ftp://shop.example/", "https://user:pw@shop.example/", "https://"]) {
      const page = await approve(linkOf({ redirect }));
      expect(page.text, redirect).to.match(/id="key"[^>]*>ct_test_/).and.not.to.include("submit-at-once");
      expect(page.headers["content-security-policy"]).to.include("form-action 'self';");
    }
    expect((await owner.get(linkOf({ redirect: "http://shop.example/" }))).text).to.include("over plain http");
  }); // prettier-ignore

  it("the same one again gets a new key in place of its old one", async () => {
    const first = handedOver(await approve(linkOf())).key;
    expect((await owner.get(linkOf())).text).to.include("The key that it got for this before is revoked.");
    const second = handedOver(await owner.send(linkOf(), {})).key;
    expect(await site.use(first)).to.include("was revoked");
    expect(await site.use(second)).to.equal("Shop");
    const others = [{ applicationIdentifier: "other" }, { redirect: "https://stage.example/" }, { permissions: [full("canviewinvoices")] }, { applicationIdentifier: undefined }];
    for (const asked of others) await approve(linkOf(asked));
    expect(await site.use(second), "others have their own").to.equal("Shop");
  }); // prettier-ignore

  it("gets Magento's preset with the mark as settled, which the plugin is not shown", async () => {
    const names = ["canviewinvoices", "cancreateinvoice", "webhooks.canmodifywebhooks", "canviewstoresettings", "canmodifyinvoices"];
    const link = linkOf({ permissions: names.map(full), applicationName: "Magento 2 @ shop.example", applicationIdentifier: "magento2" });
    expect(textOf((await owner.get(link)).text)).to.include("Mark invoices as paid");
    const { key, permissions } = handedOver(await owner.send(link, { extras: ["canmarkinvoices"] }));
    expect(permissions).to.deep.equal(names.map((name) => `${full(name)}:${site.shop.id}`));
    const kept = await site.gateway.persistence.keys.find(keyDigest(key));
    expect(kept).to.deep.include({ shop: "magento", permissions: [...names, "canmarkinvoices"] });
    const without = handedOver(await approve(link)).key;
    expect((await site.gateway.persistence.keys.find(keyDigest(without)))?.permissions).to.deep.equal(names);
  }); // prettier-ignore

  it("says on the page that the application can approve payouts only when its key could", async () => {
    const says = async (permission: string) =>
      textOf((await owner.get(linkOf({ permissions: [full(permission)] }))).text).includes(
        "It can approve refunds and payouts",
      );
    expect([await says("canmanagepayouts"), await says("canviewpayouts")]).to.deep.equal([true, false]);
  });

  it("makes the key of a shop that is named by the page of settings", async () => {
    const link = `/api-keys/authorize?shop=woocommerce&storeId=${site.shop.id}`;
    expect(textOf((await owner.get(link)).text)).to.include("WooCommerce asks for access");
    await owner.send(link, {});
    const [key] = await site.gateway.persistence.keys.list(1);
    expect(key).to.deep.include({ shop: "woocommerce", permissions: WOO, label: "WooCommerce", storeId: site.shop.id });
  }); // prettier-ignore

  it("replaces the key and the webhooks of the shop that connects again, when the owner agrees", async () => {
    const link = linkOf({ applicationName: "WooCommerce", applicationIdentifier: undefined });
    const webhook = (url: string) => {
      const made = { storeId: site.shop.id, url, secret: "s", enabled: true, createdAt: 1, automaticRedelivery: true, everything: true, specificEvents: [] };
      return site.gateway.persistence.webhooks.create({ ...made, id: url });
    };
    const first = handedOver(await approve(link)).key;
    await webhook("https://shop.example/?wc-api=btcpaygf_default");
    await webhook("https://other.example/hook");
    const page = textOf((await owner.get(link)).text);
    expect(page).to.include("Replace the earlier connection of shop.example").and.to.include("Delete the webhook to https://shop.example/?wc-api");
    expect(page).to.match(/Revoke the key made on \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(page).not.to.include("other.example");
    const beside = handedOver(await owner.send(link, {})).key;
    expect([await site.use(first), await site.use(beside)]).to.deep.equal(["WooCommerce", "WooCommerce"]);
    const second = handedOver(await approve(link, { replace: "on" })).key;
    expect(await site.use(second)).to.equal("WooCommerce");
    for (const old of [first, beside]) expect(await site.use(old)).to.include("was revoked");
    const urls = (await site.gateway.persistence.webhooks.of(site.shop.id)).map(({ url }) => url);
    expect(urls).to.deep.equal(["https://other.example/hook"]);
  }); // prettier-ignore

  it("gets one key, when the owner approves twice", async () => {
    const { text } = await owner.get(linkOf());
    const form = hiddenFields(text);
    const key = handedOver(await owner.send(linkOf(), form)).key;
    const again = await owner.send(linkOf(), form);
    expect([again.status, again.text.includes("ct_test_")]).to.deep.equal([400, false]);
    expect(await site.use(key)).to.equal("Shop");
  });

  it("gets nothing when the owner cancels", async () => {
    expect((await owner.get(linkOf())).text).to.include(`<a class="button" href="${REDIRECT}">Cancel</a>`);
    expect((await owner.get(linkOf({ redirect: undefined }))).text).to.include('href="/owner">Cancel</a>');
    expect(await site.gateway.persistence.keys.list(10)).to.deep.equal([]);
  });

  it("cannot put markup on the page", async () => {
    const { text } = await owner.get(linkOf({ applicationName: '<img src=x onerror="x">', redirect: 'https://shop.example/"><b>' }));
    expect(text).not.to.include("<img src=x").and.not.to.include("<b>");
  }); // prettier-ignore
});
