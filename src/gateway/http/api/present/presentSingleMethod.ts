import { paymentStatus } from "../../../usecases/invoices/presentAmounts.ts";
import { paymentTime, worthOf } from "../../../domain/invoices/credit.ts";
import { shownOffer, type Deposit, type Invoice, type Settlement } from "../../../domain/invoices/invoice.ts";
import { overOf, paidWorth, remainingOf } from "../../../domain/invoices/paid.ts";
import { divFloor, formatDecimal } from "../../../../values/amount.ts";
import { unixSeconds } from "../../../../values/time.ts";
import type { invoiceMethodAnswer, methodPaymentAnswer } from "../../answers/invoice.ts";
import type { Answer } from "../../answers/scalars.ts";
import type { Method } from "../../../usecases/pricing/methods.ts";
import type { Beside } from "./presentMethods.ts";
import type { StoreSettings } from "../../../usecases/stores/merchantStore.ts";

/**
 * For clients that support one payment method only (Magento refuses an invoice with methods of different
 * prefixes): the settlement coin stands for every coin that the payer may choose. Amounts are in it, as the
 * invoice counts them.
 */

const RATE_DIGITS = 8; // beyond the price currency's own

/** The one id of a store: its settlement coin, for payments in any coin. */
export function singleMethodId({ symbol }: Pick<Settlement, "symbol">): string {
  return `${symbol.toUpperCase().replace(/[^A-Z0-9]/g, "") || "X"}-ANY`;
}

/** True for that id, as clients write it. */
export function standsForAll(id: string, { settlement }: Pick<StoreSettings, "settlement">): boolean {
  return id.replaceAll("_", "-").toUpperCase() === singleMethodId(settlement);
}

/** All methods of an invoice as one. */
export function presentSingleMethod(
  invoice: Invoice,
  methods: readonly Method[],
  { onlyAccounted, signature }: Beside,
): Answer<typeof invoiceMethodAnswer> {
  const { terms, facts } = invoice;
  const { symbol, decimals } = terms.settlement;
  const id = singleMethodId(terms.settlement);
  const show = (amount: bigint) => formatDecimal(amount, decimals);
  const paid = show(paidWorth(invoice));
  const over = overOf(invoice);
  const offer = shownOffer(facts);
  return {
    paymentMethodId: id,
    paymentMethod: id,
    cryptoCode: symbol,
    currency: symbol,
    destination: offer?.depositAddress ?? "",
    paymentLink: "", // the amount of a link is in the payer's coin
    rate: rateOf(invoice),
    paymentMethodPaid: paid,
    totalPaid: paid,
    amount: terms.topUp ? paid : show(terms.due),
    due: terms.topUp ? "0" : over > 0n ? `-${show(over)}` : show(remainingOf(invoice)),
    paymentMethodFee: "0",
    networkFee: "0",
    activated: offer !== undefined,
    payments: facts.deposits
      .filter((deposit) => !onlyAccounted || paymentStatus(invoice, deposit) !== "Invalid")
      .map((deposit) => presentPayment(invoice, deposit)),
    additionalData: { paymentMethodIds: methods.map((method) => method.id), signature: signature ?? null },
  };
}

function presentPayment(invoice: Invoice, deposit: Deposit): Answer<typeof methodPaymentAnswer> {
  return {
    id: deposit.outpoint.replace(":", "-"),
    receivedDate: unixSeconds(paymentTime(deposit)),
    value: formatDecimal(worthOf(invoice.facts, deposit), invoice.terms.settlement.decimals),
    fee: "0",
    status: paymentStatus(invoice, deposit),
    destination: deposit.address,
  };
}

/** What one unit of the settlement coin is of the price, in the price's currency. */
function rateOf({ terms }: Invoice): string {
  if (terms.due === 0n) return "0"; // nothing was asked for, so nothing was priced
  const scale = 10n ** BigInt(terms.settlement.decimals + RATE_DIGITS);
  return formatDecimal(divFloor(terms.price * scale, terms.due), terms.decimals + RATE_DIGITS);
}
