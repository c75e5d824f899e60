import { depositStatusOf, isAskedAmount } from "../../domain/invoices/credit.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { remainingOf } from "../../domain/invoices/paid.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { askQuote, type QuoteTask } from "./askQuotes.ts";
import { GatewayError } from "../../errors.ts";
import { findMethod, type Method } from "./methods.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import type { PricingContext } from "./pricingContext.ts";
import { floorOf, refundAddress } from "./priceMethod.ts";

/**
 * Asks what the parts that are on their way will bring, before the rest is priced: each payment bears the flat fees of its own
 * conversion, so a part brings less than its share of the price. A part that the service would not convert counts for nothing.
 * Gives the invoice as it then is. Throws GatewayError when the service cannot be asked.
 */
export async function appraiseParts(
  gateway: PricingContext,
  store: MerchantStore,
  invoice: Invoice,
  methods: readonly Method[],
): Promise<Invoice> {
  let current = invoice;
  for (const deposit of unappraisedParts(invoice)) {
    const method = findMethod(methods, deposit.methodId);
    if (!method) continue; // no longer offered, so it cannot be appraised
    const { outpoint } = deposit;
    const promised = await appraise(gateway, store, invoice, method, deposit);
    const at = gateway.clock();
    current = await advanceInvoice(gateway, invoice.id, { kind: "appraised", at, outpoint, ...promised });
  }
  return current;
}

/** Payments of another amount than the offer's, not yet appraised. */
function unappraisedParts(invoice: Invoice): readonly Deposit[] {
  const { facts } = invoice;
  if (remainingOf(invoice) === 0n) return []; // nothing more is asked for
  return facts.deposits.filter(
    (deposit) =>
      !deposit.appraised &&
      !deposit.mismatch &&
      !deposit.late &&
      depositStatusOf(facts, deposit) === "moving" &&
      !isAskedAmount(facts, deposit),
  );
}

/**
 * What a quote for just this payment promises, in settlement units. It is the quote of an address, which stays unused: one
 * without an address counts less gas than the payment's own conversion costs.
 */
async function appraise(
  gateway: PricingContext,
  store: MerchantStore,
  invoice: Invoice,
  method: Method,
  { value }: Deposit,
): Promise<Readonly<{ credit: bigint; floor: bigint }>> {
  const refundTo = refundAddress(store, invoice, method);
  const task: QuoteTask = { gateway, store, terms: invoice.terms, method, refundTo, target: undefined };
  try {
    const { quote, point } = await askQuote(task, value);
    return { credit: point.yield, floor: floorOf({ quote, point }, store) };
  } catch (error) {
    const isTooSmall = error instanceof GatewayError && error.code === "amount_too_small";
    if (isTooSmall) return { credit: 0n, floor: 0n };
    throw error;
  }
}
