import { ConflictError } from "../../database/driver.ts";
import { formatDecimal } from "../../values/amount.ts";
import { Refusal } from "../api/refusals.ts";
import { isToken, type Token } from "../catalog.ts";
import { APP_FEES_IN } from "../ledger/accounts.ts";
import type { NetworkParts } from "../parts.ts";
import { plainFillGas } from "../quote/costs.ts";
import { valuer } from "../solver/worth.ts";
import { claimById, insertClaim } from "../persistence/claims.ts";
import { availableToContract, feeBalance } from "./balance.ts";
import { inToken, type ClaimTerms } from "./claim.ts";

const TRIES = 5; // concurrent claims of the same wallet
const PAYMENT_BYTES = 200n; // of a token transfer, generously
const DUST_USD = 1_000_000n; // 0.01 dollars in 10^-8

/** The token in which a share can be paid. Throws Refusal. */
export function payableToken(
  { catalog }: Pick<NetworkParts, "catalog">,
  chainId: number,
  text: string,
): Token {
  const currency = catalog.currency(chainId, text);
  if (currency && isToken(currency) && currency.symbol === APP_FEES_IN.currency) return currency;
  throw new Refusal(
    "UNSUPPORTED_CURRENCY",
    `App fees are paid in ${APP_FEES_IN.currency} on an EVM chain; "${text.slice(0, 64)}" on chain ${chainId} is none. GET /chains lists the currencies.`,
  );
}

/**
 * What arrives of a claimed amount, in smallest units of the token: less the present cost of the payment.
 * Undefined when that is dust. Throws HttpFailure when the chain gave no answer, PriceUnavailable when a
 * coin has no price.
 */
export async function arrivesOf(
  parts: Pick<NetworkParts, "market" | "catalog">,
  token: Token,
  amount: bigint,
): Promise<bigint | undefined> {
  const { costIn, usd } = await valuer(parts, token);
  const { maxFeePerGas } = await parts.market.gasFees(token.chainId);
  const data = await parts.market.dataFee(token.chainId, PAYMENT_BYTES);
  const arrives = inToken(amount, token) - costIn(plainFillGas(token) * maxFeePerGas + data);
  return arrives > 0n && usd(arrives) >= DUST_USD ? arrives : undefined;
}

/**
 * Takes a claim in that its wallet or the operator has ordered; the solver pays it. The same claim again changes nothing. Of
 * claims that are made at the same moment each sees those before it. A claim that a contract has signed takes only what was earned
 * on its chain. Throws Refusal when more is claimed than is available.
 */
export async function makeClaim(
  { store, clock }: Pick<NetworkParts, "store" | "clock">,
  terms: ClaimTerms,
  signer: "key" | "contract" = "key",
): Promise<void> {
  for (let tried = 1; ; tried++) {
    if (await claimById(store, terms.id)) return;
    const { available, claims } = await feeBalance(store, terms.wallet);
    if (signer === "key") requireAvailable(terms, available);
    else
      requireAvailable(terms, await availableToContract(store, terms.wallet, terms.chainId), terms.chainId);
    const number = (claims[0]?.claim.number ?? 0) + 1;
    const row = { ...terms, number, state: "requested", reason: null, createdAt: clock() };
    try {
      return await store.commit([insertClaim(store, row)]);
    } catch (error) {
      if (!(error instanceof ConflictError) || tried === TRIES) throw error;
    }
  }
}

/** Throws Refusal unless that much can be claimed; `onChain` where only the share earned on that chain counts. */
export function requireAvailable(
  { wallet, amount }: Pick<ClaimTerms, "wallet" | "amount">,
  available: bigint,
  onChain?: number,
): void {
  if (amount > 0n && amount <= available) return;
  const shown = (units: bigint) => `${formatDecimal(units, APP_FEES_IN.decimals)} ${APP_FEES_IN.currency}`;
  const who = onChain === undefined ? wallet : `the contract ${wallet}`;
  const where =
    onChain === undefined ? "" : ` on chain ${onChain}: a contract claims on the chain of its fees`;
  throw new Refusal(
    "INSUFFICIENT_FUNDS",
    `Expected an amount of at most ${shown(available)}, which is what ${who} can claim${where}; got ${shown(amount)}.`,
  );
}
