import { isoTime } from "../time.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { BITCOIN, type Catalog } from "./catalog.ts";
import { presentRate } from "./presentQuote.ts";
import { STATUS_WORDS, type BridgeRequest, type RequestState } from "./request.ts";

const DETAILS: Readonly<Record<RequestState, string | null>> = {
  waiting: null,
  pending: "The deposit is confirmed; the fill is being prepared.",
  filling: "The fill was sent and is not in a block yet.",
  success: null,
  refunding: "The deposit could not be bridged; it is being refunded.",
  refund: "The deposit was refunded on the origin chain.",
  failure: "The deposit was neither bridged nor refunded; contact the operator with this request id.",
};

/** The body of a status answer (interface specification 2.3, in the public shape). */
export function presentStatus(request: BridgeRequest): Record<string, unknown> {
  return {
    status: STATUS_WORDS[request.state],
    details: DETAILS[request.state],
    inTxHashes: depositTxid(request) ?? [],
    txHashes: outgoing(request).map(({ hash }) => hash),
    updatedAt: request.updatedAt,
    originChainId: BITCOIN_CHAIN_ID,
    destinationChainId: request.destinationChainId,
    quoteCreatedAt: request.createdAt,
    failReason: request.failReason ?? "N/A",
    refundFailReason: request.refundFailReason ?? "N/A",
  };
}

export type ListVersion = "v2" | "v3";

/** A row of /requests: one request, one deposit. v2 and v3 differ in a few names, as public services do. */
export function presentRequest(
  request: BridgeRequest,
  catalog: Catalog,
  version: ListVersion,
): Record<string, unknown> {
  const token = catalog.token(request.destinationChainId, request.destinationCurrency);
  const reason = (word: string | undefined) => word ?? (version === "v3" ? null : "N/A");
  const output = isPaidOut(request) ? request.promised : undefined;
  const hashName = version === "v3" ? "txHash" : "hash";
  const transaction = (hash: string, chainId: number) => ({ [hashName]: hash, chainId, status: "success" });
  return {
    id: request.id,
    status: STATUS_WORDS[request.state],
    user: request.user,
    recipient: request.recipient,
    parentRequestId: request.parent ?? null,
    supersededByRequestId: null, // a first deposit always keeps its request, so nothing is ever superseded
    refundTo: request.refundTo ?? null,
    depositAddress: {
      address: request.depositAddress,
      [version === "v3" ? "type" : "depositAddressType"]: "open",
      depositor: null,
      depositTxHash: depositTxid(request)?.[0] ?? null,
      depositOutput: request.deposit?.outpoint ?? null, // our extension: one transaction may pay an address twice
    },
    data: {
      failReason: reason(request.failReason),
      refundFailReason: reason(request.refundFailReason),
      supersededByRequestId: null,
      inTxs: (depositTxid(request) ?? []).map((hash) => transaction(hash, BITCOIN_CHAIN_ID)),
      outTxs: outgoing(request)
        .filter(({ done }) => done)
        .map(({ hash, chainId }) => transaction(hash, chainId)),
      fees: feesOf(request.quote),
      metadata: {
        sender: request.user,
        recipient: request.recipient,
        currencyIn: request.deposit ? { currency: BITCOIN, amount: String(request.deposit.amount) } : null,
        currencyOut: token && output !== undefined ? { currency: token, amount: String(output) } : null,
        currencyRefunded: request.refund
          ? { currency: BITCOIN, amount: String(request.refund.amount) }
          : null,
        rate:
          token && output !== undefined && request.deposit
            ? presentRate({ input: request.deposit.amount, output }, token.decimals)
            : null,
      },
    },
    referrer: request.referrer ?? "",
    createdAt: isoTime(request.createdAt),
    updatedAt: isoTime(request.updatedAt),
  };
}

function isPaidOut(request: BridgeRequest): boolean {
  return request.state === "success";
}

function depositTxid(request: BridgeRequest): readonly [string] | undefined {
  const [txid] = request.deposit?.outpoint.split(":") ?? [];
  return txid === undefined ? undefined : [txid];
}

/** The fill or the refund; a fill that reverted moved nothing and is not shown. */
function outgoing(request: BridgeRequest): readonly { hash: string; chainId: number; done: boolean }[] {
  const { fill, refund, state } = request;
  if (refund) return [{ hash: refund.txid, chainId: BITCOIN_CHAIN_ID, done: state === "refund" }];
  if (!fill || (state !== "filling" && state !== "success")) return [];
  return [{ hash: fill.hash, chainId: request.destinationChainId, done: state === "success" }];
}

/** The fees of the fill where there was one, else of the quote, as they were recorded. */
function feesOf(quote: unknown): unknown {
  if (typeof quote !== "object" || quote === null) return null;
  const fill = "fill" in quote ? quote.fill : undefined;
  const source = typeof fill === "object" && fill !== null ? fill : quote;
  const price = "price" in source ? source.price : undefined;
  return typeof price === "object" && price !== null && "fees" in price ? price.fees : null;
}
