import { checkEvmAddress } from "../../../evm/codec/address.ts";
import type { ServiceChain } from "../../../intents/chains.ts";
import { isCurrencyIdentifier, sameCurrency } from "../../../intents/identifiers.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";
import { chainTitle } from "../pricing/methods.ts";
import { sentence, type Sentence, SentenceError } from "../../../values/sentence.ts";

/** What a person chose to be paid in, and where. */
export type SettlementChoice = Readonly<{ chainId: number; currency: string; recipient: string }>;

/** The choice cannot be taken; `field` says which part of it, the message why and what to do. */
export class SettlementError extends SentenceError {
  override name = "SettlementError";
  constructor(
    readonly field: "coin" | "recipient",
    said: Sentence,
  ) {
    super(said);
  }
}

/**
 * The settlement, with the decimals and the symbol that the service lists: a wrong decimals figure would misprice everything.
 * Throws SettlementError for an address that is none or keeps for ever what is sent to it, and for a coin that is not listed.
 */
export function chooseSettlement(
  chains: readonly ServiceChain[],
  { chainId, currency, recipient }: SettlementChoice,
): Settlement {
  requireOwnAddress(recipient);
  refuseForeignRecipient(chains, recipient);
  const chain = settlementChains(chains).find(({ id }) => id === chainId);
  const coin = chain?.solverCurrencies.find(({ address }) => sameCurrency(address, currency));
  if (!chain || !coin) {
    const known = settlementCoins(chains).map(
      ({ value, symbol, network }) => `${value} (${symbol} on ${network})`,
    );
    const said = sentence("The service cannot settle {coin}. It lists:\n  {known}", {
      coin: `${chainId}:${currency}`,
      known: known.join("\n  "),
    });
    throw new SettlementError("coin", said);
  }
  const { address, symbol, decimals } = coin;
  return { chainId, chainName: chainTitle(chain), currency: address, symbol, decimals, recipient };
}

/** The coins that a store can be paid in: "<chain id>:<currency>", and what people call the coin and its chain. */
export function settlementCoins(
  chains: readonly ServiceChain[],
): readonly Readonly<{ value: string; symbol: string; network: string }>[] {
  return settlementChains(chains).flatMap((chain) =>
    chain.solverCurrencies.map(({ address, symbol }) => ({
      value: `${chain.id}:${address}`,
      symbol,
      network: chainTitle(chain),
    })),
  );
}

/** A merchant is paid on EVM chains: the address is checked as one of theirs. */
function settlementChains(chains: readonly ServiceChain[]): readonly ServiceChain[] {
  return chains.filter(({ vmType, disabled }) => (vmType ?? "evm") === "evm" && disabled !== true);
}

/** Where tokens are sent to destroy them: its key is unknown. */
const BURN_ADDRESS = "0x000000000000000000000000000000000000dead";

function requireOwnAddress(recipient: string): void {
  const isBurnt = recipient.toLowerCase() === BURN_ADDRESS;
  if (checkEvmAddress(recipient) !== undefined && !isCurrencyIdentifier(recipient) && !isBurnt) return;
  const why = isBurnt
    ? sentence("it is a burn address, from which nothing comes back")
    : /^0x[0-9a-fA-F]{40}$/.test(recipient)
      ? isCurrencyIdentifier(recipient)
        ? sentence("it is the zero address, from which nothing comes back")
        : sentence("its checksum is wrong, so a character may be too: paste it again")
      : sentence("an EVM address is 0x and 40 hexadecimal digits");
  throw new SettlementError(
    "recipient",
    sentence('Expected the merchant\'s own EVM address as recipient; "{recipient}": {why}.', {
      recipient,
      why,
    }),
  );
}

/** A token contract or the service's own address keeps for ever what is sent to it. */
function refuseForeignRecipient(chains: readonly ServiceChain[], recipient: string): void {
  for (const chain of chains) {
    const token = chain.solverCurrencies.find(({ address }) => sameCurrency(address, recipient));
    if (token)
      throw new SettlementError(
        "recipient",
        sentence(
          "The recipient {recipient} is the {coin} contract itself: money sent there is lost. Give the merchant's own address.",
          { recipient, coin: token.symbol },
        ),
      );
    const solvers = chain["solverAddresses"];
    if (Array.isArray(solvers) && solvers.some((solver) => sameCurrency(String(solver), recipient)))
      throw new SettlementError(
        "recipient",
        sentence("The recipient {recipient} is the intent service's own address. Give the merchant's own.", {
          recipient,
        }),
      );
  }
}
