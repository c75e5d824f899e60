import { expect } from "chai";
import { createSigner } from "../../../src/gateway/adapters/signing.ts";
import { createMerchant, STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import { namedAccountant } from "../../../src/gateway/usecases/books/bookSettings.ts";
import type { MailMessage, MailOutcome } from "../../../src/gateway/ports/mailPort.ts";
import { mailStatement } from "../../../src/gateway/usecases/mail/mailStatement.ts";
import { queueStatements } from "../../../src/gateway/usecases/mail/queueStatements.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import { sendMails } from "../../../src/gateway/usecases/mail/sendMails.ts";
import {
  followStatementLink,
  type StatementLink,
} from "../../../src/gateway/usecases/books/statementLink.ts";
import type { MerchantStore } from "../../../src/gateway/usecases/stores/merchantStore.ts";
import { mailWriter } from "../../../src/gateway/usecases/mail/writeMail.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { anInvoice } from "../domain/invoices/given.ts";
import { testClock } from "../../support/clock.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";

const URL_OF_US = "https://pay.example.com";
const TAKEN: MailOutcome = { kind: "taken" };

/** A gateway with one store, on 21 November; what its mail server has taken is in `sent`. */
async function openOffice({ start = Date.UTC(2026, 10, 21, 9), zone = "Europe/Berlin" } = {}) {
  const clock = testClock(start);
  const persistence = createMemoryPersistence();
  const sent: MailMessage[] = [];
  const server = { answer: (): MailOutcome => TAKEN };
  const mailer = {
    async send(message: MailMessage) {
      const outcome = server.answer();
      if (outcome.kind === "taken") sent.push(message);
      return outcome;
    },
  };
  const random = (length: number) => new Uint8Array(length).fill(7);
  const gateway = {
    ...{ clock, persistence, mailer, random, log: silentLog, settings: { sandbox: false } },
    signer: createSigner(new Uint8Array(32).fill(9)),
  } as unknown as Gateway; // what these use cases ask of it
  const { settlement } = anInvoice().terms;
  const settings = { ...STORE_DEFAULTS, settlement, refunds: {}, books: { ...STORE_DEFAULTS.books, zone } };
  const { id } = await createMerchant(persistence, gateway, "Tea house", settings);
  await persistence.checkpoints.write("book lines filled", true, clock(), 0); // as a server does when it first starts
  const merchant = async () => (await persistence.stores.load(id))!;
  return {
    ...{ gateway, clock, sent, server, id, merchant },
    async name(address: string | undefined) {
      const before = await merchant();
      const { books } = before.settings;
      const accountant = namedAccountant(address, books.accountant, clock());
      await persistence.stores.change(before, { name: before.name, settings: { ...before.settings, books: { ...books, accountant } } });
    },
    /** What the two jobs do. */
    async run(other: Gateway = gateway) {
      await queueStatements(other);
      await sendMails(other, mailWriter(other, URL_OF_US));
    },
  };
} // prettier-ignore

const subjects = (sent: readonly MailMessage[]) => sent.map(({ to, subject }) => `${to} ${subject}`);

/** The link of a message, as its reader's browser opens it. */
function linkIn({ text }: MailMessage): StatementLink {
  const url = new URL(/https:\/\/\S+/.exec(text)?.[0] ?? "");
  const [, , storeId = "", month = ""] = url.pathname.split("/");
  const of = (name: string) => url.searchParams.get(name) ?? "";
  return { storeId, month, expires: of("expires"), signature: of("signature") };
}

const to = (date: string) => Date.parse(date);

describe("an accountant", () => {
  it("is told of each month once, a minute after it has ended by the store's clocks, and of none before he was named", async () => {
    const office = await openOffice();
    await office.name("ada@books.example");
    const { clock, run, sent } = office;
    clock.advance(to("2026-12-01T00:00:59+01:00") - clock());
    await run();
    expect(subjects(sent)).to.deep.equal([]);
    clock.advance(SECOND_MS);
    for (let round = 0; round < 3; round++) await run(); // and a gateway that has just started does the same
    expect(subjects(sent)).to.deep.equal(["ada@books.example Tea house: statement for November 2026"]);
    clock.advance(40 * DAY_MS); // nothing ran in all of December
    await run();
    expect(subjects(sent).slice(1)).to.deep.equal([
      "ada@books.example Tea house: statement for December 2026",
    ]);
  });

  it("is told once by two gateways that look at the same moment", async () => {
    const { gateway, clock, name, run, sent } = await openOffice();
    await name("ada@books.example");
    clock.advance(12 * DAY_MS);
    await Promise.all([run(), run({ ...gateway }), queueStatements(gateway)]);
    await run();
    expect(sent).to.have.length(1);
  });

  it("is told late by a mail server that was down, and not of what ended months ago", async () => {
    const { clock, server, name, run, sent } = await openOffice();
    await name("ada@books.example");
    clock.advance(12 * DAY_MS);
    server.answer = () => ({ kind: "later", reason: "nobody answers", isDown: true });
    await run();
    clock.advance(2 * MINUTE_MS);
    server.answer = () => TAKEN;
    await run();
    expect(sent).to.have.length(1);
    clock.advance(400 * DAY_MS); // switched off for more than a year
    await run();
    expect(sent.slice(1).map(({ subject }) => subject.slice(-13)).toSorted()).to.deep.equal(["December 2027", "November 2027"]);
  }); // prettier-ignore

  it("gets one message of a mail server that was down, however often the owner asked for it meanwhile", async () => {
    const { gateway, clock, server, name, run, sent, merchant } = await openOffice();
    await name("ada@books.example");
    clock.advance(12 * DAY_MS);
    server.answer = () => ({ kind: "later", reason: "nobody answers", isDown: true });
    await run();
    for (let click = 0; click < 3; click++) {
      clock.advance(2 * MINUTE_MS);
      const refusal = await mailStatement(gateway, await merchant(), "2026-11").catch(({ message }: Error) => message);
      expect(String(refusal)).to.include("waits for the mail server");
    }
    server.answer = () => TAKEN;
    clock.advance(DAY_MS);
    await run();
    expect(sent).to.have.length(1);
  }); // prettier-ignore

  it("is told although the clocks of another store are of a zone that is not known here", async () => {
    const { gateway, clock, name, run, sent, merchant } = await openOffice();
    await name("ada@books.example");
    const { settings } = await merchant();
    const odd = { ...settings, books: { ...settings.books, zone: "Europe/Nowhere" } };
    for (const first of [1, 8]) await createMerchant(gateway.persistence, { ...gateway, random: (length) => new Uint8Array(length).fill(first) }, "Other", odd);
    clock.advance(12 * DAY_MS);
    await run();
    expect(subjects(sent)).to.deep.equal(["ada@books.example Tea house: statement for November 2026"]);
  }); // prettier-ignore

  it("is nobody where none is named, or where the name was taken back before the message went out", async () => {
    const { gateway, clock, server, name, run, sent, id } = await openOffice();
    clock.advance(12 * DAY_MS);
    await run();
    await name("ada@books.example");
    await run();
    expect(sent).to.deep.equal([]); // November had ended before
    clock.advance(31 * DAY_MS);
    server.answer = () => ({ kind: "later", reason: "nobody answers", isDown: true });
    await run();
    await name(undefined);
    clock.advance(2 * MINUTE_MS);
    server.answer = () => TAKEN;
    await run();
    expect(sent).to.deep.equal([]);
    const [mail] = await gateway.persistence.mails.ofStatement(id, "2026-12");
    expect([mail?.state, mail?.error]).to.deep.equal(["dropped", "The store has no accountant any more."]);
  });

  it("reads the store's language, where the link leads and for how long, and no figure", async () => {
    const { gateway, clock, name, run, sent, merchant } = await openOffice();
    const before = await merchant();
    const profile = { ...before.settings.profile, defaultLang: "de-AT", supportUrl: "mailto:help@tea.example" };
    await gateway.persistence.stores.change(before, { name: before.name, settings: { ...before.settings, profile } });
    await name("ada@books.example");
    clock.advance(12 * DAY_MS);
    await run();
    const [message] = sent;
    expect(message).to.include({ subject: "Tea house: Abrechnung für November 2026", language: "de", replyTo: "help@tea.example" });
    expect(message?.text).to.include(`\n${URL_OF_US}/statements/`).and.include("90 Tage").and.include("Europe/Berlin");
  }); // prettier-ignore

  it("is told again when the owner asks, where it did not arrive by the same message; five times at most", async () => {
    const { gateway, clock, server, name, run, sent, merchant } = await openOffice();
    await name("mistyped@books.example");
    clock.advance(12 * DAY_MS);
    server.answer = () => ({ kind: "refused", reason: "550 no such user" });
    await run();
    const send = async () => mailStatement(gateway, await merchant(), "2026-11").catch(({ code }: { code: string }) => code); // prettier-ignore
    server.answer = () => TAKEN;
    await name("ada@books.example");
    expect(await send()).to.equal(undefined);
    await run();
    expect(subjects(sent)).to.deep.equal(["ada@books.example Tea house: statement for November 2026"]);
    clock.advance(HOUR_MS);
    for (let nth = 2; nth <= 5; nth++) {
      expect(await send(), `${nth}`).to.equal(undefined);
      if (nth < 5) expect(await send(), "within a minute").to.equal("too_many_mails");
      clock.advance(MINUTE_MS);
      await run();
    }
    expect(sent).to.have.length(5);
    expect(await send(), "a sixth").to.equal("too_many_mails");
    expect(new Set(sent.map((one) => one.id)).size).to.equal(5);
  });
});

describe("the link to a month", () => {
  let office: Awaited<ReturnType<typeof openOffice>>;
  let link: StatementLink;
  let merchant: MerchantStore;
  before(async () => {
    office = await openOffice();
    await office.name("ada@books.example");
    office.clock.advance(12 * DAY_MS);
    await office.run();
    merchant = await office.merchant();
    link = linkIn(office.sent[0]!);
  });
  const follow = (change: Partial<StatementLink> = {}) => followStatementLink(office.gateway, { ...link, ...change }); // prettier-ignore

  it("leads to that month of that store, in its zone", async () => {
    expect(await follow()).to.deep.include({ merchant, isOver: false });
    expect((await follow())?.month).to.deep.include({ name: "2026-11", to: to("2026-12-01T00:00:00+01:00") });
  });

  it("leads nowhere when anything of it is another", async () => {
    const other = await createMerchant(office.gateway.persistence, office.gateway, "Other", merchant.settings);
    const changes: readonly Partial<StatementLink>[] = [
      ...[{ month: "2026-10" }, { month: "2026-12" }, { month: "2026-1" }, { month: "" }],
      ...[{ storeId: other.id }, { storeId: "nobody" }, { storeId: "__proto__" }],
      ...[{ expires: String(Number(link.expires) + 1) }, { expires: "" }, { expires: `0${link.expires}` }, { expires: "1e12" }],
      ...[{ signature: "" }, { signature: link.signature.slice(1) }, { signature: link.signature.toUpperCase() }],
      ...[...link.signature].map((digit, place) => ({
        signature: `${link.signature.slice(0, place)}${digit === "0" ? "1" : "0"}${link.signature.slice(place + 1)}`,
      })),
    ];
    for (const change of changes) expect(await follow(change), JSON.stringify(change)).to.equal(undefined);
  }); // prettier-ignore

  it("is dead when another accountant is named, or none, also when the first one is named again", async () => {
    await office.name("bob@books.example");
    expect(await follow()).to.equal(undefined);
    office.clock.advance(1);
    await office.name("ada@books.example");
    expect(await follow()).to.equal(undefined);
    await office.name(undefined);
    expect(await follow()).to.equal(undefined);
  });

  it("is over after ninety days", async () => {
    const { gateway, clock, sent, name, run } = await openOffice();
    await name("ada@books.example");
    clock.advance(12 * DAY_MS);
    await run();
    const at = clock();
    const its = linkIn(sent[0]!);
    const isOver = async () => (await followStatementLink(gateway, its))?.isOver;
    clock.advance(at + 90 * DAY_MS - SECOND_MS - clock());
    expect(await isOver()).to.equal(false);
    clock.advance(SECOND_MS);
    expect(await isOver()).to.equal(true);
  });
});
