import { expect } from "chai";
import { OWNER_ACCESS } from "../../../../src/gateway/http/owner/ownerAccess.ts";
import { timeOrderedId } from "../../../../src/values/ids.ts";
import { peopleOf } from "../../../../src/gateway/usecases/access/people.ts";
import { openArea, pathAt, type Area, type Place } from "./area.ts";

const SIGNS_IN = "in the tests of signing in and of second factors";
const SCRIPT = "is sent by a script, which gets JSON";
const FILE = "gives a file, and the page stays";
const SETTINGS = "in settings/storeSettings.test.ts";
const ASKS = "asks before anything is done: a reload asks again";
const PUSH = "in webPush.test.ts";
const CHAINS = "in the tests that have chains";

/** Each form of the owner's area with fields that it takes, in an order in which each succeeds. */
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "POST /owner/account/email": { email: "ada@example.com" },
  "POST /owner/account/language": { language: "de" },
  "POST /owner/account/theme": { theme: "dark" },
  "POST /owner/account/totp/offer": {},
  "POST /owner/account/totp/end": {},
  "POST /owner/account/recovery-codes": {},
  "POST /owner/account/passkeys/:passkeyId/remove": {},
  "POST /owner/account/sessions/end-others": {},
  "POST /owner/account/sessions/:sessionId/end": {},
  "POST /owner/notifications/seen": {},
  "POST /owner/notifications/settings": {},
  "POST /owner/users/two-factors": { to: "no" },
  "POST /owner/users/:userId/admin": { to: "yes" },
  "POST /owner/users/:userId/reset": {},
  "POST /owner/users/:userId/factors": {},
  "POST /owner/users/:userId/disabled": { to: "yes" },
  "POST /owner/server/audit": {},
  "POST /owner/server/mail": { to: "ada@example.com" },
  "POST /owner/server/rates": {},
  "POST /owner/server/quotes": { amount: "25" },
  "POST /owner/server/reconcile": {},
  "POST /owner/keys": { storeId: "STORE", label: "Till", permissions: "cancreateinvoice", days: "90" },
  "POST /owner/keys/:keyId/revoke": {},
  "POST /api-keys/authorize": { storeId: "STORE", permissions: "canviewinvoices" },
  "POST /owner/stores/:storeId/people/invite": { email: "bob@example.com", role: "viewer" },
  "POST /owner/stores/:storeId/people/own-role": { name: "packer", permissions: "canviewinvoices" },
  "POST /owner/stores/:storeId/people/role": { userId: "USER", role: "cashier" },
  "POST /owner/stores/:storeId/people/withdraw": { invitation: "unknown" },
  "POST /owner/stores/:storeId/people/remove": { userId: "USER" },
  "POST /owner/stores/:storeId/people/payout-limit": { amount: "", currency: "USD" },
  "POST /owner/stores/:storeId": { name: "Tea house" },
  "POST /owner/stores/:storeId/domain": { domain: "" },
  "POST /owner/stores/:storeId/first-steps/dismiss": {},
  "POST /owner/invoices/columns": { column: "price" },
  "POST /owner/invoices/:invoiceId/details": { orderId: "7" },
  "POST /owner/invoices/:invoiceId/metadata": { metadata: "{}" },
  "POST /owner/invoices/selected/:act": { id: "INVOICE" },
  "POST /owner/invoices/:invoiceId/mark": { as: "Invalid", reason: "A test." },
  "POST /owner/invoices/:invoiceId/archive": {},
  "POST /owner/invoices/:invoiceId/unarchive": {},
  "POST /owner/stores/:storeId/payment-links/new": {
    linkId: "NEW",
    title: "Class",
    amount: "25",
    currency: "USD",
  },
  "POST /owner/stores/:storeId/payment-links/:linkId": { title: "Class", amount: "25", currency: "USD" },
  "POST /owner/stores/:storeId/payment-links/:linkId/archive": {},
  "POST /owner/stores/:storeId/pos": { posId: "NEW", title: "Counter", currency: "USD" },
  "POST /owner/stores/:storeId/pos/:posId": { name: "Counter", currency: "USD", title: "Counter" },
  "POST /owner/stores/:storeId/pos/:posId/items/:itemId": { title: "Tea", price: "3,50" },
  "POST /owner/stores/:storeId/pos/:posId/archive": {},
  "POST /owner/stores/:storeId/pay-buttons": { isOn: "yes", least: "1,50", most: "100", currency: "USD" },
  "POST /owner/payouts/:payoutId/approve": { revision: "0" },
  "POST /owner/payouts/:payoutId/take-back": { nothingUnderWay: "yes" },
  "POST /owner/payouts/:payoutId/cancel": {},
  "POST /owner/stores/:storeId/webhooks": { url: "https://shop.example/other" },
  "POST /owner/stores/:storeId/webhooks/:webhookId/settings": { url: "https://shop.example/hook" },
  "POST /owner/stores/:storeId/webhooks/:webhookId/test": { type: "InvoiceSettled" },
  "POST /owner/stores/:storeId/webhooks/:webhookId/rotate": {},
  "POST /owner/stores/:storeId/webhooks/:webhookId/redeliver": {},
  "POST /owner/stores/:storeId/webhooks/:webhookId/delete": {},
  "POST /owner/stores/:storeId/inbox/lost/resolve": { invoiceId: "unknown" },
  "POST /owner/stores/:storeId/inbox/senders/remove": { sender: "0x5e" },
  "POST /owner/stores/:storeId/settings/archive": { name: "Shop" },
  "POST /owner/stores/:storeId/settings/archive/reopen": {},
  "POST /owner/stores/:storeId/invoices/new": { invoiceId: "NEW", amount: "12,50", currency: "USD" },
  "POST /owner/sign-out": {},
};

/** Forms that are not tried here, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "POST /owner/sign-in": SIGNS_IN,
  "POST /owner/sign-in/second-factor": SIGNS_IN,
  "POST /owner/sign-in/passkey/options": SCRIPT,
  "POST /owner/sign-in/passkey": SIGNS_IN,
  "POST /owner/setup": SIGNS_IN,
  "POST /owner/confirm-email": "in storeUsers.test.ts",
  "POST /owner/account/email/link": "in storeUsers.test.ts",
  "POST /owner/confirm": "leads back to the form that asked for the password, with 307",
  "POST /owner/confirm/options": SCRIPT,
  "POST /owner/account/password": SIGNS_IN,
  "POST /owner/account/totp": SIGNS_IN,
  "POST /owner/account/passkeys/options": SCRIPT,
  "POST /owner/account/passkeys": SIGNS_IN,
  "POST /owner/server/backup": FILE,
  "POST /owner/stores/new": "in settings/newStore.test.ts",
  "POST /owner/notifications/devices": PUSH,
  "POST /owner/notifications/devices/:deviceId/test": PUSH,
  "POST /owner/notifications/devices/:deviceId/remove": PUSH,
  "POST /owner/stores/:storeId/payout-limit": "in payoutLimit.test.ts",
  "POST /owner/stores/:storeId/payout-limit/withdraw": "in payoutLimit.test.ts",
  "POST /owner/stores/:storeId/refund-addresses": "in redirectedMoney.test.ts",
  "POST /owner/stores/:storeId/refund-addresses/withdraw": "in redirectedMoney.test.ts",
  "POST /owner/stores/:storeId/settings/payments": SETTINGS,
  "POST /owner/stores/:storeId/settings/policy": SETTINGS,
  "POST /owner/stores/:storeId/settings/checkout": SETTINGS,
  "POST /owner/stores/:storeId/settings/books": SETTINGS,
  "POST /owner/stores/:storeId/settings/shops": SETTINGS,
  "POST /owner/stores/:storeId/settlement": ASKS,
  "POST /owner/stores/:storeId/settlement/change": "in settings/settlement.test.ts",
  "POST /owner/stores/:storeId/settlement/confirm": "in settings/settlement.test.ts",
  "POST /owner/stores/:storeId/settlement/withdraw": "in settings/settlement.test.ts",
  "POST /owner/stores/:storeId/test-payment": CHAINS,
  "POST /owner/stores/:storeId/statements/:month/mail": "in statement.test.ts",
  "POST /owner/stores/:storeId/valuations": "in valuations.test.ts",
  "POST /owner/stores/:storeId/inbox/assign": CHAINS,
  "POST /owner/stores/:storeId/inbox/refund": "in ownerActions.journey.ts",
  "POST /owner/stores/:storeId/inbox/not-a-payment": "in ownerActions.journey.ts",
  "POST /owner/invoices/selected": ASKS,
  "POST /owner/invoices/:invoiceId/confirm/mark": ASKS,
  "POST /owner/invoices/:invoiceId/confirm/refund": ASKS,
  "POST /owner/invoices/:invoiceId/send-link": "in ownerActions.journey.ts",
  "POST /owner/invoices/:invoiceId/resolve": CHAINS,
  "POST /owner/invoices/:invoiceId/refund": CHAINS,
  "POST /owner/invoices/:invoiceId/mail": "in ownerMail.test.ts",
  "POST /owner/stores/:storeId/payment-links/:linkId/mail": "in selling/paymentLinks.test.ts",
  "POST /owner/stores/:storeId/pos/:posId/items/:itemId/remove": "in selling/pointOfSale.test.ts",
  "POST /owner/payouts/:payoutId/paid": CHAINS,
  "POST /owner/payouts/:payoutId/sent": CHAINS,
  "POST /owner/payouts/:payoutId/wallet/prepare": SCRIPT,
  "POST /owner/payouts/:payoutId/wallet/ask": SCRIPT,
  "POST /owner/payouts/:payoutId/wallet/sent": SCRIPT,
  "POST /owner/payouts/:payoutId/wallet/confirmed": SCRIPT,
  "POST /owner/payouts/:payoutId/wallet/declined": SCRIPT,
};

describe("a form of the owner's area that succeeds", () => {
  let area: Area;
  let place: Place;
  before(async () => {
    area = await openArea();
    const cashier = (await area.shop.app.gateway.persistence.users.list()).find((one) => one.name === "viewer");
    place = { ...area.places.own, userId: cashier?.id ?? "", itemId: "new", act: "archive" };
  });
  after(() => area.close());

  const send = async (name: string, fields: Readonly<Record<string, string>>) => {
    const visit = area.visits.get("administrator");
    const path = pathAt({ method: "POST", path: name.replace("POST ", ""), handlers: [] }, place);
    const query = name === "POST /api-keys/authorize" ? "?permissions=canviewinvoices&applicationName=Shop" : "";
    const words: Readonly<Record<string, string>> = { STORE: place["storeId"]!, USER: place["userId"]!, INVOICE: place["invoiceId"]!, NEW: timeOrderedId(area.shop.clock(), area.shop.app.gateway.random) };
    const filled = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, words[value] ?? value]));
    return area.ask(area.shop.url, "POST", path + query, visit, {}, filled);
  };

  /** The status of the page that a form leads to; of signing out the one that shows that nobody is signed in. */
  const loaded = async (name: string, to: string) => {
    const visit = name === "POST /owner/sign-out" ? undefined : area.visits.get("administrator");
    return (await area.ask(area.shop.url, "GET", to.replace(area.shop.url, ""), visit)).status;
  };

  it("is one of these, or is tested elsewhere", () => {
    const forms = Object.keys(OWNER_ACCESS).filter((name) => name.startsWith("POST "));
    expect([...Object.keys(FORMS), ...Object.keys(ELSEWHERE)]).to.have.members(forms);
  });

  it("shows a link once: the page loaded again has it no more, and says why", async () => {
    const visit = area.visits.get("administrator");
    const { headers } = await send("POST /owner/stores/:storeId/people/invite", { email: "eve@example.com", role: "viewer" });
    const shown = () => area.ask(area.shop.url, "GET", headers.get("location") ?? "", visit);
    const foreign = await area.ask(area.shop.url, "GET", headers.get("location") ?? "", area.visits.get("owner"));
    expect(foreign.text, "in another session").not.to.include("/owner/setup?");
    expect((await shown()).text).to.match(/\/owner\/setup\?[\w=-]{20,}/);
    const again = (await shown()).text;
    expect(again).not.to.match(/\/owner\/setup\?[\w=-]{20,}/);
    expect(again).to.include("The secret is shown only once");
    const { invitations } = await peopleOf(area.shop.app.gateway, place["storeId"]!);
    expect(invitations.filter(({ email }) => email === "eve@example.com")).to.have.length(1);
  });

  for (const [name, fields] of Object.entries(FORMS))
    it(`leads to a page, which can be loaded again: ${name}`, async () => {
      const { status, text, headers } = await send(name, fields);
      expect(status, text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").slice(0, 1500)).to.equal(303);
      const to = headers.get("location") ?? "";
      expect(await loaded(name, to), "the page").to.equal(200);
      const again = name === "POST /api-keys/authorize" ? 400 : 200; // a key is handed over once: the page says so
      expect(await loaded(name, to), "loaded again").to.equal(again);
    });
}); // prettier-ignore
