import { formatDecimal } from "../../values/amount.ts";
import { isoTime } from "../../values/time.ts";
import type { Catalog } from "../catalog.ts";
import { isThroughPools } from "../pools/poolContracts.ts";
import { presentCurrency, presentRate } from "../quote/presentQuote.ts";
import { isSponsored } from "../sponsors/quoteFees.ts";
import type { BridgeRequest, CurrencyKey, Operation } from "../request.ts";
import type { Stray } from "../persistence/strays.ts";
import { presentFlatData } from "./presentFlatRequest.ts";
import { statusFacts, statusWord, type StatusDetail } from "../status.ts";

export type ListVersion = "v2" | "v3";

/**
 * What a row needs besides its request: `further` is the request of a further deposit to the same address that is worth
 * following, `strays` what came there and cannot be used.
 */
export type RowContext = Readonly<{
  catalog: Catalog;
  version: ListVersion;
  statusDetail: StatusDetail;
  caller: string | undefined; // the hash of the caller's API key
  further: string | undefined;
  strays: readonly Stray[];
}>;

const TYPES: Readonly<Record<Operation, string>> = {
  bridge: "Bridge",
  swap: "Same-chain Swap",
  send: "Send",
  wrap: "Wrap",
  unwrap: "Unwrap",
  call: "Call",
};

/** A row of /requests: one request, one deposit. v2 and v3 differ in names and places, as public services do. */
export function presentRequest(request: BridgeRequest, context: RowContext): Record<string, unknown> {
  const { version, caller, further = null } = context;
  const successor = request.successor?.id ?? further;
  const isOwn = caller !== undefined && caller === request.owner;
  const none = version === "v3" ? null : "N/A";
  const reasons = {
    failReason: request.failReason ?? none,
    refundFailReason: request.refundFailReason ?? none,
  };
  const head = {
    id: request.id,
    status: statusWord(statusFacts(request), context.statusDetail),
    user: request.user,
    recipient: request.recipient,
    parentRequestId: request.parent ?? null,
    refundTo: request.refundTo ?? null,
    depositAddress: presentAddress(request, version),
    supersededByRequestId: successor,
    protocol: { orderId: request.id }, // the id that the depository's events carry
    referrer: (isOwn && request.referrer) || "",
    unsupportedDeposits: context.strays.map(presentStray), // our extension
    createdAt: isoTime(request.createdAt),
    updatedAt: isoTime(request.updatedAt),
  };
  const shared = {
    slippageTolerance: String(request.slippageBps),
    usesExternalLiquidity: usesPools(request.quote),
    inTxs: incoming(request, version),
    outTxs: outgoing(request, version),
  };
  if (version === "v2") {
    const data = { ...reasons, supersededByRequestId: successor, ...shared };
    return { ...head, data: { ...data, ...presentNestedData(request, context.catalog) } };
  }
  const sorts = { requestType: typeOf(request, context), features: featuresOf(request) };
  const data = { ...reasons, failedTxHash: failedHash(request), ...shared };
  const flat = { ...data, ...presentFlatData(request, context.catalog) };
  return { ...head, ...reasons, ...sorts, sender: request.user, data: flat };
}

/** A token or NFT that this service does not bridge: it stays where it is (interface specification 3, rule 5). */
function presentStray({ chainId, standard, token, tokenId, amount, txHash, seenAt }: Stray) {
  const piece = { chainId, standard, token, tokenId, amount: String(amount) }; // without an id where tokens are alike
  return { ...piece, txHash, seenAt: isoTime(seenAt) };
}

function typeOf({ operation, origin, destination }: BridgeRequest, { catalog }: RowContext): string {
  if (operation !== "bridge") return TYPES[operation];
  const [from, to] = [origin, destination].map(({ chainId, currency }) =>
    catalog.currency(chainId, currency),
  );
  return from?.symbol === to?.symbol ? TYPES.bridge : "Crosschain Swap";
}

function featuresOf({ method, appFees }: BridgeRequest): readonly string[] {
  return [
    ...(method === "deposit-address" ? ["deposit_address"] : []),
    ...(method === "permit" ? ["gasless_execution"] : []),
    ...(appFees.length > 0 ? ["app_fees"] : []),
  ];
}

function presentAddress(request: BridgeRequest, version: ListVersion): Record<string, unknown> | null {
  const { depositAddress: address, method, strict, deposit, recoveryAddress = null } = request;
  if (address === undefined || method !== "deposit-address") return null;
  return {
    address,
    [version === "v3" ? "type" : "depositAddressType"]: strict ? "strict" : "open",
    depositor: deposit?.sender ?? null,
    ...(version === "v3" && { recoveryAddress }),
    depositTxHash: deposit?.txHash || null, // none was seen of a deposit that was found by its balance
    depositOutput: deposit?.id ?? null, // our extension: one transaction may pay an address twice
  };
}

/** The transaction of a fill that moved nothing; the deposit goes back. */
function failedHash({ fill, state }: BridgeRequest): string | null {
  const hasFailed = state === "refunding" || state === "refund" || state === "failure";
  return (hasFailed && fill?.hash) || null;
}

/** What only v2 has in `data`, or has there in another form. */
function presentNestedData(request: BridgeRequest, catalog: Catalog): Record<string, unknown> {
  const { deposit, refund, promised, state, origin, destination } = request;
  const output = state === "success" ? promised : undefined;
  const source = deposit ?? origin; // another currency than quoted may have come
  const from = catalog.currency(source.chainId, source.currency);
  const to = catalog.currency(destination.chainId, destination.currency);
  return {
    appFees: request.appFees.map(({ recipient, bps }) => ({ recipient, bps: String(bps) })),
    subsidizedRequest: isSponsored(request.quote),
    fees: at(request.quote, "fill", "price", "fees") ?? at(request.quote, "price", "fees"), // as they were recorded
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

function incoming({ deposit }: BridgeRequest, version: ListVersion): readonly unknown[] {
  if (!deposit?.txHash) return []; // found by its balance: the transaction is unknown
  return [{ ...transaction(version, deposit.txHash, deposit.chainId), block: deposit.height }];
}

/** The fill or the refund once it is in a block; a fill that reverted moved nothing and is not shown. */
function outgoing(request: BridgeRequest, version: ListVersion): readonly unknown[] {
  const { fill, refund, state, origin, destination, deposit } = request;
  if (state === "refund" && refund)
    return [transaction(version, refund.hash, deposit?.chainId ?? origin.chainId)];
  return state === "success" && fill ? [transaction(version, fill.hash, destination.chainId)] : [];
}

function transaction(version: ListVersion, hash: string, chainId: number): Record<string, unknown> {
  return { [version === "v3" ? "txHash" : "hash"]: hash, chainId, type: "onchain", status: "success" };
}

/** Of the fill, once there is one. */
function usesPools(quote: unknown): boolean {
  return isThroughPools(at(quote, "fill") ?? quote);
}

/** What a record holds at a path, or null. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const name of path) {
    if (typeof here !== "object" || here === null || !(name in here)) return null;
    here = (here as Record<string, unknown>)[name]; // an object, by the line above
  }
  return here;
}
