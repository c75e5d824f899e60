import { expect } from "chai";
import { HOUR_MS, SECOND_MS } from "../../src/values/time.ts";
import { testMachine } from "../support/machine.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { shopOf } from "./shop.ts";

describe("an open invoice while the machine's clock is wrong", function () {
  this.timeout(60_000);

  const sandboxes: SandboxApp[] = [];
  afterEach(async () => {
    for (const sandbox of sandboxes.splice(0)) await sandbox.close();
  });

  /** A process on this machine; what other machines say is told by the test alone. */
  const open = async (machine: ReturnType<typeof testMachine>) => {
    const clock = machine.start();
    const outsideTime = { ...clock, hear: () => {} };
    const sandbox = await startSandboxApp({ clock, outsideTime });
    sandboxes.push(sandbox);
    const shop = shopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) await shop.tick();
    };
    return { sandbox, clock, shop, pass };
  };

  it("does not expire when it jumps an hour forward or back and is corrected, and a payment is in time", async () => {
    const machine = testMachine();
    const { shop, pass } = await open(machine);
    for (const jump of [HOUR_MS, -HOUR_MS]) {
      const { id } = await shop.invoice();
      machine.setOff(jump);
      await pass(5);
      expect((await shop.load(id)).status, `${jump}`).to.equal("New");
      await shop.pay(id);
      await shop.look(id);
      machine.setOff();
      await pass(3);
      await shop.mine();
      const settled = await shop.until(id, "Settled");
      expect([settled.additionalStatus, settled.crosstill.anomalies]).to.deep.equal(["None", []]);
    }
  });

  it("expires when its time has really passed: the machine has slept, and others confirm it", async () => {
    const machine = testMachine();
    const { clock, shop, pass } = await open(machine);
    const { id } = await shop.invoice();
    machine.sleep(HOUR_MS);
    await pass(2);
    expect((await shop.load(id)).status, "nobody has confirmed it yet").to.equal("New");
    clock.hear("explorer", machine.trueTime());
    await shop.until(id, "Expired");
  });

  it("does not expire in a process that starts on a machine whose clock is an hour ahead", async () => {
    const machine = testMachine();
    const first = await open(machine);
    const { id } = await first.shop.invoice();
    await first.pass(1);
    machine.setOff(HOUR_MS);
    sandboxes.splice(0);
    const clock = machine.start();
    clock.hear("explorer", machine.trueTime());
    const sandbox = await first.sandbox.restart({ clock, outsideTime: { ...clock, hear: () => {} } });
    sandboxes.push(sandbox);
    const shop = shopOf(sandbox);
    for (let second = 0; second < 10; second++) await shop.tick();
    expect((await shop.load(id)).status).to.equal("New");
    await shop.pay(id);
    await shop.look(id);
    await shop.mine();
    expect((await shop.until(id, "Settled")).additionalStatus).to.equal("None");
    const young = await shop.invoice();
    clock.advance(HOUR_MS);
    clock.hear("explorer", machine.trueTime() - SECOND_MS);
    await shop.until(young.id, "Expired");
  });
});
