import { callBudget } from "../../../src/http-client/callBudget.ts";
import { createPushes } from "../../../src/gateway/usecases/tracking/followHints.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import type { StatusHints } from "../../../src/gateway/ports/servicePort.ts";
import { pollRequests } from "../../../src/gateway/usecases/tracking/pollRequests.ts";
import { createRequestPolls } from "../../../src/gateway/usecases/tracking/requestPolls.ts";
import { createSensors } from "../../../src/gateway/usecases/tracking/sensors.ts";
import type { Lease } from "../../../src/gateway/ports/persistencePort.ts";
import { sweepRequests } from "../../../src/gateway/usecases/tracking/sweepRequests.ts";
import { NO_FACTS, type Deposit, type Facts, type Invoice, type RequestFact } from "../../../src/gateway/domain/invoices/invoice.ts"; // prettier-ignore
import { silentLog } from "../../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import { aDeposit } from "../domain/invoices/given.ts";
import { testClock } from "../../support/clock.ts";

const SECOND = 1_000;
const EVM_CHAIN = 31337;

type Open = Readonly<{ lease: Lease; invoice: Invoice }>;

/**
 * A gateway that knows nothing but open leases, one for each invoice, and a service that notes who was asked about and when.
 * Time passes second by second; the chain is seen all the while unless a test closes its eyes.
 */
export function requestWorld({ perMinute }: Readonly<{ perMinute: number }>) {
  const clock = testClock();
  const open = new Map<string, Open>(); // by invoice, in the order of their ids
  const moving = new Set<string>();
  const asked: Readonly<{ address: string; at: number }>[] = [];
  const listeners = new Map<string, () => void>(); // by request
  const openPages = new Set<string>(); // of invoices
  const reads = { leases: 0, invoices: 0 };
  let seesChain = true;
  let isDown = false;
  let made = 0;
  const page = (ids: Iterable<string>, after: string, limit: number): readonly Open[] => {
    const found: Open[] = [];
    for (const id of ids) {
      if (found.length === limit) break;
      if (id > after) found.push(open.get(id)!);
    }
    return found;
  };
  const hints: StatusHints = {
    connection: 0,
    subscribe(requestId, hint) {
      listeners.set(requestId, hint);
      return () => listeners.delete(requestId);
    },
  };
  const gateway = {
    ...{
      hints,
      clock,
      log: silentLog,
      sensors: createSensors(),
      requestPolls: createRequestPolls(clock),
      awaiting: new Map(),
    },
    budgets: { service: callBudget(perMinute, clock) },
    viewers: { watched: () => [...openPages] },
    persistence: {
      invoices: {
        moving: async (after: string, limit: number) =>
          page(moving, after, limit).map(({ invoice }) => invoice),
        async load(id: string) {
          reads.invoices += 1;
          return open.get(id)?.invoice;
        },
      },
      leases: {
        async open(after: string, limit: number) {
          const leases = page(open.keys(), after, limit).map(({ lease }) => lease);
          reads.leases += leases.length;
          return leases;
        },
        of: async (id: string) => [open.get(id)?.lease].filter((lease) => lease !== undefined),
      },
    },
    service: {
      requestsOf: async (address: string) => {
        asked.push({ address, at: clock() });
        if (isDown) throw new Error("The service does not answer.");
        return [{ requestId: "a further deposit's", parent: address }]; // a list has the requests of the address
      },
    },
  } as unknown as Gateway; // the rest of the gateway is not touched here
  let pushes = createPushes(gateway);

  const add = (chainId: number): string => {
    const id = String(++made).padStart(7, "0");
    const lease = { id, invoiceId: id, chainId, address: id, requestId: id, fromAt: clock() } as Lease;
    const facts = { ...NO_FACTS, offers: [{ requestId: id }] };
    open.set(id, { lease, invoice: { id, facts } as unknown as Invoice }); // only what is read here
    return id;
  };
  const change = (id: string, facts: Partial<Facts>) => {
    const { lease, invoice } = open.get(id)!;
    open.set(id, { lease, invoice: { ...invoice, facts: { ...invoice.facts, ...facts } } });
  };
  return {
    ...{ clock, asked, gateway, reads },
    looks: () => gateway.requestPolls,
    askedAbout: (address: string) => asked.filter((one) => one.address === address).length,
    /** An invoice whose lease is on a chain that nobody watches. */
    evm: () => add(EVM_CHAIN),
    /** An invoice with a Bitcoin address that nobody has paid to. */
    bitcoin: () => add(BITCOIN_CHAIN_ID),
    /** The payment of a Bitcoin invoice is in a block: its money is moving. */
    pays(id: string, deposit: Partial<Deposit> = {}) {
      change(id, { deposits: [aDeposit({ outpoint: `${id}:0`, address: id, seenAt: clock(), ...deposit })] });
      moving.add(id);
    },
    /** What the service last said about the payment of an invoice. */
    says: (id: string, word: string) =>
      change(id, { requests: [{ requestId: id, word, outpoint: `${id}:0` } as RequestFact] }),
    /** The invoice is not among the moving ones any more. */
    stops: (id: string) => void moving.delete(id),
    ends: (id: string) => void open.delete(id),
    opensPage: (id: string) => void openPages.add(id),
    closesPage: (id: string) => void openPages.delete(id),
    closeEyes: () => (seesChain = false),
    serviceDown: (down: boolean) => (isDown = down),
    /** The process starts again: what it had in memory is gone. */
    restart() {
      Object.assign(gateway, { requestPolls: createRequestPolls(clock) });
      pushes = createPushes(gateway);
    },
    /** The service pushes news of an invoice's request. */
    push: (id: string) => listeners.get(id)?.(),
    async seconds(count: number, everySecond: () => void = () => {}, step = 1) {
      for (let second = 0; second < count; second += step) {
        clock.advance(step * SECOND);
        if (seesChain) gateway.sensors.saw(BITCOIN_CHAIN_ID, clock());
        await pollRequests(gateway, pushes);
        await sweepRequests(gateway);
        everySecond();
      }
    },
  };
}
