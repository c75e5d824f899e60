import { expect } from "chai";
import { callBudget } from "../../src/chain/callBudget.ts";
import { pollRequests, sweepRequests } from "../../src/gateway/pollRequests.ts";
import type { Gateway } from "../../src/gateway/ports.ts";
import { createSensors } from "../../src/gateway/sensors.ts";
import type { Lease } from "../../src/gateway/storePort.ts";
import type { Deposit, Invoice } from "../../src/invoices/invoice.ts";
import { silentLog } from "../../src/log.ts";
import { testClock } from "../support/clock.ts";

const MOVING = Array.from({ length: 12 }, (_, index) => `invoice-${String(index).padStart(2, "0")}`);

/** A gateway that knows nothing but invoices whose money is moving, and a service that counts who was asked about. */
function worldOf(perMinute: number) {
  const clock = testClock();
  const startedAt = clock();
  const asked: string[] = [];
  const invoiceOf = (id: string) =>
    ({
      id,
      facts: {
        deposits: [{ outpoint: `${id}:0`, presence: "block", confirmations: 1, seenAt: clock() } as Deposit],
        settlements: [],
        refunds: [],
        requests: [],
      },
    }) as unknown as Invoice; // only what polling reads
  const leaseOf = (invoiceId: string) =>
    ({ id: invoiceId, invoiceId, address: invoiceId, fromAt: startedAt }) as Lease;
  const paged =
    <T>(make: (id: string) => T) =>
    async (after: string) =>
      MOVING.filter((id) => id > after).map(make);
  const gateway = {
    clock,
    log: silentLog,
    sensors: createSensors(),
    budgets: { service: callBudget(perMinute, clock) },
    store: {
      movingInvoices: paged(invoiceOf),
      openLeases: paged(leaseOf),
      load: async (id: string) => invoiceOf(id),
      leasesOf: async (id: string) => [leaseOf(id)],
    },
    service: {
      requestsOf: async (address: string) => {
        asked.push(address);
        return [];
      },
    },
  } as unknown as Gateway; // the rest of the gateway is not touched here
  return { clock, asked, gateway };
}

describe("asking the service about moving money", () => {
  it("asks about each once a second while the budget lasts", async () => {
    const { clock, asked, gateway } = worldOf(6_000);
    const looks = new Map<string, number>();
    await pollRequests(gateway, looks);
    await pollRequests(gateway, looks);
    expect(asked.toSorted()).to.deep.equal(MOVING);
    clock.advance(1_000);
    await pollRequests(gateway, looks);
    expect(asked).to.have.length(2 * MOVING.length);
  });

  it("serves them in turn when the budget is too small for all, and never goes over it", async () => {
    const { clock, asked, gateway } = worldOf(60);
    while (gateway.budgets.service.take()); // the burst is used up: from here on one call a second
    const looks = new Map<string, number>();
    for (let second = 0; second < 3 * MOVING.length; second++) {
      clock.advance(1_000);
      await pollRequests(gateway, looks);
    }
    const times = MOVING.map((id) => asked.filter((other) => other === id).length);
    expect(Math.max(...times)).to.be.at.most(4);
    expect(Math.min(...times)).to.be.at.least(2);
    expect(asked.length).to.be.at.most(3 * MOVING.length);
  });

  it("sweeps the others every ten minutes, and leaves half of the budget alone", async () => {
    const { clock, asked, gateway } = worldOf(20);
    const looks = new Map<string, number>();
    await sweepRequests(gateway, looks);
    expect(asked).to.have.length(0);
    clock.advance(10 * 60_000);
    await sweepRequests(gateway, looks);
    expect(asked).to.have.length(11); // from twenty calls down to nine
  });
});
