import { expect } from "chai";
import { ConflictError } from "../../src/db/driver.ts";
import { deliverWebhooks } from "../../src/gateway/deliverWebhooks.ts";
import type { Gateway, WebhookSender } from "../../src/gateway/ports.ts";
import type { Delivery, Webhook } from "../../src/gateway/outboxPort.ts";
import { ATTEMPT_DELAYS_MS } from "../../src/gateway/webhookRetry.ts";
import { silentLog } from "../../src/log.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/time.ts";

const START = 1_800_000_000_000;

type Answer = Awaited<ReturnType<WebhookSender["send"]>>;
type Kept = Delivery & { state: string; leaseUntil: number; outcome: unknown };
type Sent = Readonly<{ at: number; id: string; body: string; url: string; timestampSeconds: number }>;

const hook: Webhook = {
  id: "hook", storeId: "store", url: "https://shop.example/hook", secret: "secret", enabled: true, automaticRedelivery: true,
  everything: true, specificEvents: [], createdAt: START,
}; // prettier-ignore

/** A receiver, the deliveries that are due to it, and a clock that is moved by hand. */
function world(answer: (sent: Sent) => Answer | Promise<Answer>, change: Partial<Webhook> = {}) {
  const clock = { now: START };
  const kept = new Map<string, Kept>();
  const sent: Sent[] = [];
  const webhooks = new Map<string, Webhook>([[hook.id, { ...hook, ...change }]]);
  const store: Pick<Store, "claimDeliveries" | "finishDelivery" | "loadWebhook"> = {
    async claimDeliveries(at, leaseMs, limit) {
      const due = [...kept.values()].filter(
        (row) => row.state === "due" && row.dueAt <= at && row.leaseUntil <= at,
      );
      return due.slice(0, limit).map((row) => {
        row.leaseUntil = at + leaseMs;
        return { ...row };
      });
    },
    async finishDelivery(delivery, result) {
      const row = kept.get(delivery.id);
      if (row?.attempts !== delivery.attempts) throw new ConflictError("Finished by another worker.");
      kept.set(row.id, { ...row, ...result, attempts: row.attempts + 1, leaseUntil: 0 });
    },
    loadWebhook: async (id) => webhooks.get(id),
  };
  const sender: WebhookSender = {
    async send({ id, body, url, timestampSeconds }) {
      const one = { at: clock.now, id, body, url, timestampSeconds };
      sent.push(one);
      return answer(one);
    },
  };
  const random = (length: number) => new Uint8Array(length).fill(128); // the middle: no jitter
  const gateway = {
    clock: () => clock.now,
    random,
    log: silentLog,
    store,
    webhooks: sender,
  } as unknown as Gateway; // all that it uses
  const add = (id: string, invoiceId = "invoice", webhookId = hook.id) => {
    const fixed = {
      id,
      webhookId,
      storeId: "store",
      invoiceId,
      eventId: `${id}-event`,
      body: `{"n":"${id}"}`,
    };
    kept.set(id, {
      ...fixed,
      attempts: 0,
      dueAt: clock.now,
      createdAt: clock.now,
      state: "due",
      leaseUntil: 0,
      outcome: {},
    });
  };
  /** Runs the job once a minute (or as told) for as long as told. */
  const pass = async (ms: number, every = MINUTE_MS) => {
    for (const end = clock.now + ms; clock.now < end;) {
      clock.now += every;
      await deliverWebhooks(gateway, new Set());
    }
  };
  return { gateway, clock, kept, sent, webhooks, add, pass };
}

const taken = (): Answer => ({ kind: "answered", status: 200 });
const down = (): Answer => ({ kind: "failed", reason: "connection refused" });

describe("webhooks", () => {
  it("that are taken are sent once", async () => {
    const { gateway, add, pass, sent, kept } = world(taken);
    add("d1");
    await deliverWebhooks(gateway, new Set());
    await pass(4 * DAY_MS, HOUR_MS);
    expect(sent).to.deep.equal([
      { at: START, id: "d1", body: '{"n":"d1"}', url: hook.url, timestampSeconds: START / 1000 },
    ]);
    expect(kept.get("d1")).to.include({ state: "delivered", attempts: 1 });
  });

  it("reach a receiver that comes back after two days, with the very same body and id", async () => {
    const { gateway, add, pass, sent, kept } = world(({ at }) =>
      at < START + 2 * DAY_MS ? down() : taken(),
    );
    add("d1");
    await deliverWebhooks(gateway, new Set());
    await pass(4 * DAY_MS);
    expect(kept.get("d1")?.state).to.equal("delivered");
    expect(sent.at(-1)?.at).to.be.within(START + 2 * DAY_MS, START + 3 * DAY_MS);
    expect(new Set(sent.map(({ body, id }) => `${id} ${body}`)).size).to.equal(1);
  });

  it("are tried eleven times over three days and then given up [bug:retry-without-cap]", async () => {
    const { gateway, add, pass, sent, kept } = world(down);
    add("d1");
    await deliverWebhooks(gateway, new Set());
    await pass(3 * MINUTE_MS, SECOND_MS);
    await pass(5 * DAY_MS);
    expect(sent).to.have.length(ATTEMPT_DELAYS_MS.length);
    const waits = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    for (const [index, wait] of waits.entries()) {
      const planned = ATTEMPT_DELAYS_MS[index + 1] ?? 0;
      expect(wait, `before attempt ${index + 2}`).to.be.within(planned, planned + 2 * MINUTE_MS); // the job runs once a minute
    }
    expect(kept.get("d1")).to.include({ state: "exhausted", attempts: 11 });
  });

  it("go on after a restart in the middle of a sending, once the lease is over", async () => {
    let crashed = true;
    const { gateway, add, pass, sent, kept } = world(() => {
      if (crashed) throw new Error("killed"); // nothing is written
      return taken();
    });
    add("d1");
    await deliverWebhooks(gateway, new Set());
    expect(kept.get("d1")).to.include({ state: "due", attempts: 0 });
    crashed = false;
    await pass(59 * SECOND_MS, SECOND_MS);
    expect(sent).to.have.length(1);
    await pass(2 * SECOND_MS, SECOND_MS);
    expect(kept.get("d1")?.state).to.equal("delivered");
    expect(sent).to.have.length(2);
  });

  it("wait as long as the receiver asks", async () => {
    const { gateway, add, pass, sent } = world(({ at }) =>
      at === START ? { kind: "answered", status: 503, retryAfter: 3_600 } : taken(),
    );
    add("d1");
    await deliverWebhooks(gateway, new Set());
    await pass(2 * HOUR_MS);
    expect(sent.map(({ at }) => at - START)).to.deep.equal([0, HOUR_MS]);
  });

  it("are given up at once when the receiver is gone for good, or wants no second try", async () => {
    const gone = world(() => ({ kind: "answered", status: 410 }));
    const once = world(down, { automaticRedelivery: false });
    for (const { gateway, add, pass, sent, kept } of [gone, once]) {
      add("d1");
      await deliverWebhooks(gateway, new Set());
      await pass(4 * DAY_MS, HOUR_MS);
      expect(sent).to.have.length(1);
      expect(kept.get("d1")?.state).to.equal("exhausted");
    }
  });

  it("to a webhook that was switched off or removed are not sent", async () => {
    const { gateway, add, sent, kept, webhooks } = world(taken, { enabled: false });
    add("d1");
    await deliverWebhooks(gateway, new Set());
    webhooks.clear();
    add("d2");
    await deliverWebhooks(gateway, new Set());
    expect(sent).to.deep.equal([]);
    expect([...kept.values()].map(({ state }) => state)).to.deep.equal(["exhausted", "exhausted"]);
  });

  it("of one invoice are sent one after the other in their order; one that fails does not hold up another invoice's", async () => {
    const inFlight = new Set<string>();
    let most = 0;
    const { gateway, add, sent, kept, webhooks } = world(async ({ id, url }) => {
      inFlight.add(id);
      most = Math.max(most, [...inFlight].filter((other) => other.startsWith("a")).length);
      await Promise.resolve();
      inFlight.delete(id);
      if (url.includes("broken")) throw new Error("unforeseen");
      return taken();
    });
    webhooks.set("broken", { ...hook, id: "broken", url: "https://broken.example/" });
    add("x1", "invoice-a", "broken");
    for (const id of ["a1", "a2", "a3"]) add(id, "invoice-a");
    add("b1", "invoice-b");
    await deliverWebhooks(gateway, new Set());
    expect(sent.filter(({ id }) => id.startsWith("a")).map(({ id }) => id)).to.deep.equal(["a1", "a2", "a3"]);
    expect(most).to.equal(1);
    expect(kept.get("b1")?.state).to.equal("delivered");
    expect(kept.get("x1")?.state).to.equal("due");
  });
});
