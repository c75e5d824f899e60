import { expect } from "chai";
import { findAttempt, requestOf } from "../../../../src/gateway/usecases/webhooks/deliveryLog.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../src/values/time.ts";
import { down, hook, refusing, START, taken, webhookWorld } from "../webhookWorld.ts";

const waitsOf = (sent: readonly Readonly<{ at: number }>[]) =>
  sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));

describe("webhooks", () => {
  it("that are taken are sent once, with their place in the store's order and how the invoice stands", async () => {
    const { announce, run, pass, sent, persistence } = await webhookWorld(taken);
    await announce("i1");
    await run();
    await pass(4 * DAY_MS, HOUR_MS);
    expect(sent).to.have.length(1);
    const [{ event, id, url }] = sent as [(typeof sent)[0]];
    expect({ id, url }).to.deep.equal({ id: event.deliveryId, url: hook.url });
    expect(event).to.deep.include({ isRedelivery: false, originalDeliveryId: event.deliveryId });
    expect(event.crosstill).to.deep.include({ sequence: 1, current: { version: 1, status: "New", additionalStatus: "None" } });
    expect(await persistence.deliveries.load(id)).to.include({ state: "delivered", attempts: 1 });
  }); // prettier-ignore

  it("are tried at Greenfield's times in the first hour, then every six hours for five days", async () => {
    const { announce, run, pass, sent, persistence } = await webhookWorld(down);
    await announce("i1");
    await run();
    await pass(2 * MINUTE_MS, SECOND_MS);
    await pass(8 * DAY_MS);
    const planned = [10 * SECOND_MS, MINUTE_MS, ...Array<number>(6).fill(10 * MINUTE_MS)];
    const waits = waitsOf(sent);
    for (const [index, wait] of waits.entries()) {
      const wait0 = planned[index] ?? 6 * HOUR_MS;
      expect(wait, `before attempt ${index + 2}`).to.be.within(wait0, wait0 + MINUTE_MS); // the job runs once a minute
    }
    expect((sent.at(-1)?.at ?? 0) - START).to.be.within(5 * DAY_MS, 5 * DAY_MS + 6 * HOUR_MS);
    expect(await persistence.deliveries.load(sent[0]?.id ?? "")).to.include({ state: "exhausted" });
  });

  it("are tried for an hour, or by the times of Standard Webhooks, where the webhook says so", async () => {
    for (const [retry, attempts, hours] of [["greenfield", 9, 1], ["standard", 11, 75]] as const) {
      const { announce, run, pass, sent } = await webhookWorld(down, { retry });
      await announce("i1");
      await run();
      await pass(6 * DAY_MS);
      expect(sent, retry).to.have.length(attempts);
      expect(((sent.at(-1)?.at ?? 0) - START) / HOUR_MS, retry).to.be.within(hours, hours + 1);
    }
  }); // prettier-ignore

  it("say at each attempt which one it is; only that and how the invoice stands changes, and the log has each", async () => {
    let isUp = false;
    const { announce, pay, run, pass, sent, persistence } = await webhookWorld(() => (isUp ? taken() : refusing(500)));
    const invoice = await announce("i1");
    await run();
    await pay(invoice);
    isUp = true;
    await pass(MINUTE_MS, SECOND_MS);
    const [first, second, ...more] = sent.map(({ event }) => event);
    expect(more).to.deep.equal([]);
    expect(second).to.deep.include({ isRedelivery: true, originalDeliveryId: first?.deliveryId });
    expect(second?.deliveryId).not.to.equal(first?.deliveryId);
    expect(second?.crosstill.current).to.deep.include({ version: 2 });
    const constant = (body: string) => {
      const { deliveryId: _id, isRedelivery: _is, crosstill, ...rest } = JSON.parse(body) as Record<string, object>;
      return JSON.stringify({ ...rest, crosstill: { ...crosstill, current: undefined } });
    };
    expect(new Set(sent.map(({ body }) => constant(body))).size, "all else is the same").to.equal(1);
    expect(new Set(sent.map(({ id }) => id)).size, "the message is the same").to.equal(1);
    const log = await persistence.attempts.of(hook.id, 10);
    expect(log.map(({ id }) => id)).to.deep.equal([second?.deliveryId, first?.deliveryId]);
    expect(log.map(({ httpCode, error, answer }) => ({ httpCode, error, answer }))).to.deep.equal([
      { httpCode: 200, error: undefined, answer: "thanks" },
      { httpCode: 500, error: "The receiver answered with status 500.", answer: undefined },
    ]);
    const kept = await Promise.all(log.map(async ({ id }) => requestOf({ persistence }, await findAttempt({ persistence }, hook, id))));
    expect(kept).to.deep.equal(sent.map(({ body }) => body).toReversed());
  }); // prettier-ignore

  it("go on after a restart in the middle of a sending, once the lease is over", async () => {
    let crashed = true;
    const { announce, run, pass, sent, persistence } = await webhookWorld(() => {
      if (crashed) throw new Error("killed"); // nothing is written
      return taken();
    });
    await announce("i1");
    await run();
    crashed = false;
    await pass(59 * SECOND_MS, SECOND_MS);
    expect(sent).to.have.length(1);
    await pass(2 * SECOND_MS, SECOND_MS);
    expect(await persistence.deliveries.load(sent[0]?.id ?? "")).to.include({ state: "delivered" });
    expect(sent).to.have.length(2);
  });

  it("wait as long as the receiver asks", async () => {
    const { announce, run, pass, sent } = await webhookWorld(({ at }) => (at === START ? refusing(503, 3_600) : taken())); // prettier-ignore
    await announce("i1");
    await run();
    await pass(2 * HOUR_MS);
    expect(sent.map(({ at }) => at - START)).to.deep.equal([0, HOUR_MS]);
  });

  it("are tried again after a redirect and every other answer that is not 2xx, but not where no second try is wanted", async () => {
    for (const status of [301, 400, 404, 429, 503]) {
      const again = await webhookWorld(({ at }) => (at === START ? refusing(status) : taken()));
      const once = await webhookWorld(() => refusing(status), { automaticRedelivery: false });
      for (const { announce, run, pass } of [again, once]) {
        await announce("i1");
        await run();
        await pass(MINUTE_MS, SECOND_MS);
      }
      expect([again.sent.length, once.sent.length], String(status)).to.deep.equal([2, 1]);
    }
  });

  it("to a webhook that was switched off or removed are not sent", async () => {
    const { announce, run, sent, persistence } = await webhookWorld(taken);
    await announce("i1");
    await persistence.webhooks.change(hook, { ...hook, enabled: false });
    await run();
    await persistence.webhooks.change(hook, hook);
    await announce("i2");
    await persistence.webhooks.delete(hook.id);
    await run();
    expect(sent).to.deep.equal([]);
    const owed = await persistence.deliveries.between(hook.id, 0, START, 10);
    expect(owed.map(({ state }) => state)).to.deep.equal(["exhausted", "exhausted"]);
  });

  it("of one invoice are sent one after the other, each once the one before it was taken", async () => {
    const inFlight = new Set<string>();
    let most = 0;
    let isUp = false;
    const { announce, run, pass, heard } = await webhookWorld(async ({ event }) => {
      inFlight.add(`${event.invoiceId} ${event.type}`);
      most = Math.max(most, [...inFlight].filter((one) => one.startsWith("a")).length);
      await Promise.resolve();
      inFlight.delete(`${event.invoiceId} ${event.type}`);
      return event.type === "InvoiceReceivedPayment" && !isUp ? refusing(500) : taken();
    });
    await announce("a", "InvoiceCreated", "InvoiceReceivedPayment", "InvoiceProcessing", "InvoiceSettled");
    await announce("b", "InvoiceExpired");
    await run();
    expect(heard(), "what follows waits, another invoice does not").to.have.members(["a InvoiceCreated", "a InvoiceReceivedPayment", "b InvoiceExpired"]);
    isUp = true;
    await pass(MINUTE_MS, SECOND_MS);
    expect(heard().slice(3)).to.deep.equal(["a InvoiceReceivedPayment", "a InvoiceProcessing", "a InvoiceSettled"]);
    expect(most).to.equal(1);
  }); // prettier-ignore

  it("never set a paid order back: the news of the payment fails once, and the order is settled meanwhile", async () => {
    let failures = 1;
    const { announce, tellMore, run, pass, heard } = await webhookWorld(({ event }) =>
      event.type === "InvoiceProcessing" && failures-- > 0 ? refusing(500) : taken(),
    );
    const invoice = await announce("a", "InvoiceProcessing");
    await run();
    await tellMore(invoice, "InvoiceSettled");
    await run();
    await pass(DAY_MS);
    expect(heard(), "the next news brings the failed one along").to.deep.equal(["a InvoiceProcessing", "a InvoiceProcessing", "a InvoiceSettled"]);
  }); // prettier-ignore

  it("that a receiver refuses hold nothing back, and are not sent any more once it took a later one", async () => {
    for (const status of [302, 400, 404, 422]) {
      const { announce, run, pass, heard } = await webhookWorld(({ event }) => (event.type === "InvoiceCreated" ? refusing(status) : taken()));
      await announce("a", "InvoiceCreated", "InvoiceSettled");
      await run();
      await pass(6 * DAY_MS, HOUR_MS);
      expect(heard(), String(status)).to.deep.equal(["a InvoiceCreated", "a InvoiceSettled"]);
    }
  }); // prettier-ignore

  it("that a receiver cannot take hold back the others for nine attempts, about an hour, and are then passed over", async () => {
    const { announce, run, pass, sent } = await webhookWorld(({ event }) => (event.type === "InvoiceCreated" ? refusing(500) : taken()));
    await announce("a", "InvoiceCreated", "InvoiceSettled");
    await run();
    await pass(6 * DAY_MS);
    const settled = sent.filter(({ event }) => event.type === "InvoiceSettled");
    expect(settled).to.have.length(1);
    expect(((settled[0]?.at ?? 0) - START) / MINUTE_MS).to.be.within(60, 75);
    expect(sent).to.have.length(10);
    expect(sent.at(-1)).to.equal(settled[0]);
  }); // prettier-ignore

  it("that a receiver hangs at hold back the others as long, as it takes those of other invoices meanwhile", async () => {
    const { announce, run, pass, heard } = await webhookWorld(({ event }) => (event.invoiceId === "a" && event.type === "InvoiceCreated" ? down() : taken()));
    await announce("a", "InvoiceCreated", "InvoiceSettled");
    await run();
    for (let minutes = 0; minutes < 90; minutes += 10) {
      await announce(`other${minutes}`);
      await pass(10 * MINUTE_MS);
    }
    const own = heard().filter((one) => one.startsWith("a "));
    expect(own.at(-1)).to.equal("a InvoiceSettled");
    await pass(DAY_MS, HOUR_MS);
    expect(heard().filter((one) => one.startsWith("a "))).to.deep.equal(own);
  }); // prettier-ignore

  it("that were passed over are not taken up again when nobody knows whether the later one was taken", async () => {
    const { announce, run, pass, sent, heard } = await webhookWorld(({ event }) =>
      event.type === "InvoiceCreated" ? refusing(500) : sent.filter((one) => one.event.type === "InvoiceSettled").length === 1 ? down() : taken(),
    );
    await announce("a", "InvoiceCreated", "InvoiceSettled");
    await run();
    await pass(DAY_MS);
    expect(heard().slice(-3)).to.deep.equal(["a InvoiceCreated", "a InvoiceSettled", "a InvoiceSettled"]);
  }); // prettier-ignore

  it("that were passed over are taken up again when the later one was refused, too", async () => {
    let isUp = false;
    const { announce, run, pass, heard } = await webhookWorld(() => (isUp ? taken() : refusing(502)));
    await announce("a", "InvoiceCreated", "InvoiceSettled");
    await run();
    await pass(DAY_MS);
    isUp = true;
    const before = heard().length;
    await pass(DAY_MS);
    expect(heard()).to.include("a InvoiceSettled");
    expect(heard().slice(before)).to.deep.equal(["a InvoiceCreated", "a InvoiceSettled"]);
  });

  it("that wait together are tried together, however many wait", async () => {
    const { announce, run, pass, sent } = await webhookWorld(down);
    await announce("a", "InvoiceCreated", "InvoiceReceivedPayment", "InvoiceProcessing", "InvoiceSettled");
    await run();
    await pass(HOUR_MS, SECOND_MS);
    expect(sent.length).to.be.within(8, 9);
    expect(new Set(sent.map(({ event }) => event.type))).to.deep.equal(new Set(["InvoiceCreated"]));
  });

  it("that were passed over are not among what is sent again because it is missing", async () => {
    const { announce, run, heard, clock, persistence } = await webhookWorld(
      ({ event }) => (event.type === "InvoiceCreated" ? refusing(500) : taken()),
      { automaticRedelivery: false },
    );
    await announce("a", "InvoiceCreated", "InvoiceSettled");
    await announce("b", "InvoiceCreated");
    await run();
    expect(await persistence.deliveries.hurryUndelivered(hook.id, clock.now)).to.equal(1);
    await run();
    expect(heard().slice(3)).to.deep.equal(["b InvoiceCreated"]);
  });
});
