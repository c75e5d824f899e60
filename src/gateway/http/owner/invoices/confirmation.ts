import type { Request } from "express";
import type { Invoice } from "../../../domain/invoices/invoice.ts";
import { metadataText } from "../../../domain/invoices/metadataText.ts";
import { inPrice } from "../../../domain/invoices/paid.ts";
import type { PullPayment } from "../../../domain/payouts/pullPayment.ts";
import {
  overLeft,
  refundableOf,
  refundAtRateThen,
  refundOfOver,
  reservedBy,
  type PaidIn,
} from "../../../domain/payouts/refundable.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { paidFor } from "../../../usecases/payouts/refundInvoice.ts";
import { chainNames } from "../../../usecases/tracking/chainNames.ts";
import { presentAmounts } from "../../../usecases/invoices/presentAmounts.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { formatDecimal, formatFixed } from "../../../../values/amount.ts";
import { HttpError } from "../../errors.ts";
import { fieldOf } from "../fields.ts";
import { backOf } from "./back.ts";
import { invoicePath } from "../paths.ts";
import { readMark, readRefund, reasonIn } from "./actionFields.ts";

const FIELDS = ["as", "how", "amount", "reason", "refundId", "back"] as const;

/** A coin that was paid for an invoice, with the name of its chain. */
type CoinPaid = Readonly<{ paid: PaidIn; network: string }>;

/** The coins that were paid for an invoice; none while the service, which would have to name one of them, does not answer. */
export async function coinsPaid(
  gateway: Pick<Gateway, "service">,
  invoice: Invoice,
): Promise<readonly CoinPaid[]> {
  const found = await paidFor(gateway, invoice).catch(() => []);
  const nameOf = await chainNames(gateway, invoice.terms.settlement);
  return found.map((paid) => ({ paid, network: nameOf(paid.coin.chainId) }));
}

type Money = Readonly<{ refunds: readonly PullPayment[]; coins: readonly CoinPaid[] }>;

/** What is confirmed, for views/owner/invoices/confirm.eta. Throws what the form itself would be refused for. */
export function confirmation(
  act: "mark" | "refund",
  request: Request,
  invoice: Invoice,
  money: Money,
  tr: Translate,
) {
  const { id, terms } = invoice;
  const { paid, currency } = presentAmounts(invoice);
  const fields = FIELDS.flatMap((name) => {
    const value = fieldOf(request, name);
    return value === undefined ? [] : [{ name, value }];
  });
  return {
    act,
    path: `${invoicePath(id)}/${act}`,
    page: invoicePath(id),
    back: backOf(request, id),
    orderId: metadataText(terms.metadata, "orderId") ?? metadataText(terms.metadata, "itemDesc"),
    id,
    price: `${formatFixed(terms.price, terms.decimals)} ${currency}`,
    paid: `${paid} ${currency}`,
    refunded: refundedInPrice(invoice, money.refunds),
    as: act === "mark" ? readMark(request, tr) : undefined,
    amount: act === "refund" ? refundAmount(request, invoice, money.refunds, tr) : undefined,
    coins: act === "refund" ? refundCoins(request, invoice, money, tr) : [],
    reason: reasonIn(request, tr),
    fields,
  };
}

/** What refunds hold, in the invoice's currency; undefined where there are none. */
export function refundedInPrice({ terms }: Invoice, refunds: readonly PullPayment[]): string | undefined {
  const held = reservedBy(refunds);
  return held > 0n ? `${formatFixed(inPrice(terms, held), terms.decimals)} ${terms.currency}` : undefined;
}

/** In what the customer gets it: an amount of a coin where the refund is fixed in that, else each coin that was paid. */
function refundCoins(
  request: Request,
  invoice: Invoice,
  { refunds, coins }: Money,
  tr: Translate,
): readonly string[] {
  const { variant } = readRefund(request, invoice, refunds, tr);
  const [first] = coins;
  if (variant === "Custom" || !first)
    return coins.map(({ paid, network }) => tr("{coin} on {network}", { coin: paid.coin.symbol, network }));
  const { paid, network } = first;
  const { amount } =
    variant === "OverpaidAmount" ? refundOfOver(invoice, paid, refunds) : refundAtRateThen(paid);
  const coin = `${formatDecimal(amount, paid.coin.decimals)} ${paid.coin.symbol}`;
  return [tr("{coin} on {network}", { coin, network })];
}

/** The amount of the refund in the invoice's currency. */
function refundAmount(
  request: Request,
  invoice: Invoice,
  refunds: readonly PullPayment[],
  tr: Translate,
): string {
  const { terms } = invoice;
  const { variant, custom } = readRefund(request, invoice, refunds, tr);
  const left = inPrice(terms, refundableOf(invoice, refunds));
  if (custom && (custom.amount === 0n || custom.amount > left))
    throw new HttpError(
      422,
      "invalid",
      tr(
        "Expected an amount above 0 and at most {amount}, which is what was received and not refunded yet.",
        { amount: `${formatFixed(left, terms.decimals)} ${terms.currency}` },
      ),
    );
  const amount = custom ? formatFixed(custom.amount, terms.decimals) : undefined;
  const over = formatFixed(inPrice(terms, overLeft(invoice, refunds)), terms.decimals);
  return `${amount ?? (variant === "OverpaidAmount" ? over : formatFixed(left, terms.decimals))} ${terms.currency}`;
}
