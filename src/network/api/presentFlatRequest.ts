import { bpsFloor, formatDecimal } from "../../values/amount.ts";
import type { Catalog } from "../catalog.ts";
import { presentCosts } from "../quote/flatQuote.ts";
import {
  presentAmount,
  presentCurrency,
  presentRate,
  presentSponsorship,
  presentUsd,
} from "../quote/presentQuote.ts";
import { usdValue, worthOf, type Coin } from "../quote/pricing.ts";
import { readRecord, type RecordedPrice } from "../quote/quoteRecord.ts";
import { sameKey, type BridgeRequest, type CurrencyKey } from "../request.ts";
import { isSponsored } from "../sponsors/quoteFees.ts";

/** What was quoted, and what the fill paid; undefined where the books say nothing. */
type Phases<T> = Readonly<{ quoted: T; actual: T }>;

/**
 * Presents what GET /requests/v3 has in `data` beside reasons and transactions (service-facts-v3 4): fees by the kinds of quote v3,
 * and amounts in `route`.
 */
export function presentFlatData(request: BridgeRequest, catalog: Catalog): Record<string, unknown> {
  const records = recordsOf(request.quote);
  const destination = catalog.currency(request.destination.chainId, request.destination.currency);
  const currency = destination ? presentCurrency(destination) : request.destination;
  const inCurrency = <T>(present: (record: RecordedPrice) => T) => ({
    ...eachPhase(records, (record) => (record ? present(record) : null)),
    currency,
  });
  const sponsorship = ({ price, market }: RecordedPrice) => presentSponsorship(price, market, "platform");
  return {
    appFees: inCurrency((record) => presentAppFees(request.appFees, record)),
    fees: inCurrency(({ price, market }) => presentCosts(price, market)),
    feeSponsorship: isSponsored(request.quote) ? inCurrency(sponsorship) : null,
    route: presentRoute(request, catalog, records),
    refundCurrencyData: presentRefund(request, catalog),
  };
}

function recordsOf(quote: unknown): Phases<RecordedPrice | undefined> {
  const fill = typeof quote === "object" && quote !== null && "fill" in quote ? quote.fill : undefined;
  return { quoted: readRecord(quote), actual: readRecord(fill) };
}

function eachPhase<T, U>({ quoted, actual }: Phases<T>, present: (value: T) => U): Phases<U> {
  return { quoted: present(quoted), actual: present(actual) };
}

function presentAppFees(appFees: BridgeRequest["appFees"], { price, market: { output } }: RecordedPrice) {
  const gross = worthOf(price);
  return appFees.map(({ recipient, bps }) => {
    const amount = bpsFloor(gross, bps);
    const amountFormatted = formatDecimal(amount, output.decimals);
    const usd = presentUsd(-usdValue(amount, output));
    return { recipient, bps: String(bps), amount: String(amount), amountFormatted, usd };
  });
}

/** What was quoted, and what came and went in truth; null where nothing did. On one chain the output comes out on the origin, too. */
function presentRoute(
  request: BridgeRequest,
  catalog: Catalog,
  records: Phases<RecordedPrice | undefined>,
): Record<string, unknown> {
  const { floor, origin, destination, deposit, promised, state } = request;
  const isOneChain = origin.chainId === destination.chainId;
  const show = (input: unknown, output: unknown) => ({
    origin: { inputCurrency: input, outputCurrency: isOneChain ? output : input },
    destination: { inputCurrency: isOneChain ? input : output, outputCurrency: output },
  });
  const { quoted, actual = quoted } = records;
  const expected = quoted?.price.output;
  const paid = state === "success" ? promised : undefined;
  const quotedCoin = (key: CurrencyKey) => (sameKey(key, origin) ? quoted?.market.input : undefined);
  const paidCoin = records.actual?.market.input ?? (deposit && quotedCoin(deposit));
  return {
    quoted: show(
      floor ? amountOf(catalog, origin, floor.input, { coin: quotedCoin(origin) }) : null,
      expected === undefined
        ? null
        : amountOf(catalog, destination, expected, { coin: quoted?.market.output, minimum: floor?.output }),
    ),
    actual: {
      ...show(
        deposit ? amountOf(catalog, deposit, deposit.amount, { coin: paidCoin }) : null,
        paid === undefined ? null : amountOf(catalog, destination, paid, { coin: actual?.market.output }),
      ),
      rate: paid === undefined ? null : rateOf(request, catalog, paid),
    },
  };
}

function rateOf({ deposit, destination }: BridgeRequest, catalog: Catalog, output: bigint): string | null {
  const from = deposit && catalog.currency(deposit.chainId, deposit.currency);
  const to = catalog.currency(destination.chainId, destination.currency);
  return from && to ? presentRate({ input: deposit.amount, output }, from.decimals, to.decimals) : null;
}

function presentRefund({ refund, deposit, origin }: BridgeRequest, catalog: Catalog) {
  return refund ? amountOf(catalog, deposit ?? origin, refund.amount) : null;
}

/** An amount of a currency, which need not be in the catalog any more, nor have a recorded price. */
function amountOf(
  catalog: Catalog,
  key: CurrencyKey,
  amount: bigint,
  { coin, minimum = amount }: Readonly<{ coin?: Coin | undefined; minimum?: bigint | undefined }> = {},
): Record<string, unknown> {
  const currency = catalog.currency(key.chainId, key.currency);
  if (!currency) return { currency: key, amount: String(amount), minimumAmount: String(minimum) };
  const { amountUsd, ...shown } = presentAmount(currency, amount, minimum, coin ?? NO_PRICE);
  return { ...shown, amountUsd: coin ? amountUsd : null };
}

const NO_PRICE: Coin = { usd: 0n, decimals: 0 };
