import { expect } from "chai";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { shopOf } from "./shop.ts";

describe("a payment through a service that pushes its news", function () {
  this.timeout(60_000);

  let sandbox: SandboxApp;
  let shop: ReturnType<typeof shopOf>;

  beforeEach(async () => {
    sandbox = await startSandboxApp({ pushes: true });
    shop = shopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    await become(() => sandbox.app.gateway.hints?.connection === 0);
  });
  afterEach(() => sandbox.close());

  /** Waits for what arrives by itself, through a real connection. */
  async function become(condition: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  const status = async (id: string) => (await shop.load(id)).status;

  /** An invoice whose payment is confirmed, followed by the gateway, and not converted yet. */
  async function followed(): Promise<string> {
    const { id } = await shop.invoice();
    await shop.pay(id);
    await shop.mine();
    for (let second = 0; second < 3; second++) {
      sandbox.clock.advance(1_000);
      await sandbox.run("follow bitcoin", "poll requests");
    }
    expect(await status(id)).to.equal("Processing");
    return id;
  }

  /** Lets the service work without anybody asking it. */
  async function convert(): Promise<void> {
    const own = sandbox.app.jobs.findIndex(({ name }) => name === "follow bitcoin");
    for (let second = 0; second < 4; second++) {
      sandbox.clock.advance(1_000);
      for (const job of sandbox.app.jobs.slice(0, own)) await job.run();
    }
  }

  it("settles by a push, without a poll", async () => {
    const id = await followed();
    await convert();
    await become(async () => (await status(id)) === "Settled");
  });

  it("is found by polling when the pushes have stopped", async () => {
    const id = await followed();
    sandbox.app.server.emit("closing"); // the service ends its stream
    await become(() => sandbox.app.gateway.hints?.connection === undefined);
    await convert();
    expect(await status(id)).to.equal("Processing");
    await shop.until(id, "Settled");
  });

  it("asks the service rarely in the meantime", async () => {
    await followed();
    const before = sandbox.app.calls.read().status;
    for (let second = 0; second < 60; second++) {
      sandbox.clock.advance(1_000);
      await sandbox.run("poll requests");
    }
    expect(sandbox.app.calls.read().status - before).to.be.at.most(5);
  });
});

describe("a payment at an explorer that pushes its news", function () {
  this.timeout(60_000);

  let sandbox: SandboxApp;
  let shop: ReturnType<typeof shopOf>;

  beforeEach(async () => {
    sandbox = await startSandboxApp({ pushes: true });
    shop = shopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    await become(() => sandbox.app.gateway.addressHints?.connection === 1);
  });
  afterEach(() => sandbox.close());

  async function become(condition: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const status = async (id: string) => (await shop.load(id)).status;

  it("is seen by a push, with two calls to the explorer and no job", async () => {
    const { id } = await shop.invoice();
    await sandbox.run("watch mempool");
    const before = sandbox.app.calls.read().explorer;
    await shop.pay(id);
    await become(async () => (await status(id)) === "Processing");
    expect(sandbox.app.calls.read().explorer - before).to.equal(2);
  });

  it("is seen by a look when the pushes have stopped", async () => {
    const { id } = await shop.invoice();
    await sandbox.run("watch mempool");
    sandbox.app.server.emit("closing"); // the explorer ends its stream
    await become(() => sandbox.app.gateway.addressHints?.connection === undefined);
    await shop.pay(id);
    await shop.look(id);
    await shop.look(id);
    expect(await status(id)).to.equal("Processing");
  });
});
