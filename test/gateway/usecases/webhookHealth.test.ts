import { expect } from "chai";
import { createWebhookSender } from "../../../src/gateway/adapters/webhooks/webhooks.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { serve } from "../../support/localServer.ts";
import { down, hook, refusing, START, taken, webhookWorld } from "./webhookWorld.ts";

describe("a receiver of webhooks", () => {
  it("that was down for three days gets everything, in order, as soon as it has taken one", async () => {
    const { announce, clock, run, pass, heard, persistence } = await webhookWorld(({ at }) => (at < START + 3 * DAY_MS ? down() : taken())); // prettier-ignore
    const wanted: string[] = [];
    for (let day = 0; day < 3; day++) {
      for (const id of [`a${day}`, `b${day}`]) {
        await announce(id, "InvoiceCreated", "InvoiceReceivedPayment", "InvoiceSettled");
        wanted.push(`${id} InvoiceCreated`, `${id} InvoiceReceivedPayment`, `${id} InvoiceSettled`);
      }
      await run();
      await pass(DAY_MS, 10 * MINUTE_MS);
    }
    const before = heard().length;
    clock.now = START + 3 * DAY_MS;
    let hours = 0;
    while (heard().length === before && hours++ < 8) await pass(HOUR_MS);
    const after = heard().slice(before);
    expect(after, "at once, and each once").to.have.members(wanted);
    const [first = "", ...rest] = after;
    for (const invoice of new Set(wanted.map((one) => one.split(" ")[0])))
      expect(rest.filter((one) => one.startsWith(`${invoice} `))).to.deep.equal(
        wanted.filter((one) => one.startsWith(`${invoice} `) && one !== first),
      );
    expect((await persistence.webhooks.load(hook.id))?.failingSince).to.equal(undefined);
    expect(
      await persistence.events.list("store-1", { after: 0, limit: 100, undelivered: true }),
    ).to.deep.equal([]);
  });

  it("that is gone for good is switched off at once, and it is told why", async () => {
    const { announce, run, pass, sent, persistence } = await webhookWorld(() => refusing(410));
    await announce("i1", "InvoiceCreated");
    await run();
    expect(await persistence.webhooks.load(hook.id)).to.include({
      enabled: false,
      disabledReason: "The receiver answered 410 Gone.",
    });
    await announce("i2");
    await pass(DAY_MS, HOUR_MS);
    expect(sent).to.have.length(1);
  });

  it("that was switched off is sent what happened meanwhile once it is mended, but not what its owner did not want", async () => {
    const { announce, run, pass, heard, clock, persistence } = await webhookWorld(({ at }) => (at < START + DAY_MS ? refusing(410) : taken())); // prettier-ignore
    await announce("before");
    await run();
    await announce("meanwhile", "InvoiceCreated", "InvoiceSettled");
    await pass(DAY_MS, HOUR_MS);
    expect(heard(), "nothing is sent to it").to.deep.equal(["before InvoiceCreated"]);
    expect(
      await persistence.events.list("store-1", { after: 0, limit: 9, undelivered: true }),
    ).to.have.length(3);
    const mended = { ...hook, changedAt: clock.now };
    await persistence.webhooks.change(hook, mended);
    expect(await persistence.deliveries.hurryUndelivered(hook.id, clock.now)).to.equal(3);
    await run();
    expect(heard().slice(1)).to.deep.equal(["before InvoiceCreated", "meanwhile InvoiceCreated", "meanwhile InvoiceSettled"]); // prettier-ignore
    await persistence.webhooks.change(mended, { ...hook, enabled: false });
    await announce("unwanted");
    await persistence.webhooks.change(hook, hook);
    expect(await persistence.deliveries.hurryUndelivered(hook.id, clock.now)).to.equal(0);
  });

  it("that is mended while an attempt is under way stays on, whatever that attempt was answered", async () => {
    for (const mend of [{ url: "https://shop.example/new" }, {}]) {
      const mended = { ...hook, ...mend, changedAt: START };
      const world = await webhookWorld(async () => {
        await world.persistence.webhooks.change(hook, mended);
        return refusing(410);
      });
      await world.announce("i1");
      await world.run();
      expect(world.sent).to.have.length(1);
      expect(await world.persistence.webhooks.load(hook.id)).to.include({ enabled: true, url: mended.url });
    }
  });

  it("that takes nothing for five days is switched off; one that takes something now and then is not", async () => {
    const dead = await webhookWorld(() => refusing(404));
    const poor = await webhookWorld(({ event }) => (event.invoiceId === "i1" ? refusing(500) : taken()));
    for (const { announce, run, pass } of [dead, poor]) {
      await announce("i1");
      await run();
      for (let day = 1; day <= 6; day++) {
        await pass(DAY_MS, 10 * MINUTE_MS);
        await announce(`day${day}`);
        await run();
      }
    }
    const off = await dead.persistence.webhooks.load(hook.id);
    expect(off?.enabled).to.equal(false);
    expect(off?.disabledReason).to.match(/^For five days nothing was taken\. Last: The receiver answered with status 404/);
    expect(await poor.persistence.webhooks.load(hook.id)).to.include({ enabled: true });
  }); // prettier-ignore

  it("that two customers in a week have found away is not switched off", async () => {
    const { announce, run, pass, persistence } = await webhookWorld(() => refusing(404), { automaticRedelivery: false });
    for (const invoice of ["i1", "i2"]) {
      await announce(invoice);
      await run();
      await pass(6 * DAY_MS, HOUR_MS);
    }
    expect(await persistence.webhooks.load(hook.id)).to.include({ enabled: true });
  }); // prettier-ignore

  it("that hangs delays nobody else, has four connections at most, and is not asked again before it has answered", async () => {
    const good = Array.from({ length: 10 }, (_, index) => ({ id: `good${index}`, url: `https://good.example/${index}` }));
    const bad = Array.from({ length: 10 }, (_, index) => ({ id: `bad${index}`, url: `https://bad.example/${index}` }));
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const world = await webhookWorld(
      async ({ url }) => {
        if (url.startsWith("https://good")) return taken();
        await held;
        return down();
      },
      ...bad, // they come first in every order
      ...good,
    );
    const { announce, run, heard, clock, persistence } = world;
    const busy = new Set<string>();
    const invoices = Array.from({ length: 30 }, (_, index) => `i${index}`);
    for (const id of invoices) await announce(id, "InvoiceCreated", "InvoiceExpired");
    await run(busy);
    for (const { url } of good) expect(heard(url), url).to.have.length(2 * invoices.length);
    for (const { url } of bad) expect(heard(url), url).to.have.length(4);
    clock.now += SECOND_MS;
    await announce("later");
    await run(busy);
    for (const { url } of good) expect(heard(url).at(-1)).to.equal("later InvoiceCreated");
    for (const { url } of bad) expect(heard(url), url).to.have.length(4);
    letGo();
    while (busy.size > 0) await new Promise((resolve) => setImmediate(resolve));
    const owed = await persistence.deliveries.between("bad0", 0, clock.now, 100);
    expect(owed.filter(({ attempts }) => attempts === 1), "the rest was not begun with").to.have.length(4);
    await run(busy);
    expect(heard(bad[0]?.url), "and goes on").to.have.length.above(4);
  }).timeout(20_000); // prettier-ignore

  it("that answers a byte at a time, without end, never, by hanging up or not at all leaves ten others theirs", async () => {
    const server = await serve(({ path }, response) => {
      if (path.startsWith("/good")) return void response.end("ok");
      if (path.startsWith("/broken")) return void response.destroy();
      if (path.startsWith("/silent")) return;
      const size = path.startsWith("/endless") ? 65_536 : 1;
      const timer = setInterval(() => response.write("x".repeat(size)), 10);
      response.on("close", () => clearInterval(timer));
    });
    const { send } = createWebhookSender({ allowedCidrs: [], allowLoopback: true, requireHttps: false, timeoutMs: 3_000 });
    const urlOf = (path: string) => (path.startsWith("refused") ? `http://127.0.0.1:9/${path}` : `${server.url}/${path}`);
    const bad = ["slow", "endless", "silent", "broken", "refused"].flatMap((kind) => [`${kind}-1`, `${kind}-2`]);
    const good = Array.from({ length: 10 }, (_, index) => `good-${index}`);
    const hooks = [...bad, ...good].map((id) => ({ id, url: urlOf(id) }));
    const { announce, run, heard } = await webhookWorld(send, ...hooks);
    for (let index = 0; index < 4; index++) await announce(`i${index}`);
    const busy = new Set<string>();
    await run(busy);
    const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
    while (good.some((id) => busy.has(id))) await turn();
    for (const id of good) expect(heard(urlOf(id)), id).to.have.length(4);
    while (busy.size > 0) await turn(); // each of them ends by itself
    for (const id of bad) expect(heard(urlOf(id)), id).to.have.length.within(1, 4);
    await server.close();
  }).timeout(60_000); // prettier-ignore
});
