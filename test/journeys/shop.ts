import { onEngines, USUAL_ENGINES, type NewDatabaseUrl } from "../support/databases.ts";
import { isFull } from "../support/sizes.ts";
import { expect } from "chai";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { createEvmRpc } from "../../src/evm/reader/evmClient.ts";
import { parseDecimal } from "../../src/values/amount.ts";
import type { SandboxApp } from "../support/sandboxApp.ts";

/** What a journey reads of an invoice; the API's own words. */
export type ApiInvoice = Readonly<{
  id: string;
  status: string;
  additionalStatus: string;
  paidAmount: string;
  crosstill: Readonly<{
    requests: readonly Readonly<{ requestId: string; status: string; depositAddress: string }>[];
    settlements: readonly Readonly<{
      amount: string;
      txHash: string;
      evidence: string;
      originOutpoint: string;
    }>[];
    refunds: readonly Readonly<{ amount: string; txHash: string }>[];
    anomalies: readonly unknown[];
    oddities: readonly unknown[];
  }>;
}>;

export type ApiMethod = Readonly<{
  destination: string;
  amount: string;
  due: string;
  paymentLink: string;
  activated: boolean;
  payments: readonly Readonly<{ id: string; status: string; value: string }>[];
}>;

const SECOND = 1_000;

/** What an intent service may show beyond its addresses and status words, in the words of a title. */
const SERVICES = {
  full: "a service that shows fees, amounts and transactions",
  bare: "the sandbox's own service when it shows only what the contract shows",
  stripped: "any service that keeps the contract",
} as const;
type Service = keyof typeof SERVICES;

/** Defines the same journeys for services that show more or less; `isBare` where one shows only what the contract shows. */
export function onEveryService(
  define: (service: Service, isBare: boolean) => void,
  services: readonly Service[] = Object.keys(SERVICES) as Service[],
): void {
  for (const service of services) {
    describe(`through ${SERVICES[service]}`, () => define(service, service !== "full"));
  }
}

/** The service that shows most; all of them with JOURNEYS=full. serviceVersions.journey.ts plays one that shows least. */
export const USUAL_SERVICES: readonly Service[] = isFull ? ["full", "bare", "stripped"] : ["full"];

/**
 * The same on the usual engines: on a copied SQLite database an application starts in a fifth of the time. The stores are tested
 * on both engines, and whole gateways on PostgreSQL by test/kept, test/kills and test/cluster.
 */
export function onEveryServiceAndEngine(
  define: (service: Service, isBare: boolean, newUrl: NewDatabaseUrl) => void,
  services: readonly Service[] = Object.keys(SERVICES) as Service[],
): void {
  const barest = services.at(-1);
  onEveryService(
    (service, isBare) => onEngines(USUAL_ENGINES, (newUrl) => define(service, isBare, newUrl)),
    isFull ? services : services.filter((service) => service === "full" || service === barest),
  );
}

/** A shop with one customer: creates invoices, pays them from the sandbox wallet, and lets the world move on step by step. */
export function shopOf(sandbox: SandboxApp) {
  const load = async (id: string) => ok<ApiInvoice>(await sandbox.get(`/invoices/${id}`));
  const bitcoin = async (id: string) => {
    const [method] = ok<readonly ApiMethod[]>(await sandbox.get(`/invoices/${id}/payment-methods`));
    if (!method) throw new Error("The invoice has no payment method.");
    return method;
  };
  const tick = async (seconds = 1) => {
    sandbox.clock.advance(seconds * SECOND);
    await sandbox.run();
  };
  return {
    load,
    bitcoin,
    tick,
    invoice: async (amount = "25.00", further: Readonly<Record<string, unknown>> = {}) =>
      ok<ApiInvoice>(await sandbox.post("/invoices", { amount, currency: "USD", ...further })),

    /** Pays what is due, or another number of sats, and gives the txid. */
    async pay(id: string, sats?: bigint) {
      const { destination, due } = await bitcoin(id);
      const amount = sats ?? parseDecimal(due, 8);
      const body = { address: destination, sats: amount.toString() };
      return ok<{ txid: string }>(await sandbox.control("bitcoin/pay", body)).txid;
    },

    async mine(blocks = 1) {
      ok(await sandbox.control("bitcoin/mine", { blocks }));
    },

    /** The page of the invoice is looked at, so that its mempool is too. */
    async look(id: string) {
      await fetch(`${sandbox.url}/i/${id}/status`);
      await tick(4);
    },

    /** Lets seconds pass, one at a time, until the invoice has the status. */
    async until(id: string, status: string, seconds = 20) {
      for (let second = 0; second < seconds; second++) {
        if ((await load(id)).status === status) return load(id);
        await tick();
      }
      const invoice = await load(id);
      expect(invoice.status, JSON.stringify(invoice.crosstill)).to.equal(status);
      return invoice;
    },

    /** Lets seconds pass, one at a time, until the invoice has so many settlements. */
    async settledTimes(id: string, count: number, seconds = 20) {
      for (let second = 0; second < seconds; second++) {
        const invoice = await load(id);
        if (invoice.crosstill.settlements.length >= count) return invoice;
        await tick();
      }
      const invoice = await load(id);
      expect(invoice.crosstill.settlements, JSON.stringify(invoice.crosstill)).to.have.length(count);
      return invoice;
    },

    /** What the merchant's address holds on the destination chain, in millionths of USDC. */
    async received(): Promise<bigint> {
      const { settlement, chains } = sandbox.app.sandbox!.file;
      const { rpcUrl } = chains.find(({ id }) => id === settlement.chainId)!;
      return createEvmRpc(rpcUrl).readContract({
        address: settlement.currency as `0x${string}`,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [settlement.recipient as `0x${string}`],
      });
    },
  };
}

export function ok<T>(answer: Readonly<{ status: number; body: unknown }>): T {
  expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  return answer.body as T;
}
