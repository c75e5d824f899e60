import { expect } from "chai";
import { ConflictError } from "../../../../src/database/driver.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import type { NewMail, Recipient } from "../../../../src/gateway/domain/mail/mail.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { DAY_MS } from "../../../../src/values/time.ts";
import { EXPIRES, ISSUED, inBlock, success } from "../../domain/invoices/given.ts";
import { createMemoryPersistence } from "../../../support/memoryPersistence.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { issued, newInvoice, saved } from "../storedThings.ts";

const FIRST: NewMail = { role: "customer", kind: "invoice", nth: "1", dueAt: ISSUED };
const LEASE_MS = 1000;

function recipient(invoiceId: string, change: Partial<Recipient> = {}): Recipient {
  const fixed = {
    invoiceId,
    storeId: "store-1",
    role: "customer",
    language: "de",
    changes: 0,
    at: ISSUED,
  } as const;
  return { ...fixed, address: "ada@example.com", ...change };
}

const names = (mails: readonly { id: string }[]) => mails.map(({ id }) => id);

function rules(open: () => Promise<Persistence>): void {
  let persistence: Persistence;
  before(async () => void (persistence = await open()));
  const claim = async (at: number) => {
    const claimed = await persistence.mails.claim(at, LEASE_MS, 9);
    return claimed.flatMap((mail) => (mail.kind === "statement" || mail.kind === "notice" ? [] : [mail]));
  };

  it("are owed in the commit of what they tell of, and go to whom is known when they are sent", async () => {
    const reminder: NewMail = { ...FIRST, kind: "reminder", dueAt: ISSUED + 500 };
    await issued(persistence, newInvoice("a"), { mail: { recipient: recipient("a"), owed: [FIRST, reminder] } });
    expect(await persistence.mails.recipientsOf("a")).to.deep.equal([recipient("a")]);
    const [mail, ...others] = await claim(ISSUED);
    expect(others).to.deep.equal([]);
    expect(mail).to.deep.include({ id: "a.customer.invoice.1", state: "due", attempts: 0, recipient: recipient("a") });
    if (mail) await persistence.mails.finish(mail, { state: "sent", dueAt: ISSUED, at: ISSUED + 1 });
    const moved = recipient("a", { address: "bob@example.org", changes: 1 });
    await persistence.mails.keepRecipient(moved, [], ISSUED + 2);
    const [later] = await claim(ISSUED + 500);
    expect(later).to.deep.include({ kind: "reminder", recipient: moved });
    const states = (await persistence.mails.of(["a", "nobody"])).map(({ state, endedAt }) => [state, endedAt]);
    expect(states).to.deep.equal([["sent", ISSUED + 1], ["due", undefined]]);
  });

  it("are owed once, whoever owes them again and with what", async () => {
    await persistence.mails.queue({ id: "b", storeId: "store-1" }, [{ ...FIRST, dueAt: 5 * ISSUED }], ISSUED);
    await issued(persistence, newInvoice("b"), { mail: { owed: [FIRST, FIRST] } });
    expect((await persistence.mails.of(["b"])).map(({ dueAt }) => dueAt)).to.deep.equal([5 * ISSUED]);
    expect(await persistence.invoices.load("b")).not.to.equal(undefined);
  });

  it("are sent by one at a time; what was claimed and not finished is due again after the lease", async () => {
    await persistence.mails.queue({ id: "c", storeId: "store-1" }, [FIRST, { ...FIRST, nth: "2" }], ISSUED);
    const at = ISSUED + 10_000;
    const both = (await Promise.all([claim(at), claim(at)])).map((mails) => names(mails.filter(({ invoiceId }) => invoiceId === "c")));
    expect(both.flat().toSorted()).to.deep.equal(["c.customer.invoice.1", "c.customer.invoice.2"]);
    expect(names(await claim(at + LEASE_MS - 1))).to.deep.equal([]);
    const again = (await claim(at + LEASE_MS)).filter(({ invoiceId }) => invoiceId === "c");
    expect(again).to.have.length(2);
    await persistence.mails.release(again);
    const [one] = (await claim(at + LEASE_MS)).filter(({ invoiceId }) => invoiceId === "c");
    expect(one?.recipient).to.equal(undefined);
    if (!one) return;
    await persistence.mails.finish(one, { state: "bounced", dueAt: at, at, error: "550 no such user" });
    const late = persistence.mails.finish(one, { state: "sent", dueAt: at, at });
    expect(await late.catch((error: unknown) => error)).to.be.instanceOf(ConflictError);
    const lost = await persistence.mails.lost("store-1", at, 9);
    expect(lost.map(({ id, error, attempts }) => [id, error, attempts])).to.deep.equal([[one.id, "550 no such user", 1]]);
    expect(await persistence.mails.lost("store-2", 0, 9)).to.deep.equal([]);
    expect(await persistence.mails.lost("store-1", at + 1, 9), "since then").to.deep.equal([]);
  });

  it("are owed once more as new ones, when they were given up and nobody was quicker", async () => {
    await persistence.mails.queue({ id: "f", storeId: "store-3" }, [FIRST], ISSUED);
    const [claimed] = (await claim(ISSUED)).filter(({ invoiceId }) => invoiceId === "f");
    if (!claimed) throw new Error("It is due.");
    const refusal = async (change: Promise<void>) => expect(await change.catch((error: unknown) => error)).to.be.instanceOf(ConflictError);
    await refusal(persistence.mails.queueAgain(claimed, ISSUED));
    await persistence.mails.finish(claimed, { state: "failed", dueAt: ISSUED, at: ISSUED + 1, error: "nobody answers" });
    const [lost] = await persistence.mails.lost("store-3", 0, 9);
    if (!lost) throw new Error("It was given up.");
    await persistence.mails.queueAgain(lost, ISSUED + 2);
    await refusal(persistence.mails.queueAgain(lost, ISSUED + 2));
    expect(await persistence.mails.lost("store-3", 0, 9)).to.deep.equal([]);
    const [again] = (await claim(ISSUED + 2)).filter(({ invoiceId }) => invoiceId === "f");
    expect(again).to.deep.include({ id: lost.id, state: "due", attempts: 0, dueAt: ISSUED + 2, endedAt: undefined, error: undefined });
  });

  it("tell accountants of a month once, and are sent, lost and owed again as all others", async () => {
    const about = { storeId: "store-4", month: "2026-11", nth: 1 };
    await Promise.all([persistence.mails.queueStatement(about, ISSUED), persistence.mails.queueStatement(about, ISSUED)]);
    await persistence.mails.queueStatement({ ...about, nth: 2 }, ISSUED + 2);
    await persistence.mails.queueStatement({ ...about, month: "2026-12" }, ISSUED + 2);
    const mails = await persistence.mails.ofStatement("store-4", "2026-11");
    expect(mails.map(({ nth, month, kind }) => [nth, month, kind])).to.deep.equal([[1, "2026-11", "statement"], [2, "2026-11", "statement"]]);
    expect(await persistence.mails.of(["store-4"])).to.deep.equal([]);
    const claimed = await persistence.mails.claim(ISSUED + 2, LEASE_MS, 9);
    const [first, ...others] = claimed.filter((mail) => mail.kind === "statement");
    expect(others).to.have.length(2);
    if (!first) throw new Error("It is due.");
    await persistence.mails.finish(first, { state: "bounced", dueAt: ISSUED, at: ISSUED + 3, error: "550 no such user" });
    await persistence.mails.release(others);
    const [lost, ...none] = await persistence.mails.lost("store-4", ISSUED, 9);
    expect(none).to.deep.equal([]);
    expect(lost).to.deep.include({ id: first.id, kind: "statement", month: "2026-11", state: "bounced", attempts: 1, error: "550 no such user" });
    if (lost) await persistence.mails.queueAgain(lost, ISSUED + 4);
    expect(await persistence.mails.lost("store-4", ISSUED, 9)).to.deep.equal([]);
    expect((await persistence.mails.claim(ISSUED + 4, LEASE_MS, 9)).filter(({ storeId }) => storeId === "store-4")).to.have.length(3);
  });

  it("forget addresses when an invoice has ended long enough ago, and not while it is open", async () => {
    for (const id of ["open", "paid"]) await issued(persistence, newInvoice(id), { mail: { recipient: recipient(id), owed: [] } });
    const paid = await persistence.invoices.load("paid");
    if (!paid) throw new Error("It was issued.");
    const { invoice } = await saved(persistence, paid, inBlock({ outpoint: "paid:0" }));
    await saved(persistence, invoice, success({ outpoint: "paid:0" }));
    expect((await persistence.invoices.load("paid"))?.state).to.equal("Settled");
    expect(await persistence.mails.forgetAddresses("store-2", EXPIRES + DAY_MS)).to.equal(0);
    expect(await persistence.mails.forgetAddresses("store-1", ISSUED)).to.equal(0);
    expect(await persistence.mails.forgetAddresses("store-1", EXPIRES + DAY_MS)).to.equal(1);
    expect([await persistence.mails.recipientsOf("paid"), (await persistence.mails.recipientsOf("open")).length]).to.deep.equal([[], 1]);
  });

  it("count where an address was left, and forget it when it is taken back", async () => {
    const left = recipient("d", { role: "payer", address: "eve@example.net", changes: 3 });
    await persistence.mails.keepRecipient(left, [], ISSUED);
    await persistence.mails.keepRecipient({ ...left, invoiceId: "e" }, [], ISSUED);
    expect(await persistence.mails.countRecipients("eve@example.net", "payer", ISSUED)).to.equal(2);
    expect(await persistence.mails.countRecipients("E.ve+shop@Example.net", "payer", ISSUED), "another spelling").to.equal(2);
    expect(await persistence.mails.countRecipients("adam@example.net", "payer", ISSUED)).to.equal(0);
    expect(await persistence.mails.countRecipients("eve@example.net", "payer", ISSUED + 1)).to.equal(0);
    expect(await persistence.mails.countRecipients("eve@example.net", "customer", ISSUED)).to.equal(0);
    await persistence.mails.forgetRecipient("d", "payer");
    expect(await persistence.mails.recipientsOf("d")).to.deep.equal([{ ...left, address: "" }]);
    expect(await persistence.mails.countRecipients("eve@example.net", "payer", ISSUED), "taken back").to.equal(2);
  });
} // prettier-ignore

describe("stored e-mail", () => {
  describe("in memory", () => rules(async () => createMemoryPersistence()));
  onBothDatabases("gateway", (open) => rules(async () => createPersistence(await open(), () => {})));
});
