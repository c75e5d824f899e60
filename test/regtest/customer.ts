import { expect } from "chai";
import { parseDecimal } from "../../src/values/amount.ts";
import { ok, type ApiInvoice, type ApiMethod } from "../journeys/shop.ts";
import { MERCHANT, type GatewayWorld } from "./gatewayWorld.ts";

/** What the checkout's page says. */
type Seen = Readonly<{ stage: string; confirmations: Readonly<{ need: number; have: number }> }>;

const SECOND_MS = 1_000;

/** A shop with one customer, who pays through the real node while the world moves on step by step. */
export function customerOf(world: GatewayWorld) {
  const { app, bitcoin, clock, service } = world;
  const load = async (id: string) => ok<ApiInvoice>(await world.api("GET", `/invoices/${id}`));
  const method = async (id: string) => {
    const methods = ok<readonly ApiMethod[]>(await world.api("GET", `/invoices/${id}/payment-methods`));
    const found = methods.find(({ activated }) => activated);
    if (!found) throw new Error(`Invoice ${id} has no price yet.`);
    return found;
  };
  const page = async (id: string) =>
    (await (
      await fetch(`${app.url}/i/${id}/status`, { headers: { accept: "application/json" } })
    ).json()) as Seen;
  const tick = async (seconds = 1) => {
    clock.advance(seconds * SECOND_MS);
    await world.run();
  };
  return {
    load,
    page,
    tick,
    invoice: async (amount = "100.00") =>
      ok<ApiInvoice>(await world.api("POST", "/invoices", { amount, currency: "USD" })),

    /** Pays what is due, or another number of sats. */
    async pay(id: string, sats?: bigint) {
      const { destination, due } = await method(id);
      return bitcoin.pay(destination, sats ?? parseDecimal(due, 8));
    },

    /** The invoice's page is open, so that its mempool is looked at; some seconds pass. */
    async look(id: string) {
      await page(id);
      await tick(4);
    },

    /** Lets seconds pass, one at a time, until the invoice is as expected. */
    async until(id: string, isThere: (invoice: ApiInvoice) => boolean, seconds = 20) {
      for (let second = 0; second < seconds && !isThere(await load(id)); second++) await tick();
      const invoice = await load(id);
      expect(isThere(invoice), JSON.stringify(invoice)).to.equal(true);
      return invoice;
    },

    /** What the merchant has on the destination chain, in millionths of USDC. */
    received: () => service.evm.balanceOf(service.evm.usdc, MERCHANT),
  };
}

/** For `until`. */
export function isSettled({ status }: ApiInvoice): boolean {
  return status === "Settled";
}
