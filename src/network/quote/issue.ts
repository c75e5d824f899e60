import { scriptOf, type BitcoinAddress } from "../../bitcoin/codec/address.ts";
import { ConflictError } from "../../database/driver.ts";
import { withMutex, type KeyedMutex } from "../../runtime/concurrency/keyedMutex.ts";
import { SECOND_MS } from "../../values/time.ts";
import { keyOf } from "../catalog.ts";
import { newDraft, draftWrites } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import type { BridgeRequest } from "../request.ts";
import { insertAddress, nextAddressIndex, type IssuedAddress } from "../persistence/addresses.ts";
import { holdFees } from "../sponsors/quoteFees.ts";
import type { PricedQuote } from "./pricedQuote.ts";
import { inDigits, quoteRecord } from "./quoteRecord.ts";
import { hasAddress } from "./readQuote.ts";

const CLAIM_ATTEMPTS = 20; // only other processes on the same database can be in the way, about every second time while both are busy

/**
 * Stores every quote that was promised, with an address of its own where its money comes to one (undefined for what the
 * user's wallet does at a contract). Indexes are counted in memory; the primary key catches other processes. With `since`
 * transactions of the origin chain serve the quote in blocks above that height only.
 */
export function createIssuer(
  parts: NetworkParts,
): (quote: PricedQuote, since?: number) => Promise<string | undefined> {
  let upcoming: Promise<number> | undefined;
  const takeIndex = async () => {
    const mine = (upcoming ??= nextAddressIndex(parts.store));
    upcoming = mine.then((index) => index + 1);
    upcoming.catch(() => (upcoming = undefined));
    return mine;
  };
  const issue = async (quote: PricedQuote, since?: number) => {
    for (let tried = 1; ; tried++) {
      const fees = await holdFees(parts, quote);
      const issued = hasAddress(quote.terms) ? addressFor(parts, quote, await takeIndex()) : undefined;
      const request = newRequest(quote, issued, since);
      try {
        const claim = issued ? [insertAddress(parts.store, issued)] : [];
        await parts.store.commit([...claim, ...fees, ...draftWrites(parts.store, newDraft(request))]);
        parts.log.info("network.quoted", { request: request.id, method: request.method });
        return issued?.address;
      } catch (error) {
        if (!(error instanceof ConflictError) || tried >= CLAIM_ATTEMPTS) throw error;
        upcoming = undefined; // another process issued addresses: look again
      }
    }
  };
  const underWay: KeyedMutex = new Map();
  return (quote, since) =>
    quote.terms.isSponsored && quote.owner !== undefined
      ? withMutex(underWay, quote.owner, () => issue(quote, since)) // they take parts of one balance, one after the other
      : issue(quote, since);
}

function addressFor(
  { keys, bitcoin }: NetworkParts,
  { terms, requestId }: PricedQuote,
  index: number,
): IssuedAddress {
  if (terms.origin.kind === "bitcoin") {
    const address: BitcoinAddress = keys.depositAddress(index);
    const watch = scriptOf(bitcoin.network, address);
    return { addressIndex: index, family: "bitcoin", address, watch, salt: null, requestId };
  }
  const { address, salt } = keys.evmDepositAddress(index);
  return { addressIndex: index, family: "evm", address, watch: address, salt, requestId };
}

function newRequest(
  { requestId, terms, permit, price, market, at, owner }: PricedQuote,
  issued: IssuedAddress | undefined,
  since: number | undefined,
): BridgeRequest {
  const { user, recipient, method, operation, tradeType, strict, referrer, slippageBps, appFees, calls } =
    terms;
  return {
    user,
    recipient,
    method,
    operation,
    tradeType,
    strict,
    referrer,
    slippageBps,
    appFees,
    calls,
    id: requestId,
    version: 0,
    state: "waiting",
    parent: undefined,
    successor: undefined,
    owner,
    recoveryAddress: terms.recoveryAddress,
    refundTo: method === "deposit-address" ? terms.refundTo : user, // the user's own wallet takes its own money back
    origin: keyOf(terms.origin),
    destination: keyOf(terms.destination),
    expiresAt: terms.ttlSeconds === undefined ? undefined : at + terms.ttlSeconds * SECOND_MS,
    depositAddress: issued?.address,
    addressIndex: issued?.addressIndex,
    floor: { input: price.input, output: price.minimum, flat: price.flat },
    promised: price.output,
    taken: undefined,
    quote: {
      ...quoteRecord(price, market),
      ...(since !== undefined && { since }),
      ...(!terms.usePools && { usePools: false }),
      ...(price.fees.sponsored !== undefined && { sponsored: true }),
      ...(permit && { permit: inDigits(permit) }),
    },
    sighted: undefined,
    deposit: undefined,
    fill: undefined,
    refund: undefined,
    failReason: undefined,
    refundFailReason: undefined,
    held: undefined,
    createdAt: at,
    updatedAt: at,
  };
}
