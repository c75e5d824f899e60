import { Router } from "express";
import { z } from "zod";
import type { BitcoinAddress } from "../../bitcoin/codec/address.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { max, min } from "../../values/amount.ts";
import { isToken, type Currency } from "../catalog.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { priceInput, priceOutput, type Market } from "../quote/pricing.ts";
import { addressRules, readAddress } from "../quote/readAddress.ts";
import { chainIdText, plainText, readQuery } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

const text = plainText.min(1).max(256);
export const configQuery = z.object({
  originChainId: chainIdText,
  destinationChainId: chainIdText,
  user: text.optional(),
  currency: text.optional(),
});

/** What is asked of a price here: no application takes a share. */
const PLAIN = { slippageBps: 0, appFees: [] } as const;

/** GET /config and /config/v2: what can be bridged between two chains now. Extensions, in the form of public services. */
export function configRoutes(parts: NetworkParts): Router {
  const router = Router();
  router.get(["/config", "/config/v2"], async (request, response) => {
    response.json(await configOf(parts, readQuery(configQuery, request.query)));
  });
  return router;
}

/** Amounts are smallest units of the destination currency, those of the user of the origin currency. Throws Refusal and HttpFailure. */
async function configOf(
  parts: NetworkParts,
  asked: z.infer<typeof configQuery>,
): Promise<Record<string, unknown>> {
  const { origin, destination } = readSides(parts, asked);
  const user =
    asked.user === undefined
      ? undefined
      : readAddress("user", asked.user, origin.chainId, addressRules(parts));
  const method = origin.kind === "bitcoin" ? "deposit-address" : "depository";
  const [market, inventory, mostPaid, balance] = await Promise.all([
    parts.market.market({ origin, destination, method }),
    parts.market.capacity(destination, ["pending", "filling"]),
    parts.limits.most("filler", destination),
    user === undefined ? 0n : balanceOf(parts, origin, user),
  ]);
  const capacity = min(inventory, mostPaid ?? inventory);
  const isItself = origin.chainId === destination.chainId && origin.address === destination.address;
  const enabled = capacity > 0n && !isItself;
  const most = enabled ? mostInput({ origin, market, capacity, balance }) : 0n;
  const { keys, catalog } = parts;
  return {
    enabled,
    ...(user !== undefined && { user: { balance: String(balance), maxBridgeAmount: String(most) } }),
    fee: String(priceInput(0n, market, PLAIN).flat),
    solver: {
      address: destination.kind === "bitcoin" ? keys.solverBitcoin : keys.solverEvmAddress,
      balance: String(inventory),
      capacityPerRequest: String(capacity),
    },
    supportsExternalLiquidity: catalog.chain(destination.chainId)?.pools !== undefined,
  };
}

/**
 * The named currency on both chains; by default the destination's own coin, for the same on the origin, or else for the origin's
 * own coin. Throws Refusal.
 */
function readSides(
  { catalog }: NetworkParts,
  { originChainId, destinationChainId, currency }: z.infer<typeof configQuery>,
): Readonly<{ origin: Currency; destination: Currency }> {
  const [from] = catalog.currencies(originChainId);
  const [to] = catalog.currencies(destinationChainId);
  if (!from || !to)
    throw new Refusal(
      "UNSUPPORTED_CHAIN",
      `Chain ${from ? destinationChainId : originChainId} is not supported. GET /chains lists the chains.`,
    );
  if (currency === undefined)
    return { origin: catalog.currency(originChainId, to.symbol) ?? from, destination: to };
  const named = catalog.currency(destinationChainId, currency) ?? catalog.currency(originChainId, currency);
  const origin = named && catalog.currency(originChainId, named.symbol);
  const destination = named && catalog.currency(destinationChainId, named.symbol);
  if (origin && destination) return { origin, destination };
  throw new Refusal(
    "UNSUPPORTED_CURRENCY",
    "currency: expected the symbol or the identifier of a currency that both chains have. GET /chains lists the currencies.",
  );
}

type Bounds = Readonly<{ origin: Currency; market: Market; capacity: bigint; balance: bigint }>;

/** The largest input that the user has beside its gas, and that the service can fill; zero where it would not pay its fees. */
function mostInput({ origin, market, capacity, balance }: Bounds): bigint {
  const free = isToken(origin) ? balance : balance - market.payerCost.amount;
  const { input, output } = priceOutput(capacity, market, PLAIN); // the smallest one with at least this output
  const most = max(0n, min(free, output > capacity ? input - 1n : input));
  return priceInput(most, market, PLAIN).output > 0n ? most : 0n;
}

function balanceOf({ evm, bitcoin }: NetworkParts, currency: Currency, user: string): Promise<bigint> {
  if (currency.kind === "bitcoin") return bitcoin.balance(user as BitcoinAddress); // read for the origin's chain, as below
  const chain = requireChain(evm, currency.chainId);
  const owner = user as EvmAddress;
  return isToken(currency) ? chain.tokenBalance(currency.address, owner) : chain.nativeBalance(owner);
}
