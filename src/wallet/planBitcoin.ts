import { checkBitcoinAddress, type BitcoinNetwork } from "../bitcoin/codec/address.ts";
import { BITCOIN_CHAIN_ID } from "../intents/identifiers.ts";
import { checkAmount, checkChain, disagreement } from "./agreement.ts";
import { unsafe } from "./errors.ts";
import { readPsbtOffer, type FeeCap, type PsbtOffer } from "./psbtOffer.ts";
import type { ItemData, QuotedStep, WalletQuote } from "./quote.ts";

export type BitcoinAction =
  | Readonly<{ kind: "psbt"; offer: PsbtOffer }>
  | Readonly<{ kind: "bitcoin-payment"; address: string; sats: bigint }>;

/**
 * The action of an item on Bitcoin: a PSBT to sign, or a payment to a deposit address (4.4, 4.5). Throws
 * WalletError unsafe_quote when it would pay another amount or payee.
 */
export function planBitcoin(
  { request, references }: WalletQuote,
  { depositAddress }: QuotedStep,
  { to, data = "0x", value, chainId, psbt }: ItemData,
  { bitcoinNetwork: network, feeCap }: Readonly<{ bitcoinNetwork: BitcoinNetwork; feeCap: FeeCap }>,
  input: bigint | undefined,
): BitcoinAction {
  checkChain(chainId ?? BITCOIN_CHAIN_ID, BITCOIN_CHAIN_ID); // a PSBT comes without one
  if (psbt !== undefined) {
    const psbtTerms = { network, user: request.user, references, depositAddress, input, feeCap };
    return { kind: "psbt", offer: readPsbtOffer(psbt, psbtTerms) };
  }
  if (depositAddress === undefined || !checkBitcoinAddress(network, depositAddress)) {
    throw unsafe(
      `its deposit address ${depositAddress ?? "(none)"} is not a Bitcoin address on the ${network}`,
    );
  }
  if (to !== undefined && to !== depositAddress) throw disagreement(depositAddress, to);
  if (data !== "0x") throw unsafe(`a Bitcoin payment carries no call data, got ${data.slice(0, 20)}`);
  const sats = value === undefined ? input : BigInt(value);
  if (sats === undefined || sats === 0n) throw unsafe("it does not say how many sats to pay");
  checkAmount(sats, input);
  return { kind: "bitcoin-payment", address: depositAddress, sats };
}
