import { formatDecimal } from "../../values/amount.ts";
import { isoTime, type Instant } from "../../values/time.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { APP_FEES_IN } from "../ledger/accounts.ts";
import type { Token } from "../catalog.ts";

/** How long a claim may be signed. */
export const CLAIM_MINUTES = 15;

/** What an application asks to be paid: `amount` of its share (dollars of 6 decimals), as a token on a chain. */
export type ClaimTerms = Readonly<{
  id: string;
  wallet: EvmAddress; // the owner of the share
  chainId: number;
  currency: string;
  recipient: EvmAddress;
  amount: bigint;
}>;

/**
 * The text that the wallet signs (EIP-191). It names everything that is decided by it, and the service's own account, so that no
 * other service can use the signature.
 */
export function claimMessage(terms: ClaimTerms, service: string, expiresAt: Instant): string {
  const { id, wallet, chainId, currency, recipient, amount } = terms;
  return [
    "Pay out app fees",
    `Claim: ${id}`,
    `Wallet: ${wallet}`,
    `Amount: ${formatDecimal(amount, APP_FEES_IN.decimals)} ${APP_FEES_IN.currency}, less the network's fee`,
    `Currency: ${currency} on chain ${chainId}`,
    `Recipient: ${recipient}`,
    `Service: ${service}`,
    `Valid until: ${isoTime(expiresAt)}`,
  ].join("\n");
}

/** An amount of a share in smallest units of the token that it is paid in, rounded down. */
export function inToken(amount: bigint, { decimals }: Pick<Token, "decimals">): bigint {
  return (amount * 10n ** BigInt(decimals)) / 10n ** BigInt(APP_FEES_IN.decimals);
}
