import { expect } from "chai";
import { MINUTE_MS } from "../../../src/values/time.ts";
import type { Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import { hashPassword } from "../../../src/gateway/usecases/access/passwords.ts";
import { element, textOf } from "../../browser/readPage.ts";
import {
  aDeposit,
  anInvoice,
  anOffer,
  B,
  DUE,
  EXPIRES,
  given,
  inBlock,
  ISSUED,
  PRICE_SATS,
  success,
  tick,
} from "../domain/invoices/given.ts";
import { aPullPayment } from "../domain/payouts/given.ts";
import { NO_FACTS } from "../../../src/gateway/domain/invoices/invoice.ts";
import { openSite, PASSWORD, signedInOwner, type Site, type Visitor } from "./ownerPages.ts";

const PATH = "/owner/invoices";
const DAY = new Date(ISSUED).toISOString().slice(0, 10);

const listed = (html: string) =>
  [...html.matchAll(/<tr role="row" data-id="([^"]+)"/g)].map(([, id = ""]) => id);

describe("the list of invoices: filters, columns and selections", () => {
  let site: Site;
  let owner: Visitor;
  const pathOf = (query: Readonly<Record<string, string>>) =>
    `${PATH}?${new URLSearchParams(query).toString()}`;

  before(async () => {
    site = await openSite();
    owner = await signedInOwner(site);
    const late = { ...aDeposit({ late: true, seenAt: ISSUED }), credit: 25_000_000n };
    await keep("settled", { state: "Settled" }, 0);
    await keep(
      "late",
      {
        state: "Expired",
        additional: "PaidLate",
        facts: {
          ...NO_FACTS,
          offers: [anOffer()],
          deposits: [late],
          anomalies: [{ kind: "odd", detail: "x", at: ISSUED }],
        },
      },
      1,
    );
    await keep("partial", { state: "Expired", additional: "PaidPartial" }, 2);
    await keep("open", {}, 3);
    await keep("next-day", {}, 24 * 60);
    await keep("archived", { state: "Invalid" }, 4);
    await site.gateway.persistence.invoices.label("archived", { archivedAt: ISSUED });
  });

  async function keep(
    id: string,
    change: Partial<Invoice>,
    minutes: number,
    storeId = site.shop.id,
  ): Promise<void> {
    const terms = anInvoice({
      createdAt: ISSUED + minutes * MINUTE_MS,
      metadata: { orderId: `A-${id}`, buyerEmail: `${id}@shop.example` },
    });
    await site.gateway.persistence.invoices.issue(
      { ...terms, id, storeId, ...change },
      { at: ISSUED, events: [], deliveries: [] },
    );
  }
  const list = async (query: string) => listed((await owner.get(`${PATH}?${query}`)).text);

  /** Somebody who is signed in with a role in a store. */
  async function member(role: string, storeId = site.shop.id): Promise<Visitor> {
    const { persistence, clock } = site.gateway;
    const name = `${role} ${Math.trunc(clock())} ${storeId}`;
    const password = { hash: await hashPassword(PASSWORD, site.gateway.random), at: clock() };
    await persistence.users.create({
      id: name,
      name,
      email: undefined,
      isAdmin: false,
      createdAt: clock(),
      password,
    });
    await persistence.members.put({ storeId, userId: name, role, addedAt: clock() });
    const visitor = site.visitor();
    await visitor.get("/owner/sign-in");
    await visitor.send("/owner/sign-in", { name, password: PASSWORD });
    return visitor;
  }

  it("is filtered by several states at once, exceptions, what waits, the archive, days and the coin", async () => {
    expect(await list("state=Settled&state=New")).to.deep.equal(["next-day", "open", "settled"]);
    expect(await list("exception=PaidLate&exception=PaidPartial")).to.deep.equal(["partial", "late"]);
    expect(await list("exception=PaidLate&state=Settled")).to.deep.equal([]);
    expect(await list("archived=yes")).to.deep.equal(["archived"]);
    expect(await list(`from=${DAY}&to=${DAY}`)).to.deep.equal(["open", "partial", "late", "settled"]);
    expect(await list(`from=2027-01-16`)).to.deep.equal(["next-day"]);
    expect(await list("coin=BTC")).to.deep.equal(["late"]);
    expect(await list("coin=USDC")).to.deep.equal([]);
    expect(await list("waiting=yes")).to.deep.equal(["late"]);
    expect(await list("sort=oldest")).to.deep.equal(["settled", "late", "partial", "open", "next-day"]);
  });

  it("lists under what waits the invoices that the inbox lists: none whose money was refunded", async () => {
    const { facts, state, additional } = given(
      inBlock({ outpoint: B, value: PRICE_SATS / 2n }),
      success({ outpoint: B, amount: DUE / 2n }),
      tick(EXPIRES),
    ).invoice;
    await keep("half", { facts, state, additional }, 2);
    expect(await list("waiting=yes")).to.deep.equal(["half", "late"]);
    const row = async () => textOf(element((await owner.get(`${PATH}?word=half`)).text, "rows"));
    expect(await row()).to.include("waits for you");
    const refund = { invoiceId: "half", ordinal: 0, worth: DUE / 2n };
    const pullPayment = { after: aPullPayment({ storeId: site.shop.id, refund }) };
    await site.gateway.persistence.payouts.keep({ pullPayment, announcements: [] });
    expect(await list("waiting=yes")).to.deep.equal(["late"]);
    expect(await row()).not.to.include("waits for you");
    const overview = textOf((await owner.get("/owner")).text);
    expect(overview).to.match(/Payments that need a decision 1\b/);
    await site.gateway.persistence.invoices.label("half", { archivedAt: ISSUED });
  });

  it("shows each filter as a link that takes it away, and nothing of what makes no sense", async () => {
    const { text } = await owner.get(
      `${PATH}?state=Expired&exception=PaidLate&from=${DAY}&coin=BTC&waiting=yes`,
    );
    const [chips = ""] = text.split("folding-sort"); // the order, which is no filter
    const chosen = [...chips.matchAll(/<a href="([^"]+)" aria-current="true">([^<]+)</g)].map(
      ([, path = "", label = ""]) => [label, path.replaceAll("&amp;", "&")],
    );
    expect(chosen.map(([label]) => label)).to.deep.equal([
      "Expired",
      "waits for you",
      "paid late",
      `from ${DAY}`,
      "paid in BTC",
    ]);
    expect(chosen[0]?.[1]).to.include("exception=PaidLate").and.not.to.include("state=");
    expect(chosen[3]?.[1]).to.include("coin=BTC").and.not.to.include("from=");
    const plain = await list("");
    expect(
      await list("state=Paid&exception=None&from=soon&to=2027-99-01&waiting=1&archived=no&sort=price"),
    ).to.deep.equal(plain);
  });

  it("is a file with a line for each invoice that it shows", async () => {
    const file = await owner.get(`${PATH}.csv?state=Expired`);
    expect(file.headers["content-disposition"]).to.include("invoices.csv");
    const [head = "", ...lines] = file.text.trim().split("\r\n");
    expect(head).to.match(
      /^schema,store_id,invoice_id,created_at,.*,price,paid_of_price,paid_in,archived_at$/,
    );
    expect(lines.map((line) => line.split(",")[2])).to.deep.equal(["partial", "late"]);
    expect(lines[1]).to.include("crosstill.invoice_list/1").and.to.include("25.00,25.00,BTC");
  });

  it("says which of its lines have changed, without keeping the session alive", async () => {
    const { text } = await owner.get(`${PATH}?state=New`);
    const json = await owner.get(`${PATH}.json?state=New`);
    const { rows } = JSON.parse(json.text) as { rows: { id: string; tag: string }[] };
    expect(rows.map(({ id }) => id)).to.deep.equal(listed(text));
    expect(rows.map(({ tag }) => tag)).to.deep.equal(
      [...text.matchAll(/data-tag="([^"]+)"/g)].map(([, tag]) => tag),
    );
    await site.gateway.persistence.invoices.label("open", { metadata: { orderId: "B" } });
    const after = JSON.parse((await owner.get(`${PATH}.json?state=New`)).text) as {
      rows: { id: string; tag: string }[];
    };
    const changed = after.rows.filter(({ tag }, index) => tag !== rows[index]?.tag).map(({ id }) => id);
    expect(changed).to.deep.equal(["open"]);
    await site.gateway.persistence.invoices.label("open", { metadata: { orderId: "A-open" } });

    const other = await signedInAgain();
    for (let minute = 0; minute < 31; minute += 5) {
      await other.get(`${PATH}.json`);
      site.clock.advance(5 * MINUTE_MS);
    }
    expect((await other.get(PATH)).status, "signed out after thirty minutes").to.equal(303);
    owner = await signedInAgain();
  });

  async function signedInAgain(): Promise<Visitor> {
    const visitor = site.visitor();
    await visitor.get("/owner/sign-in");
    await visitor.send("/owner/sign-in", { name: "Ada", password: PASSWORD });
    return visitor;
  }

  it("has the columns that its user has chosen", async () => {
    await owner.get(PATH);
    const { status, headers } = await owner.send(`${PATH}/columns`, {
      column: ["customer", "coin", "nonsense"],
    });
    expect([status, headers["location"]]).to.deep.equal([303, PATH]);
    const { text } = await owner.get(PATH);
    expect(textOf(text)).to.include("late@shop.example");
    expect(text)
      .to.match(/data-label="Customer"/)
      .and.not.to.match(/data-label="Price"/);
    await owner.send(`${PATH}/columns`, {
      column: ["created", "price", "paid", "state", "expires", "description", "invoice"],
    });
    expect((await owner.get(PATH)).text).to.match(/data-label="Price"/);
  });

  it("archives and shows again what was ticked, once a page has said how many", async () => {
    await owner.get(`${PATH}?state=Expired`);
    const ask = await owner.send(`${PATH}/selected`, { act: "archive", id: ["late", "partial"] });
    expect(textOf(ask.text)).to.include("Archive 2 invoices?").and.to.include("A-late");
    expect(await list("state=Expired"), "nothing was done yet").to.have.length(2);
    const done = await owner.send(`${PATH}/selected/archive`, {
      id: ["late", "partial"],
      back: `${PATH}?state=Expired`,
    });
    expect([done.status, done.headers["location"]]).to.deep.equal([
      303,
      `${PATH}?state=Expired&did=archive&count=2`,
    ]);
    expect(textOf((await owner.get(done.headers["location"] ?? "")).text)).to.include(
      "2 invoices were archived.",
    );
    expect(await list("archived=yes")).to.deep.equal(["archived", "partial", "half", "late"]);
    const [entry] = await site.gateway.persistence.auditLog.list({ limit: 1 });
    expect(entry).to.deep.include({ action: "invoice.archived", subject: "partial" });
    await owner.get(PATH);
    const back = await owner.send(`${PATH}/selected/unarchive`, {
      id: ["late", "partial", "open"],
      back: PATH,
    });
    expect(back.headers["location"], "one was in the lists").to.equal(`${PATH}?did=unarchive&count=2`);
  });

  it("exports what was ticked, and says why a link cannot be mailed", async () => {
    await owner.get(PATH);
    const file = await owner.send(`${PATH}/selected`, { act: "csv", id: ["open", "late"] });
    expect(
      file.text
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[2]),
    ).to.deep.equal(["open", "late"]);
    await owner.get(PATH);
    const mail = await owner.send(`${PATH}/selected/mail`, { id: ["open"] });
    expect(mail.status).to.equal(422);
    expect(textOf(mail.text)).to.include("sends no e-mail");
    await owner.get(PATH);
    expect((await owner.send(`${PATH}/selected`, { act: "delete", id: "open" })).status).to.equal(422);
    await owner.get(PATH);
    expect((await owner.send(`${PATH}/selected/delete`, { id: "open" })).status).to.equal(404);
  });

  it("stays on the list, and says so, where nothing or too much is chosen", async () => {
    const tooMany = Array.from({ length: 51 }, (_, index) => `i${index}`);
    const question = `${PATH}?state=New`;
    for (const act of ["archive", "unarchive", "mail", "csv"])
      for (const id of [[], tooMany])
        for (const form of ["selected", `selected/${act}`]) {
          if (form.endsWith("/csv")) continue; // a file is sent at once
          await owner.get(question);
          const sent = await owner.send(`${PATH}/${form}`, { act, id, back: question });
          expect(sent.status, form).to.equal(303);
          const { text } = await owner.get(sent.headers["location"] ?? "");
          expect(textOf(text), form).to.include("Choose 1 to 50 invoices in the list first.");
          expect(listed(text), "the same list").to.deep.equal(listed((await owner.get(question)).text));
        }
  });

  it("does with a selection what the role allows, in the own store and in no other", async () => {
    const other = await site.addStore("Book shop");
    await keep("theirs", {}, 5, other.id);
    const may: Readonly<Record<string, Readonly<Record<string, number>>>> = {
      owner: { archive: 200, mail: 200, csv: 200 },
      manager: { archive: 200, mail: 200, csv: 200 },
      cashier: { archive: 403, mail: 403, csv: 403 },
      accountant: { archive: 403, mail: 403, csv: 200 },
      viewer: { archive: 403, mail: 403, csv: 403 },
    };
    for (const [role, acts] of Object.entries(may)) {
      const visitor = await member(role);
      for (const [act, status] of Object.entries(acts)) {
        const { text } = await visitor.get(PATH);
        expect(listed(text), role).to.include("open").and.not.to.include("theirs");
        expect(
          (await visitor.send(`${PATH}/selected`, { act, id: "open" })).status,
          `${role} ${act}`,
        ).to.equal(status);
        await visitor.get(PATH);
        expect(
          (await visitor.send(`${PATH}/selected`, { act, id: ["open", "theirs"] })).status,
          `${role} ${act} elsewhere`,
        ).to.be.oneOf([403, 404]);
      }
      const file = await visitor.get(`${PATH}.csv`);
      expect(file.status, `${role} file`).to.equal(acts["csv"]);
      expect((await visitor.get(pathOf({ store: other.id }))).text, role).not.to.include("theirs");
    }
    const stranger = await member("owner", other.id);
    await stranger.get(PATH);
    expect((await stranger.send(`${PATH}/selected/archive`, { id: "open" })).status).to.equal(404);
    await owner.get(PATH);
    const forged = await owner.send(
      `${PATH}/selected/archive`,
      { id: "open" },
      { origin: "https://evil.example" },
    );
    expect(forged.status).to.equal(403);
  });

  it("filters invoices with a payment: in time, late, partial and full", async () => {
    const dated = (id: string, change: Partial<Invoice>) => keep(id, change, 7 * 24 * 60);
    await dated("paid", { state: "Settled" });
    await dated("paid-late", { state: "Expired", additional: "PaidLate" });
    await dated("unpaid", { state: "Expired" });
    expect(await list("from=2027-01-20&paid=yes&sort=oldest")).to.have.members(["paid", "paid-late"]);
    expect(await list("from=2027-01-20")).to.have.members(["paid", "paid-late", "unpaid"]);
  });
});
