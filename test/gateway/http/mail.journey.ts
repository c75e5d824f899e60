import { expect } from "chai";
import request from "supertest";
import { smtpMailer, type MailTimeouts } from "../../../src/gateway/adapters/mail/mailer.ts";
import { readMailFrom, readSmtpUrl } from "../../../src/gateway/adapters/mail/smtpSettings.ts";
import { ConflictError } from "../../../src/database/driver.ts";
import { sendMails } from "../../../src/gateway/usecases/mail/sendMails.ts";
import { notifyByMail } from "../../../src/gateway/usecases/mail/notifyByMail.ts";
import { mailWriter } from "../../../src/gateway/usecases/mail/writeMail.ts";
import { apiRoutes } from "../../../src/gateway/http/api/routes.ts";
import { errorHandler } from "../../../src/gateway/http/errors.ts";
import { closeServer, createHttpServer, listen } from "../../../src/gateway/http/server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { shopOf } from "../../journeys/shop.ts";
import { startMailServer, type MailServer } from "../../support/mailServer.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { issue, mark, raw, type ProblemBody } from "./merchant.ts";

type MailBody = Readonly<{
  kind: string;
  to: string;
  state: string;
  attempts: number;
  lastError: string | null;
}>;
type Gateway = SandboxApp["app"]["gateway"];

const EMAIL = { crosstill: { email: { to: "ada@example.com" } } };

describe("e-mail about an invoice", function () {
  this.timeout(30_000);

  let sandbox: SandboxApp;
  let server: MailServer;
  before(async () => {
    sandbox = await startSandboxApp({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
    server = await startMailServer();
  });
  after(async () => {
    await server.close();
    await sandbox.close();
  });
  beforeEach(async () => {
    await send(); // what is left of the test before
    server.taken.length = 0;
    Object.assign(server, { answer: () => 250, hangs: false });
  });

  /** What the job does, with a real mail server in place of the sandbox's mailbox. */
  const send = async (change: Partial<Gateway> = {}, timeouts: MailTimeouts = {}) => {
    const { gateway } = sandbox.app;
    const mailer = smtpMailer(readSmtpUrl(server.url), readMailFrom("pay@example.com"), timeouts);
    await sendMails({ ...gateway, mailer, ...change }, mailWriter(gateway, sandbox.url));
  };
  const mailOf = async (id: string) => ((await sandbox.get(`/invoices/${id}`)).body as { crosstill: { mail: readonly MailBody[] } }).crosstill.mail;
  const leave = (id: string, address: string, headers: object = {}) =>
    fetch(`${sandbox.url}/i/${id}/mail`, { method: "POST", body: new URLSearchParams({ address }), redirect: "manual", headers: { ...headers } });
  const subjects = () => server.taken.map(({ read, to }) => `${to.join()} ${read.subject}`);
  /** What the sandbox has mailed by itself meanwhile. */
  const caught = async () => (await fetch(`${sandbox.url}/sandbox/mail`)).text();
  const setStore = async (crosstill: object) => {
    const path = `/api/v1/stores/${sandbox.storeId}`;
    const { apiKey = "" } = sandbox.app.sandbox?.file ?? {};
    const headers = { authorization: `token ${apiKey}`, "content-type": "application/json" };
    const answer = await fetch(sandbox.url + path, { method: "PUT", headers, body: JSON.stringify({ crosstill }) });
    expect(answer.status).to.equal(200);
    return ((await answer.json()) as { crosstill: object }).crosstill;
  };

  it("goes to the customer whom the merchant names, in the invoice's language, and says who asks what for", async () => {
    const { id } = await issue(sandbox, { ...EMAIL, metadata: { orderId: "A-1", itemDesc: "Zwei Bücher" }, checkout: { defaultLanguage: "de-AT" } });
    await send();
    expect(subjects()).to.deep.equal(["ada@example.com Rechnung von Sandbox shop: 25,00 USD"]);
    const { text = "", html = "" } = server.taken[0]?.read ?? {};
    for (const part of [text, html]) {
      for (const said of ["Sandbox shop", "25,00 USD", "Zwei Bücher", "A-1", `${sandbox.url}/i/${id}`]) expect(part).to.contain(said);
      expect(part).not.to.match(/<img|<script|src=/);
    }
    const [mail, ...others] = await mailOf(id);
    expect(others).to.deep.equal([]);
    expect(mail).to.include({ kind: "invoice", to: "customer", state: "sent", attempts: 1, lastError: null });
    expect(JSON.stringify((await sandbox.get(`/invoices/${id}`)).body)).not.to.contain("ada@example.com");
  });

  it("is refused for what is no address, and so is a field that is not ours", async () => {
    for (const to of ["nobody", "a@b.c, d@e.f", "a@b.c\r\nBcc: d@e.f", ""]) {
      const { status, body } = await sandbox.post("/invoices", { amount: "1.00", crosstill: { email: { to } } });
      expect([status, (body as ProblemBody[])[0]?.path], to).to.deep.equal([422, "Crosstill.Email.To"]);
    }
  });

  it("is sent again when the merchant asks, to somebody else too, but not in haste, not for ever, and not once it is paid", async () => {
    const { id } = await issue(sandbox);
    const again = (body: object = {}) => sandbox.post(`/invoices/${id}/crosstill/mail`, body);
    expect((await again()).status).to.equal(422);
    for (let count = 1; count <= 5; count++) {
      const { status, body } = await again(count === 1 ? { to: "ada@example.com" } : {});
      expect([status, (body as MailBody).state]).to.deep.equal([200, "due"]);
      expect((await again()).status).to.equal(429);
      sandbox.clock.advance(MINUTE_MS);
    }
    expect((await again()).status).to.equal(429);
    await send();
    expect(subjects()).to.have.length(5);
    expect((await sandbox.post(`/invoices/unknown/crosstill/mail`, {})).status).to.equal(404);
    await mark(sandbox, id, "Settled");
    expect((await again()).status).to.equal(422);
  });

  it("goes to every buyer, with one reminder, where the store wants that; and nobody is reminded of what was seen", async () => {
    expect(await setStore({ mailInvoices: true, mailReminderMinutes: 5 })).to.include({ mailInvoices: true, mailReminderMinutes: 5, mailAddressDays: 90 });
    const paid = await issue(sandbox, { metadata: { buyerEmail: "paid@example.com" } });
    const open = await issue(sandbox, { metadata: { buyerEmail: "open@example.com" } });
    await issue(sandbox, { metadata: { buyerEmail: "no address" } });
    await issue(sandbox);
    await setStore({ mailInvoices: false, mailReminderMinutes: 0 });
    await send();
    expect(subjects().map((line) => line.split(" ")[0]).toSorted()).to.deep.equal(["open@example.com", "paid@example.com"]);
    server.taken.length = 0;
    const shop = shopOf(sandbox);
    await shop.pay(paid.id);
    await sandbox.run();
    sandbox.clock.advance(10 * MINUTE_MS);
    await send();
    await send();
    expect(subjects()).to.deep.equal(["open@example.com Not paid yet: 25.00 USD to Sandbox shop"]);
    expect((await mailOf(paid.id)).find(({ kind }) => kind === "reminder")?.state).to.equal("dropped");
    expect((await mailOf(open.id)).map(({ state }) => state)).to.deep.equal(["sent", "sent"]);
  });

  it("tells the payer who leaves an address what is missing, and that it is complete; good news overtakes the rest", async () => {
    const { id } = await issue(sandbox);
    expect((await leave(id, " Payer@Example.com ", { "accept-language": "fr,en;q=0.5" })).status).to.equal(303);
    const shop = shopOf(sandbox);
    const { due } = await shop.bitcoin(id);
    await shop.pay(id, BigInt(Math.round(Number(due) * 1e8)) / 2n);
    await shop.mine();
    for (let looks = 0; looks < 6; looks++) await shop.tick(5);
    sandbox.clock.advance(2 * MINUTE_MS);
    await send();
    expect(subjects()[0]).to.match(/^Payer@example.com Il manque encore 1\d,\d\d USD pour Sandbox shop$/);
    server.taken.length = 0;
    const rest = Number((await shop.bitcoin(id)).due) * 1e8;
    await shop.pay(id, BigInt(Math.round(rest)) + 2_000n); // its price is about to be renewed
    await shop.mine();
    await shop.until(id, "Settled");
    sandbox.clock.advance(2 * MINUTE_MS);
    await send();
    expect(await caught()).to.contain("Reçu : 25,00 USD payés à Sandbox shop");
    const states = (await mailOf(id)).map(({ kind, state }) => `${kind} ${state}`);
    expect(states).to.include.members(["underpaid sent", "settled sent"]).and.not.include("confirmed sent");
  });

  it("tells that the invoice has expired, and takes no address after that", async () => {
    const { id } = await issue(sandbox);
    await leave(id, "payer@example.com");
    sandbox.clock.advance(HOUR_MS);
    await shopOf(sandbox).until(id, "Expired");
    await sandbox.run("send mails");
    expect(await caught()).to.contain("The invoice of Sandbox shop has expired");
    expect((await leave(id, "other@example.com")).status).to.equal(422);
  });

  it("sends no refund's link to an address typed on the page, also where an older version owed it", async () => {
    const { gateway } = sandbox.app;
    const { id } = await issue(sandbox);
    await leave(id, "stranger@example.com", visitor(98));
    const made = (await sandbox.post("/pull-payments", { amount: "5", currency: "USD" })).body as { id: string };
    const at = sandbox.clock();
    const owed = { role: "payer", kind: "refund", nth: made.id, about: made.id, dueAt: at } as const;
    await gateway.persistence.mails.queue({ id, storeId: sandbox.storeId }, [owed], at);
    await send();
    expect(subjects()).to.deep.equal([]);
    expect((await mailOf(id)).map(({ kind, state }) => `${kind} ${state}`)).to.deep.equal(["refund dropped"]);
  });

  it("takes an address from its own page only, one at a time, five times at most, and shows it to nobody", async () => {
    const { id } = await issue(sandbox);
    expect((await leave(id, "a@example.com", { "sec-fetch-site": "cross-site" })).status).to.equal(403);
    const refused = await leave(id, "<script>@example.com");
    expect([refused.status, await refused.text()].join(" ")).to.match(/^422 [^]*Please enter one e-mail address/);
    for (let count = 1; count <= 5; count++) expect((await leave(id, `p${count}@example.com`)).status).to.equal(303);
    expect((await leave(id, "p6@example.com")).status).to.equal(429);
    const page = await (await fetch(`${sandbox.url}/i/${id}`)).text();
    expect(page).to.contain("News goes to p…@example.com").and.not.contain("p5@example.com");
    expect((await sandbox.app.gateway.persistence.mails.recipientsOf(id)).map(({ address }) => address)).to.deep.equal(["p5@example.com"]);
    await leave(id, "");
    expect(await (await fetch(`${sandbox.url}/i/${id}`)).text()).to.contain("Tell me by e-mail");
    expect((await leave(id, "p7@example.com")).status).to.equal(429);
  });

  const invoices = async (count: number) => {
    const ids: string[] = [];
    for (let made = 0; made < count; made++) ids.push((await issue(sandbox)).id);
    return ids;
  };
  const visitor = (count: number) => ({ "x-forwarded-for": `10.1.0.${count}` }); // each may send so many forms

  it("is left for one mailbox at twenty payments a day, however its address is spelled and taken back in between", async () => {
    const spellings = ["eve@example.org", "EVE@example.org", "e.v.e@Example.org", "eve+tea@example.org"];
    const ids = await invoices(24);
    const statuses: number[] = [];
    for (const [index, id] of ids.entries()) {
      statuses.push((await leave(id, spellings[index % 4] ?? "", visitor(index))).status);
      await leave(id, "", visitor(index));
    }
    expect(statuses).to.deep.equal([...Array<number>(20).fill(303), ...Array<number>(4).fill(429)]);
    sandbox.clock.advance(DAY_MS + 1);
    expect((await leave((await issue(sandbox)).id, "eve@example.org", visitor(99))).status).to.equal(303);
  });

  it("is not left more often by asking at many payments at the same moment", async () => {
    const { gateway } = sandbox.app;
    const countRecipients: typeof gateway.persistence.mails.countRecipients = async (...question) => {
      const found = await gateway.persistence.mails.countRecipients(...question);
      await new Promise(setImmediate); // as from a database of its own
      return found;
    };
    const slow = { ...gateway, persistence: { ...gateway.persistence, mails: { ...gateway.persistence.mails, countRecipients } } };
    const asked = (await invoices(30)).map((id) => notifyByMail(slow, id, "crowd@example.org", "en"));
    const ends = await Promise.allSettled(asked);
    expect(ends.filter(({ status }) => status === "fulfilled")).to.have.length(20);
  });

  it("still goes to whoever left an address, after a form that says none or two", async () => {
    const { id } = await issue(sandbox);
    await leave(id, "zoe@example.com");
    for (const body of ["", "addres=", "address=a@example.com&address=b@example.com"])
      expect((await request(sandbox.url).post(`/i/${id}/mail`).type("form").send(body)).status, body).to.equal(400);
    expect(await (await fetch(`${sandbox.url}/i/${id}`)).text()).to.contain("News goes to z…@example.com");
  });

  it("goes to no machine by its number", async () => {
    const { id } = await issue(sandbox);
    for (const address of ["ada@10.0.0.10", "ada@example.127", "ada@example.--"])
      expect((await leave(id, address)).status, address).to.equal(422);
  });

  it("waits for a server that puts it off, is given up at one that refuses it, and the merchant sees both", async () => {
    const { id: refused } = await issue(sandbox, { crosstill: { email: { to: "gone@example.com" } } });
    const { id } = await issue(sandbox, EMAIL);
    server.answer = (to) => (to === "gone@example.com" ? 550 : 450);
    await send();
    expect((await mailOf(refused))[0]).to.include({ state: "bounced", attempts: 1 });
    expect((await mailOf(refused))[0]?.lastError).to.match(/550/).and.not.match(/gone@/);
    expect((await mailOf(id))[0]).to.include({ state: "due", attempts: 1 });
    server.answer = () => 250;
    await send();
    expect(subjects()).to.deep.equal([]);
    sandbox.clock.advance(2 * MINUTE_MS);
    await send();
    expect((await mailOf(id))[0]).to.include({ state: "sent", attempts: 2 });
    expect(subjects()).to.have.length(1);
  });

  it("outlives a server that says nothing", async () => {
    const { id } = await issue(sandbox, EMAIL);
    server.hangs = true;
    await send({}, { connectMs: 300 });
    expect((await mailOf(id))[0]).to.include({ state: "due", attempts: 1 });
    server.hangs = false;
    sandbox.clock.advance(2 * MINUTE_MS);
    await send();
    expect((await mailOf(id))[0]).to.include({ state: "sent", attempts: 2 });
  });

  it("goes out again under the same Message-ID when the process ends between sending and noting it", async () => {
    await issue(sandbox, EMAIL);
    const { persistence } = sandbox.app.gateway;
    const ended = { ...persistence, mails: { ...persistence.mails, finish: async () => Promise.reject(new ConflictError("killed")) } };
    await send({ persistence: ended });
    sandbox.clock.advance(3 * MINUTE_MS);
    await send();
    const ids = server.taken.map(({ read }) => read.messageId);
    expect([ids.length, new Set(ids).size]).to.deep.equal([2, 1]);
  });

  it("escapes what merchants write, and lets it make no lines of its own", async () => {
    const evil = `<img src=x onerror=alert(1)>\r\n\r\nClick http://evil.example`;
    await issue(sandbox, { ...EMAIL, metadata: { itemDesc: evil, orderId: '"><script>1</script>' } });
    await send();
    const { text = "", html = "" } = server.taken[0]?.read ?? {};
    expect(html).not.to.match(/<img|<script/);
    expect(text).to.match(/^For: <img src=x onerror=alert\(1\)> Click http/m);
  });

  it("forgets addresses ninety days after the invoice has ended", async () => {
    const { id } = await issue(sandbox, EMAIL);
    await sandbox.post(`/invoices/${id}/status`, { status: "Invalid" });
    sandbox.clock.advance(89 * DAY_MS);
    await sandbox.run("forget addresses");
    expect(await sandbox.app.gateway.persistence.mails.recipientsOf(id)).to.have.length(1);
    sandbox.clock.advance(2 * DAY_MS);
    await sandbox.run("forget addresses");
    expect(await sandbox.app.gateway.persistence.mails.recipientsOf(id)).to.deep.equal([]);
    expect(await mailOf(id)).not.to.deep.equal([]);
  });

  it("is refused with the reason where no mail server is set, and the page offers none", async () => {
    const gateway = { ...sandbox.app.gateway, mailer: undefined };
    const { app, server: web } = createHttpServer();
    app.use(apiRoutes(gateway, sandbox.url, { checkWebhookUrl: () => undefined, callsPerMinute: 1000 }), errorHandler(gateway.log));
    const url = `http://127.0.0.1:${await listen(web, 0, "127.0.0.1")}/api/v1/stores/${sandbox.storeId}/invoices`;
    const { authorization } = { authorization: String(raw(sandbox, "get", "/").get("Authorization")) };
    const answer = await fetch(url, { method: "POST", headers: { authorization, "content-type": "application/json" }, body: JSON.stringify({ amount: "1.00", ...EMAIL }) });
    expect([answer.status, await answer.text()].join(" ")).to.match(/^422 .*SMTP_URL/);
    await closeServer(web);
  });
}); // prettier-ignore
