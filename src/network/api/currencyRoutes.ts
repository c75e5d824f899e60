import { Router, type Request } from "express";
import { z } from "zod";
import { formatFixed } from "../../values/amount.ts";
import { BITCOIN, type Catalog, type Currency } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import { presentCurrency } from "../quote/presentQuote.ts";
import { postOnly } from "./errors.ts";
import { currencyId } from "./presentChains.ts";
import { chainIdText, readBody, readJson, readQuery } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

const DEFAULT_LIMIT = 20;
const LARGEST_LIMIT = 100;
const USD_DECIMALS = 8; // of prices

const text = z.string().max(256);
export const searchBody = z.object({
  defaultList: z.boolean().optional(), // every currency of this service is on it
  chainIds: z.array(z.number().int()).max(100).optional(),
  term: text.optional(),
  address: text.optional(),
  currencyId: text.optional(),
  tokens: z.array(text).max(100).optional(), // "chainId:address"
  verified: z.boolean().optional(), // all of them are
  limit: z.number().int().min(1).max(LARGEST_LIMIT).optional(),
  includeAllChains: z.boolean().optional(),
  useExternalSearch: z.boolean().optional(), // there is none
  depositAddressOnly: z.boolean().optional(), // every currency here can come to a deposit address
});
export const priceQuery = z.object({ address: text, chainId: chainIdText });

/** POST /currencies/v2 and GET /currencies/token/price: extensions, in the form of public services. */
export function currencyRoutes(parts: NetworkParts): Router {
  const router = Router();
  router.post("/currencies/v2", readJson, (request, response) => {
    response.json(search(parts.catalog, readBody(searchBody, request.body)));
  });
  router.all("/currencies/v2", postOnly);
  router.get("/currencies/token/price", async (request, response) => {
    response.json({ price: Number(await priceOf(parts, request)) }); // a number by its form; /v2 is exact
  });
  router.get("/currencies/token/price/v2", async (request, response) => {
    response.json({ price: await priceOf(parts, request) });
  });
  return router;
}

/** The currencies that pass every filter, chain by chain, as one flat list. */
function search(catalog: Catalog, filter: z.infer<typeof searchBody>): readonly unknown[] {
  const all = [BITCOIN.chainId, ...catalog.chains.map(({ id }) => id)].flatMap((id) =>
    catalog.currencies(id),
  );
  return all
    .filter((currency) => passes(currency, filter))
    .slice(0, filter.limit ?? DEFAULT_LIMIT)
    .map((currency) => ({
      ...presentCurrency(currency),
      vmType: currency.kind === "bitcoin" ? "bvm" : "evm",
    }));
}

function passes(currency: Currency, filter: z.infer<typeof searchBody>): boolean {
  const { chainIds, term, address, currencyId: id, tokens } = filter;
  const lower = (value: string) => value.trim().toLowerCase();
  const words = [currency.symbol, currency.name, currency.address].map(lower);
  return (
    (!chainIds?.length || chainIds.includes(currency.chainId)) &&
    (!term || words.some((word) => word.includes(lower(term)))) &&
    (!address || lower(address) === currency.address) &&
    (!id || lower(id) === currencyId(currency)) &&
    (!tokens?.length || tokens.map(lower).includes(`${currency.chainId}:${currency.address}`))
  );
}

/** US dollars for one whole coin, as a decimal text. */
async function priceOf({ catalog, prices, clock }: NetworkParts, { query }: Request): Promise<string> {
  const { address, chainId } = readQuery(priceQuery, query);
  const currency = catalog.currency(chainId, address);
  if (!currency) {
    throw new Refusal(
      "UNSUPPORTED_CURRENCY",
      `There is no such currency on chain ${chainId}. POST /currencies/v2 lists the currencies.`,
    );
  }
  return formatFixed(await prices.price(currency.symbol, clock()), USD_DECIMALS);
}
