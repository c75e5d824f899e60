import { formatDecimal } from "../../money/amount.ts";
import { isoTime } from "../../time.ts";
import type { Catalog } from "../catalog.ts";
import { presentCurrency, presentRate } from "../quote/presentQuote.ts";
import type { BridgeRequest, CurrencyKey } from "../request.ts";
import { statusFacts, statusWord, type StatusDetail } from "../status.ts";

export type ListVersion = "v2" | "v3";

/** What a row needs besides its request: `successor` is the newest further deposit to the same address. */
export type RowContext = Readonly<{
  catalog: Catalog;
  version: ListVersion;
  statusDetail: StatusDetail;
  successor: string | undefined;
}>;

/** A row of /requests: one request, one deposit. v2 and v3 differ in a few names, as public services do. */
export function presentRequest(request: BridgeRequest, context: RowContext): Record<string, unknown> {
  const { version, successor = null } = context;
  const reason = (word: string | undefined) => word ?? (version === "v3" ? null : "N/A");
  const reasons = {
    failReason: reason(request.failReason),
    refundFailReason: reason(request.refundFailReason),
    supersededByRequestId: successor,
  };
  return {
    id: request.id,
    status: statusWord(statusFacts(request), context.statusDetail),
    [version === "v3" ? "sender" : "user"]: request.user,
    user: request.user,
    recipient: request.recipient,
    parentRequestId: request.parent ?? null,
    refundTo: request.refundTo ?? null,
    depositAddress: presentAddress(request, version),
    ...(version === "v3" ? reasons : { supersededByRequestId: successor }),
    data: { ...reasons, ...presentData(request, context) },
    referrer: request.referrer ?? "",
    createdAt: isoTime(request.createdAt),
    updatedAt: isoTime(request.updatedAt),
  };
}

function presentAddress(request: BridgeRequest, version: ListVersion): Record<string, unknown> | null {
  const { depositAddress: address, method, strict, deposit } = request;
  if (address === undefined || method !== "deposit-address") return null;
  return {
    address,
    [version === "v3" ? "type" : "depositAddressType"]: strict ? "strict" : "open",
    depositor: deposit?.sender ?? null,
    depositTxHash: deposit?.txHash ?? null,
    depositOutput: deposit?.id ?? null, // our extension: one transaction may pay an address twice
  };
}

function presentData(request: BridgeRequest, { catalog, version }: RowContext): Record<string, unknown> {
  const { deposit, refund, promised, state, origin, destination } = request;
  const hashName = version === "v3" ? "txHash" : "hash";
  const transaction = (hash: string, chainId: number) => ({ [hashName]: hash, chainId, status: "success" });
  const output = state === "success" ? promised : undefined;
  const from = catalog.currency(origin.chainId, origin.currency);
  const to = catalog.currency(destination.chainId, destination.currency);
  return {
    inTxs: deposit ? [transaction(deposit.txHash, deposit.chainId)] : [],
    outTxs: outgoing(request).map(({ hash, chainId }) => transaction(hash, chainId)),
    fees: feesOf(request.quote),
    metadata: {
      sender: request.user,
      recipient: request.recipient,
      currencyIn: deposit ? amountOf(catalog, deposit, deposit.amount) : null,
      currencyOut: output === undefined ? null : amountOf(catalog, destination, output),
      currencyRefunded: refund ? amountOf(catalog, deposit ?? origin, refund.amount) : null,
      rate:
        from && to && deposit && output !== undefined
          ? presentRate({ input: deposit.amount, output }, from.decimals, to.decimals)
          : null,
    },
  };
}

function amountOf(catalog: Catalog, key: CurrencyKey, amount: bigint): Record<string, unknown> {
  const currency = catalog.currency(key.chainId, key.currency);
  const formatted = currency && { amountFormatted: formatDecimal(amount, currency.decimals) };
  return { currency: currency ? presentCurrency(currency) : key, amount: String(amount), ...formatted };
}

/** The fill or the refund once it is in a block; a fill that reverted moved nothing and is not shown. */
function outgoing(request: BridgeRequest): readonly Readonly<{ hash: string; chainId: number }>[] {
  const { fill, refund, state, origin, destination, deposit } = request;
  if (state === "refund" && refund)
    return [{ hash: refund.hash, chainId: deposit?.chainId ?? origin.chainId }];
  return state === "success" && fill ? [{ hash: fill.hash, chainId: destination.chainId }] : [];
}

/** The fees of the fill where there was one, else of the quote, as they were recorded. */
function feesOf(quote: unknown): unknown {
  if (typeof quote !== "object" || quote === null) return null;
  const fill = "fill" in quote ? quote.fill : undefined;
  const source = typeof fill === "object" && fill !== null ? fill : quote;
  const price = "price" in source ? source.price : undefined;
  return typeof price === "object" && price !== null && "fees" in price ? price.fees : null;
}
