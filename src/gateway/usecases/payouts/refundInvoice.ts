import { timeOrderedId } from "../../../values/ids.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { formatFixed, rescaleUp } from "../../../values/amount.ts";
import { inPrice } from "../../domain/invoices/paid.ts";
import {
  isRefundable,
  lessBps,
  paidIn,
  refundAtRateThen,
  refundInPrice,
  receivedOf,
  refundOfOver,
  refundableOf,
  reservedBy,
  worthOfCoins,
  worthOfPrice,
  type PaidIn,
  type RefundAmount,
  type Refunded,
} from "../../domain/payouts/refundable.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import { COMMAND_KEY, PayoutRefusal, type PullPayment } from "../../domain/payouts/pullPayment.ts";
import { announceRefund } from "./announcePayout.ts";
import { canonicalMethods } from "./createPullPayment.ts";
import { GatewayError } from "../../errors.ts";
import { loadInvoice } from "../invoices/markInvoice.ts";
import { mailOfRefund } from "../mail/queueMail.ts";
import type { Gateway } from "../gateway.ts";
import type { PayoutContext } from "./payoutContext.ts";
import { payoutMethods } from "../pricing/methods.ts";
import { dueFor, worthNow } from "../pricing/priceTerms.ts";
import { retryOnConflict } from "../retryOnConflict.ts";
import { sentence, type Sentence } from "../../../values/sentence.ts";

export const REFUND_VARIANTS = ["RateThen", "CurrentRate", "OverpaidAmount", "Fiat", "Custom"] as const;
export type RefundVariant = (typeof REFUND_VARIANTS)[number];

/** What a merchant asks to be refunded; the HTTP layer has parsed and checked it. */
export type RefundRequest = Readonly<{
  name: string | undefined;
  description: string | undefined;
  variant: RefundVariant;
  methods: readonly string[]; // in what it may be claimed; empty means in what was paid
  subtractBps: bigint;
  custom: Readonly<{ amount: bigint; currency: string; decimals: number }> | undefined; // with Custom only
  mayApprove: boolean; // whether the key may make payments that need no approval
  madeBy?: string | undefined; // the user behind the key or session
}>;

/**
 * Makes a refund that the buyer can claim: never more than was received and no other refund holds, also when several are
 * asked for at once. With a `wantedId` as createPullPayment. Throws GatewayError (invoice_not_found, refund_too_large,
 * rate_unavailable, method_not_available) and PayoutRefusal non-refundable.
 */
export async function refundInvoice(
  gateway: PayoutContext,
  invoiceId: string,
  request: RefundRequest,
  wantedId?: string,
): Promise<PullPayment> {
  return retryOnConflict(async () => {
    const made =
      wantedId === undefined ? undefined : await gateway.persistence.payouts.loadPullPayment(wantedId);
    if (made) return made;
    const methods = await canonicalMethods(gateway, request.methods);
    const invoice = await loadInvoice(gateway, invoiceId);
    const paid = await requirePaid(gateway, invoice);
    const refunds = await gateway.persistence.payouts.refundsOf(invoiceId);
    if (request.variant === "RateThen") requireOneCoin(paid, methods);
    const terms = await termsOf(gateway, { invoice, refunds }, request, paidBy(paid, methods));
    const promise = {
      ...terms,
      name: request.name ?? `Refund ${invoiceId}`,
      description: request.description ?? "",
      methods: methods.length > 0 ? methods : paid.map(({ coin }) => coin.methodId),
      startsAt: undefined,
      expiresAt: undefined,
      madeBy: request.madeBy,
    };
    return keepRefund(gateway, { invoice, refunds }, promise, wantedId);
  });
}

/** What a refund promises, and what it takes from what the invoice has brought, in settlement units. */
export type RefundPromise = Pick<
  PullPayment,
  | "name"
  | "description"
  | "currency"
  | "decimals"
  | "amount"
  | "autoApprove"
  | "startsAt"
  | "expiresAt"
  | "methods"
  | "madeBy"
> &
  Readonly<{ worth: bigint }>;

/**
 * Stores a refund of an invoice that was just read with its refunds. Throws refund_too_large if it exceeds what was received less the
 * other refunds, and ConflictError if another refund was stored meanwhile: then read both again.
 */
export async function keepRefund(
  gateway: Pick<Gateway, "clock" | "random" | "log" | "persistence">,
  { invoice, refunds }: Refunded,
  { worth, ...promise }: RefundPromise,
  wantedId: string | undefined,
): Promise<PullPayment> {
  const { id: invoiceId, storeId } = invoice;
  requireCovered(invoice, refunds, worth);
  const createdAt = gateway.clock();
  const after: PullPayment = {
    ...promise,
    madeBy: promise.madeBy ?? COMMAND_KEY,
    id: wantedId ?? timeOrderedId(createdAt, gateway.random),
    storeId,
    createdAt,
    claimed: 0n,
    archived: false,
    version: 1,
    refund: { invoiceId, worth, ordinal: refunds.length },
  };
  const announcements = await announceRefund(gateway, invoice, after);
  const mail = await mailOfRefund(gateway, invoice, after.id);
  await gateway.persistence.payouts.keep({ pullPayment: { after }, announcements, mail });
  gateway.log.info("refund.created", { invoice: invoiceId, pullPayment: after.id });
  return after;
}

/** What was paid, or why nothing of it can be refunded. */
export async function requirePaid(
  gateway: Pick<Gateway, "service">,
  invoice: Invoice,
): Promise<readonly [PaidIn, ...PaidIn[]]> {
  const [first, ...others] = await paidFor(gateway, invoice);
  if (isRefundable(invoice) && first) return [first, ...others];
  const said = first
    ? sentence("Expected an invoice that is final; this one is {state} ({additional}).", {
        state: invoice.state,
        additional: invoice.additional,
      })
    : sentence("Nothing that counts for this invoice has reached the shop, so there is nothing to refund.");
  throw new PayoutRefusal("non-refundable", said);
}

/** Throws PayoutRefusal non-refundable unless the payment was in one coin or the request names one: RateThen refunds one coin. */
function requireOneCoin(paid: readonly PaidIn[], methods: readonly string[]): void {
  if (paid.length === 1 || paid.some(({ coin }) => methods.includes(coin.methodId))) return;
  const coins = paid.map(({ coin }) => coin.methodId).join(", ");
  const said = sentence(
    "The invoice was paid in several coins ({coins}). Name the coin to refund, or refund an amount of money (Fiat, CurrentRate or Custom).",
    { coins },
  );
  throw new PayoutRefusal("non-refundable", said);
}

/** What was paid for an invoice; the service says what the coins are that no offer of it names. */
export async function paidFor(
  gateway: Pick<Gateway, "service">,
  invoice: Invoice,
): Promise<readonly PaidIn[]> {
  const isAsOffered = invoice.facts.deposits.every(({ mismatch }) => !mismatch);
  const coins = isAsOffered ? [] : await payoutMethods(gateway);
  return paidIn(
    invoice,
    coins.map(({ id: methodId, chainId, currency, symbol, decimals }) => ({
      methodId,
      chainId,
      currency,
      symbol,
      decimals,
    })),
  );
}

/** The coin that is refunded: one that was asked for, else the first that was paid. */
export function paidBy(paid: readonly [PaidIn, ...PaidIn[]], methods: readonly string[]): PaidIn {
  return paid.find(({ coin }) => methods.includes(coin.methodId)) ?? paid[0];
}

type Terms = Pick<PullPayment, "currency" | "decimals" | "autoApprove" | "amount"> & RefundAmount;

async function termsOf(
  gateway: Pick<Gateway, "rates">,
  refunded: Refunded,
  request: RefundRequest,
  paid: PaidIn,
): Promise<Terms> {
  const { invoice, refunds } = refunded;
  const { variant, custom, subtractBps, mayApprove } = request;
  const whole = await amountOf(gateway, refunded, request, paid);
  const part = lessBps(whole, subtractBps);
  const { currency, decimals } = invoice.terms;
  const { coin } = paid;
  const inCoin = { currency: coin.symbol, decimals: coin.decimals };
  const money =
    variant === "Custom" && custom
      ? { currency: custom.currency, decimals: custom.decimals }
      : variant === "Fiat"
        ? { currency, decimals }
        : inCoin;
  if (part.amount <= 0n)
    throw tooLarge(
      variant === "OverpaidAmount"
        ? refunds.length > 0
          ? sentence("What was paid too much is refunded already.")
          : sentence("The invoice is not overpaid.")
        : sentence("Nothing is left of that amount."),
    );
  // What is fixed in coins is what it is; an amount of money is priced when the merchant approves it.
  return { ...money, ...part, autoApprove: mayApprove && money.currency === coin.symbol };
}

async function amountOf(
  gateway: Pick<Gateway, "rates">,
  { invoice, refunds }: Refunded,
  { variant, custom }: RefundRequest,
  paid: PaidIn,
): Promise<RefundAmount> {
  switch (variant) {
    case "RateThen":
      return refundAtRateThen(paid);
    case "CurrentRate":
      return { worth: refundInPrice(invoice).worth, amount: await coinsNow(gateway, invoice, paid) };
    case "Fiat":
      return refundInPrice(invoice);
    case "OverpaidAmount":
      return refundOfOver(invoice, paid, refunds);
    case "Custom":
      if (!custom) throw new Error("A custom refund has an amount."); // the HTTP layer has seen to it
      return { amount: custom.amount, worth: await worthOfMoney(gateway, invoice, paid, custom) };
  }
}

/** What was received, in units of the coin that was paid, at the present rate. Throws GatewayError rate_unavailable. */
export function coinsNow(
  gateway: Pick<Gateway, "rates">,
  invoice: Invoice,
  { coin }: PaidIn,
): Promise<bigint> {
  const { currency, decimals } = invoice.terms;
  return worthNow(gateway.rates, { amount: refundInPrice(invoice).amount, currency, decimals }, coin);
}

/** What an amount of some currency takes from what an invoice has brought, in settlement units, at the invoice's own rate where it has one. */
export async function worthOfMoney(
  gateway: Pick<Gateway, "rates">,
  invoice: Invoice,
  paid: PaidIn,
  custom: NonNullable<RefundRequest["custom"]>,
): Promise<bigint> {
  if (custom.currency === invoice.terms.currency) return worthOfPrice(invoice, custom.amount);
  if (custom.currency === paid.coin.symbol) {
    // A coin has other decimals on some chains than in the table of prices.
    return worthOfCoins(paid, rescaleUp(custom.amount, custom.decimals, paid.coin.decimals));
  }
  return dueFor(gateway.rates, custom, invoice.terms.settlement);
}

function requireCovered(invoice: Invoice, refunds: readonly PullPayment[], worth: bigint): void {
  const left = refundableOf(invoice, refunds);
  if (worth <= left) return;
  const { terms } = invoice;
  const show = (amount: bigint) => `${formatFixed(inPrice(terms, amount), terms.decimals)} ${terms.currency}`;
  throw tooLarge(
    sentence(
      "Expected at most {most}, which is what was received and not refunded yet; this would be {amount}.",
      {
        most: show(left),
        amount: show(worth),
      },
    ),
  );
}

function tooLarge(said: Sentence): GatewayError {
  return new GatewayError("refund_too_large", said);
}

/**
 * Throws PayoutRefusal non-refundable when the shop has less than what a payout refunds, because a reorganisation has undone what
 * it had received: the money of the invoice, or the unattributed funds.
 */
export async function requireStillCovered(
  { persistence }: Pick<Gateway, "persistence">,
  { pullPaymentId, unattributed }: Pick<Payout, "pullPaymentId" | "unattributed">,
): Promise<void> {
  const funds =
    unattributed && (await persistence.unattributed.load(unattributed.chainId, unattributed.outpoint));
  if (funds?.state === "undone")
    throw new PayoutRefusal(
      "non-refundable",
      sentence(
        "The money that this payout refunds is no longer on its chain. Wait until a block has it again, or cancel the payout.",
      ),
    );
  const { refund } =
    (pullPaymentId !== undefined && (await persistence.payouts.loadPullPayment(pullPaymentId))) || {};
  const invoice = refund && (await persistence.invoices.load(refund.invoiceId));
  if (!invoice || reservedBy(await persistence.payouts.refundsOf(invoice.id)) <= receivedOf(invoice)) return;
  const said = sentence(
    "The invoice's refunds are more than what the shop has of it now. Close or cancel one of them first.",
  );
  throw new PayoutRefusal("non-refundable", said);
}
