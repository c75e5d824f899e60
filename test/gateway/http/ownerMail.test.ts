import { expect } from "chai";
import { smtpMailer } from "../../../src/gateway/adapters/mail/mailer.ts";
import { readMailFrom, readSmtpUrl } from "../../../src/gateway/adapters/mail/smtpSettings.ts";
import { newOwnerLink } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { sendMails } from "../../../src/gateway/usecases/mail/sendMails.ts";
import { mailWriter } from "../../../src/gateway/usecases/mail/writeMail.ts";
import { ownerLinkUrl } from "../../../src/gateway/http/owner/paths.ts";
import { DAY_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { startMailServer, type MailServer } from "../../support/mailServer.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { issue, mark } from "./merchant.ts";
import { hiddenFields, NAME, openVisitor, PASSWORD, type Visitor } from "./ownerPages.ts";

/** A customer's address was mistyped, or the mail server was away: the merchant finds out on the pages that are looked at. */
describe("the owner of a shop whose e-mails do not arrive", function () {
  this.timeout(60_000);

  let sandbox: SandboxApp;
  let server: MailServer;
  let owner: Visitor;
  before(async () => {
    sandbox = await startSandboxApp();
    server = await startMailServer();
    owner = openVisitor(sandbox.url as never, sandbox.url);
    await owner.get(ownerLinkUrl("", await newOwnerLink(sandbox.app.gateway)));
    await owner.send("/owner/setup", { name: NAME, password: PASSWORD, again: PASSWORD });
  });
  after(async () => {
    await server.close();
    await sandbox.close();
  });

  /** What the job does, with a real mail server in place of the sandbox's mailbox. */
  const send = async () => {
    const { gateway } = sandbox.app;
    const mailer = smtpMailer(readSmtpUrl(server.url), readMailFrom("pay@example.com"));
    await sendMails({ ...gateway, mailer }, mailWriter(gateway, sandbox.url));
  };
  const lostInvoice = async (to: string) => {
    const { id } = await issue(sandbox, { crosstill: { email: { to } } });
    server.answer = () => 550;
    await send();
    return id;
  };
  const storePage = () => owner.get(`/owner/stores/${sandbox.storeId}`);
  const invoicePage = (id: string) => owner.get(`/owner/invoices/${id}`);
  /** Presses the button beside a message: the page's form, as it is. */
  const sendAgain = async (id: string, change: Readonly<Record<string, string>> = {}) => {
    const { mail = "" } = hiddenFields((await invoicePage(id)).text);
    return owner.send(`/owner/invoices/${id}/mail`, { mail, ...change });
  };

  it("sees that it was refused and why, first among the stores, and sends it again from its invoice", async () => {
    expect(textOf((await storePage()).text)).not.to.include("did not arrive");
    const id = await lostInvoice("gone@example.com");
    const { text: overview } = await owner.get("/owner/keys");
    expect(textOf(overview)).to.include("One e-mail did not arrive");
    expect(overview).to.include(`href="/owner/stores/${sandbox.storeId}#mail"`);
    const { text: list } = await storePage();
    expect(textOf(list)).to.match(/The link to pay to the customer · refused by the mail server.*550/);
    expect(list).to.include(`href="/owner/invoices/${id}#mail"`);
    const { text } = await invoicePage(id);
    expect(textOf(text)).to.match(/did not arrive The link to pay to the customer, g…@example\.com · refused .*550/);
    expect(textOf(text)).to.include("An e-mail did not arrive. See why, and send it again.");
    expect(overview + list + text).not.to.include("gone@example.com");

    server.answer = () => 250;
    const { status, headers } = await sendAgain(id);
    expect([status, headers["location"]]).to.deep.equal([303, `/owner/invoices/${id}#mail`]);
    expect(textOf((await invoicePage(id)).text)).to.include("waits to be sent").and.not.include("Send again").and.not.include("did not arrive");
    await send();
    expect(server.taken.map(({ to }) => to)).to.deep.equal([["gone@example.com"]]);
    expect(textOf((await invoicePage(id)).text)).to.include("The link to pay to the customer, g…@example.com · sent");
    expect(textOf((await storePage()).text)).not.to.include("did not arrive");
    expect(textOf((await owner.get("/owner/keys")).text)).not.to.include("did not arrive");
  });

  it("sends nothing twice, nothing to nobody, and nothing that is not true any more", async () => {
    const id = await lostInvoice("twice@example.com");
    const mail = hiddenFields((await invoicePage(id)).text)["mail"] ?? "";
    expect((await sendAgain(id)).status).to.equal(303);
    expect((await sendAgain(id, { mail })).status, "pressed once more").to.equal(303);
    server.answer = () => 250;
    server.taken.length = 0;
    await send();
    await send();
    expect(server.taken).to.have.length(1);

    const paid = await lostInvoice("paid@example.com");
    const stale = hiddenFields((await invoicePage(paid)).text)["mail"] ?? "";
    await mark(sandbox, paid, "Settled");
    await sandbox.app.gateway.persistence.mails.forgetRecipient(paid, "customer");
    const refused = await sendAgain(paid, { mail: stale });
    expect([refused.status, textOf(refused.text)].join(" ")).to.match(/^422 .*The address was taken back or deleted/);
    expect(refused.text).not.to.include("Send again");
    expect((await sendAgain(paid, { mail: `${id}.customer.invoice.1` })).status, "of another invoice").to.equal(404);

    const over = await lostInvoice("over@example.com");
    await sandbox.post(`/invoices/${over}/status`, { status: "Invalid" });
    expect(textOf((await invoicePage(over)).text)).to.include("Not sent again. What it says is not true any more.");
  });

  it("is asked who he is, and the form must be from his own page", async () => {
    const id = await lostInvoice("door@example.com");
    const stranger = openVisitor(sandbox.url as never, sandbox.url);
    const asked = await stranger.send(`/owner/invoices/${id}/mail`, { mail: `${id}.customer.invoice.1` });
    expect([asked.status, asked.headers["location"]]).to.deep.equal([303, "/owner/sign-in?to=%2Fowner"]);
    expect((await sendAgain(id, { formToken: "another" })).status).to.equal(403);
    const { mail = "" } = hiddenFields((await invoicePage(id)).text);
    const foreign = await owner.send(`/owner/invoices/${id}/mail`, { mail }, { origin: "https://evil.example" });
    expect(foreign.status).to.equal(403);
    expect(textOf((await invoicePage(id)).text)).to.include("refused by the mail server");
  });

  it("is not told for ever: after thirty days it is no news any more", async () => {
    await lostInvoice("old@example.com");
    expect(textOf((await owner.get("/owner/keys")).text)).to.include("did not arrive");
    sandbox.clock.advance(29 * DAY_MS);
    await owner.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    expect(textOf((await owner.get("/owner/keys")).text)).to.include("did not arrive");
    sandbox.clock.advance(2 * DAY_MS);
    await owner.get("/owner/sign-in");
    await owner.send("/owner/sign-in", { name: NAME, password: PASSWORD });
    const { status, text } = await owner.get("/owner/keys");
    expect([status, textOf(text).includes("did not arrive")]).to.deep.equal([200, false]);
  });
}); // prettier-ignore
