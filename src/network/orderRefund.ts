import { checkBitcoinAddress, type BitcoinNetwork } from "../bitcoin/codec/address.ts";
import { checkEvmAddress, hasWrongChecksum } from "../evm/codec/address.ts";
import { HttpFailure } from "../http-client/http.ts";
import { formatDecimal } from "../values/amount.ts";
import type { Catalog } from "./catalog.ts";
import { draftOf, draftWrites, observe } from "./observe.ts";
import { furtherDeposits } from "./persistence/requestList.ts";
import { requestById } from "./persistence/requests.ts";
import { PriceUnavailable } from "./prices/priceSource.ts";
import { WRONG_CHECKSUM } from "./quote/readAddress.ts";
import { estimateRefund, type EstimateParts } from "./refundEstimate.ts";
import type { BridgeRequest, Deposit } from "./request.ts";

/** A refund that cannot be ordered. The message says why, and what else there is. */
export class NoRefund extends Error {
  override name = "NoRefund";
}

/** A refund that a person may order: what is sent and to which address, and what it costs now, as words. */
export type RefundOutlook = Readonly<{ what: string; outlook: string; order(): Promise<void> }>;

/**
 * Looks at the refund of a deposit that could be neither bridged nor refunded automatically (interface specification 3, rule 6).
 * `order` orders it: the running service pays. Throws NoRefund when there is none, or nothing would arrive.
 */
export async function lookAtRefund(
  parts: EstimateParts,
  request: Readonly<{ id: string; to: string; toName: string }>,
): Promise<RefundOutlook> {
  const { store } = parts;
  const found = await requestById(store, request.id);
  if (!found) throw new NoRefund(`There is no request ${request.id}.`);
  const deposit = requireRefundable(found, await furtherDeposit(parts, found));
  const receiver = readReceiver(parts.bitcoin.network, parts.catalog, deposit, request);
  return {
    what: `${describeDeposit(parts.catalog, deposit)} to ${receiver}`,
    outlook: await outlookOf(parts, found, deposit, receiver),
    async order() {
      const { draft } = observe(draftOf(found), { kind: "refund-ordered", to: receiver, at: parts.clock() });
      if (draft.now === found) throw new NoRefund(`Request ${found.id} cannot be refunded: ${found.state}.`);
      await store.commit(draftWrites(store, draft));
    },
  };
}

/** What the payment costs and what arrives, as words. Throws when nothing would be left of the deposit. */
export async function outlookOf(
  parts: EstimateParts,
  request: BridgeRequest,
  deposit: Deposit,
  to: string,
): Promise<string> {
  const shown = (amount: bigint) => amountOf(parts.catalog, deposit, amount);
  try {
    const { fee, arrives } = await estimateRefund(parts, request, deposit, to);
    if (arrives !== undefined) return `the fee is about ${shown(fee)} now, so about ${shown(arrives)} arrive`;
    throw new NoRefund(
      `Nothing would be left of ${shown(deposit.amount)}: the fee is about ${shown(fee)} now. Nothing was ordered; order it when fees are lower.`,
    );
  } catch (error) {
    if (!(error instanceof HttpFailure) && !(error instanceof PriceUnavailable)) throw error;
    return `the fee cannot be told now (${error.message})`;
  }
}

const WHY_NOT: Readonly<Record<Exclude<BridgeRequest["state"], "failure">, string>> = {
  waiting: "no confirmed deposit has come",
  pending: "the deposit is being bridged; if that fails, it is refunded or waits for this command",
  filling: "the fill is on its way",
  success:
    "the recipient was paid. A further deposit is a request of its own: see GET /requests/v2?id=<this id>&includeChildRequests=true",
  refunding: "its refund is on its way",
  refund: "it was refunded",
  superseded: "its money came in another coin or on another chain",
};

/** Names the request of a deposit that came to this one's address and did not become its own: dust, for one. */
async function furtherDeposit({ store }: EstimateParts, { id, deposit }: BridgeRequest): Promise<string> {
  const further = deposit ? undefined : (await furtherDeposits(store, [id])).get(id);
  return further === undefined ? "" : `, but request ${further.newest} of the same address has one`;
}

/** The deposit that waits for a person. Throws with the reason, and what else there is, when there is none. */
function requireRefundable({ id, state, deposit, refund, method }: BridgeRequest, but: string): Deposit {
  if (state !== "failure")
    throw new NoRefund(`Request ${id} has nothing to refund: ${WHY_NOT[state]}${but}.`);
  if (deposit && !refund && method !== "direct" && method !== "desk") return deposit;
  const why = refund
    ? `its refund was signed already, in transaction ${refund.hash}`
    : "the service never held its money";
  throw new NoRefund(`Request ${id} has nothing to refund: ${why}.`);
}

/** The address, in the deposit's chain's own form. Throws where it is none there, or names a currency. */
export function readReceiver(
  network: BitcoinNetwork,
  catalog: Catalog,
  { chainId }: Deposit,
  { to, toName }: Readonly<{ to: string; toName: string }>,
): string {
  const family = catalog.family(chainId);
  if (!family)
    throw new NoRefund(
      `The deposit is on chain ${chainId}, which is not configured any more. Set NETWORK_RPC_${chainId}.`,
    );
  const address = family === "bitcoin" ? checkBitcoinAddress(network, to) : checkEvmAddress(to);
  if (family === "evm" && hasWrongChecksum(to)) throw new NoRefund(`${toName} "${to}" ${WRONG_CHECKSUM}`);
  const kind = family === "bitcoin" ? `a Bitcoin address on ${network}` : "an EVM address";
  if (!address)
    throw new NoRefund(
      `Expected ${toName} to be ${kind}, because the deposit is on chain ${chainId}; got "${to.slice(0, 100)}".`,
    );
  if (!catalog.isIdentifier(address)) return address;
  throw new NoRefund(
    `${toName} ${to} names a currency: money sent there is lost. Give the receiver's own address.`,
  );
}

/** A deposit in words: its amount, its chain and its transaction. */
export function describeDeposit(catalog: Catalog, deposit: Deposit): string {
  const { chainId, amount, txHash } = deposit;
  return `${amountOf(catalog, deposit, amount)} on chain ${chainId} (deposited by ${txHash})`;
}

function amountOf(catalog: Catalog, { chainId, currency }: Deposit, amount: bigint): string {
  const known = catalog.currency(chainId, currency);
  return known ? `${formatDecimal(amount, known.decimals)} ${known.symbol}` : `${amount} of ${currency}`;
}
