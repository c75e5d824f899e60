import { z } from "zod";
import { quoteBodySchema } from "../../quote/quoteBody.ts";
import { tokenBody } from "../accessTokenRoutes.ts";
import { claimBody, pageQuery } from "../appFeeRoutes.ts";
import { chainQuery, sourcesQuery } from "../chainRoutes.ts";
import { configQuery } from "../configRoutes.ts";
import { priceQuery, searchBody } from "../currencyRoutes.ts";
import { depositAddressQuery } from "../depositAddressRoutes.ts";
import { executeSchema } from "../executeRoutes.ts";
import { queryV2, queryV3 } from "../requestQuery.ts";
import { indexBody, reindexBody, singleBody } from "../transactionRoutes.ts";
import { webhookBody } from "../webhookRoutes.ts";

/** A call of the service as its OpenAPI document describes it. */
export type Operation = Readonly<{
  id: string;
  area: Area;
  summary: string;
  about?: string;
  needsKey?: boolean; // else a key is optional
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What fields of the query or the body mean. */
  fields?: Readonly<Record<string, string>>;
  /** What else than 400, 401, 429 and 503 it may answer. */
  mayAnswer?: Readonly<Record<string, string>>;
}>;

export const AREAS = {
  contract:
    "The contract: quotes, statuses and chains. These paths are frozen: fields are added, none is taken away.",
  requests: "Lists of requests",
  currencies: "Currencies and prices",
  transactions: "Transactions that a caller reports, and signatures that it hands in",
  apps: "App fees and webhooks",
} as const;
export type Area = keyof typeof AREAS;

const requestId = z.object({ requestId: z.string().min(1) });
const REQUEST_ID = { requestId: "The id in a step of the quote. The hash of a transaction is none." };
const STATUS =
  "Poll once a second. `waiting`, `pending` and `success` are the contract's; `failure` and `refund` say that the money was not delivered. An id that was never given out is `unknown`.";
const CHAIN = { chainId: "A chain that GET /chains lists." };
const NOT_FOUND = { "404": "There is no such thing, or not yet." };

const CONFIG =
  "`fee` is what a bridge costs however small it is, and `solver.capacityPerRequest` the largest output: smallest units of the destination's currency. `user` is in those of the origin's currency, without the gas of its transaction.";
const CONFIG_FIELDS = {
  originChainId: "A chain that GET /chains lists.",
  destinationChainId: "A chain that GET /chains lists.",
  user: "Whose balance to look at, on the origin chain.",
  currency:
    "A symbol, or the identifier of a currency that both chains have. By default the destination chain's own coin.",
} as const;

/** What the fields of a quote request mean (interface specification 2.1), and those of our extensions. */
const QUOTE_FIELDS = {
  user: "The address that pays on the origin chain; with useDepositAddress any address, on Bitcoin one whose balance exceeds the amount.",
  originChainId: "A chain that GET /chains lists. Bitcoin is 8253038.",
  destinationChainId: "A chain that GET /chains lists.",
  originCurrency: "The identifier of a currency, or its symbol. The zero address is an EVM chain's own coin.",
  destinationCurrency: "The identifier of a currency, or its symbol.",
  amount:
    "In smallest units: the input with EXACT_INPUT, the output with EXACT_OUTPUT; with txs the sum of their values.",
  tradeType: "EXACT_INPUT, EXACT_OUTPUT, or (an extension) EXPECTED_OUTPUT.",
  recipient: "Who receives on the destination chain; else the user.",
  txs: "Calls on the destination chain, in order. They take EXACT_OUTPUT, and no deposit address.",
  useDepositAddress: "Answers an address to pay to from anywhere instead of a transaction to sign.",
  refundTo:
    "Where a deposit goes back to that cannot be filled, on the origin chain. Only with useDepositAddress. On EVM chains the zero address is the account that made the deposit (an extension).",
  subsidizeFees: "The balance of the API key pays the gas and the fee of the service.",
  usePermit: "Answers a signature step instead of an approval, where the token takes one.",
  useExternalLiquidity:
    "false: fills from the service's own coins only; true: swaps on one chain through pools too.",
  referrer: "A label of the caller's own, which the request keeps.",
  recoveryAddress:
    "Extension: where a deposit goes that can neither be filled nor go back to refundTo, instead of waiting for the operator.",
  strict: "Extension: the address is for this one order, and refundTo is needed.",
  slippageTolerance: "Extension: basis points that may be lost until the fill, as digits.",
  appFees: "Extension: shares of the input for others, in basis points.",
  forceSolverExecution:
    "Extension: true has a swap on one chain made by the solver after a deposit, instead of in the user's own transaction.",
  ttl: "Extension: seconds after which the deposit is refunded instead of filled.",
  additionalData: "Extension: the public key of a P2SH user on Bitcoin.",
} as const;

const PERMIT_QUERY = z.object({ signature: z.string().regex(/^0x[0-9a-fA-F]*$/) });
const PERMIT_BODY = z.looseObject({ kind: z.string(), requestId: z.string() });
const PERMIT_FIELDS = {
  signature: "What the user's wallet has signed, in hex.",
  kind: "As in the step.",
  requestId: "As in the step.",
} as const;

/** Every call, by its method and path. */
export const OPERATIONS = {
  "POST /quote/v2": {
    id: "quote",
    area: "contract",
    summary: "Quote a bridge, a swap or calls on the destination",
    about:
      "The answer has the steps that the user carries out in order. Amounts are strings of digits in smallest units.",
    body: quoteBodySchema,
    fields: QUOTE_FIELDS,
  },
  "POST /quote/v3": {
    id: "flatQuote",
    area: "currencies",
    summary: "Quote, with flat steps",
    about:
      "The quotes of POST /quote/v2 in the form of public services since November 2026: the request stands at the top, each item is a step, and a deposit address is an object. NETWORK_OFFER_V3=0 leaves it out.",
    body: quoteBodySchema,
    fields: QUOTE_FIELDS,
  },
  "GET /intents/status/v3": {
    id: "status",
    area: "contract",
    summary: "Tell the status of a request",
    about: STATUS,
    query: requestId,
    fields: REQUEST_ID,
  },
  "GET /intents/status": {
    id: "statusByCheck",
    area: "contract",
    summary: "The same, at the path that an item's check names",
    about: STATUS,
    query: requestId,
    fields: REQUEST_ID,
  },
  "GET /chains": {
    id: "chains",
    area: "contract",
    summary: "List chains, and the currencies that deposit addresses take",
  },
  "POST /price": {
    id: "quotePrice",
    area: "currencies",
    summary: "Tell the fees and details of a quote, without promising it",
    about:
      "The body of POST /quote/v2, whose answer it gives without steps. Nothing is kept, and what the user has is not looked at.",
    body: quoteBodySchema,
    fields: QUOTE_FIELDS,
  },
  "GET /config": {
    id: "config",
    area: "currencies",
    summary: "Tell what can be bridged between two chains now",
    about: CONFIG,
    query: configQuery,
    fields: CONFIG_FIELDS,
  },
  "GET /config/v2": {
    id: "configV2",
    area: "currencies",
    summary: "The same, at the path of public services' second version",
    about: CONFIG,
    query: configQuery,
    fields: CONFIG_FIELDS,
  },
  "POST /execute/permits": {
    id: "executePermit",
    area: "transactions",
    summary: "Hand in the signature that a signature step asks for",
    about: "The body is the one of the step, `data.post.body`.",
    query: PERMIT_QUERY,
    body: PERMIT_BODY,
    fields: PERMIT_FIELDS,
  },
  "POST /execute/permits/v2": {
    id: "executeFlatPermit",
    area: "transactions",
    summary: "Hand in the signature that a step of POST /quote/v3 asks for",
    about: "The body is the one of the step, `data.post.body`.",
    query: PERMIT_QUERY,
    body: PERMIT_BODY,
    fields: PERMIT_FIELDS,
  },
  "POST /access-tokens": {
    id: "accessToken",
    area: "apps",
    summary: "Make a token for a browser",
    about: "It stands for the key for 15 minutes, in the header `Authorization: Bearer`.",
    needsKey: true,
    body: tokenBody,
  },
  "POST /execute": {
    id: "execute",
    area: "transactions",
    summary: "Have a call submitted, whose gas the key's owner pays",
    about:
      "A user operation, a signed batch of a delegated account, or any call that does not depend on its sender. It is tried first: one that would revert costs nothing.",
    needsKey: true,
    body: executeSchema,
  },
  "GET /app-balance": {
    id: "appBalance",
    area: "apps",
    summary: "Tell what the key may still spend on calls",
    needsKey: true,
  },
  "GET /swap-sources": {
    id: "swapSources",
    area: "currencies",
    summary: "Name where fills take their coins from",
    query: sourcesQuery,
    fields: CHAIN,
  },
  "GET /chains/health": {
    id: "chainHealth",
    area: "currencies",
    summary: "Say whether a chain answers",
    query: chainQuery,
    fields: CHAIN,
  },
  "GET /chains/liquidity": {
    id: "chainLiquidity",
    area: "currencies",
    summary: "Say what can still be promised on a chain",
    query: chainQuery,
    fields: CHAIN,
  },
  "POST /currencies/v2": {
    id: "currencies",
    area: "currencies",
    summary: "Find currencies",
    body: searchBody,
  },
  "GET /currencies/token/price": {
    id: "price",
    area: "currencies",
    summary: "Tell a price in dollars as a number",
    query: priceQuery,
    fields: CHAIN,
  },
  "GET /currencies/token/price/v2": {
    id: "exactPrice",
    area: "currencies",
    summary: "Tell a price in dollars as exact decimal text",
    query: priceQuery,
    fields: CHAIN,
  },
  "GET /requests/v2": {
    id: "requests",
    area: "requests",
    summary: "List requests by an identifier",
    about: "Without an identifier the requests of the caller's own key are listed.",
    query: queryV2,
  },
  "GET /requests/v3": {
    id: "requestsOfKey",
    area: "requests",
    summary: "List requests by identifiers and filters, for callers with a key",
    about:
      "Without an identifier the requests of the caller's own key are listed. An address lists its further deposits, too. Amounts are in `data.route`, fees by kind in `data.fees`.",
    needsKey: true,
    query: queryV3,
    fields: {
      term: "One search over ids, wallets, deposit addresses and transactions.",
      user: "Who pays: the user of the quote, or the sender of a deposit to its address.",
      includeChildRequests: "With id: its further deposits, too.",
      startTimestamp: "Unix seconds, of the time by which the list is sorted.",
      endTimestamp: "Unix seconds, of the time by which the list is sorted.",
      referrer: "Of requests of the caller's own key.",
      filters:
        'A JSON array of groups of which one must match, such as [{"depositAddress":["A","B"]}]. All fields of a group must match; an array is one of them, "not:" excludes a value, null means that there is none.',
      includeTotal: "true: adds the number of all requests that match.",
      includeAuthenticatedData: "Taken and not needed: an owner sees everything of its requests.",
    },
  },
  "GET /deposit-addresses/v1": {
    id: "depositAddresses",
    area: "requests",
    summary: "Tell what a deposit address is for, or list deposit addresses",
    about:
      "With address or requestId one deposit address; without them a page of those that were quoted for a user, or with the caller's key, the newest first.",
    needsKey: true,
    query: depositAddressQuery,
    fields: {
      address: "A deposit address.",
      requestId: "A request with a deposit address, or a further deposit to it.",
      user: "The user of the quotes. Without it the caller's key.",
    },
    mayAnswer: NOT_FOUND,
  },
  "POST /transactions/index": {
    id: "indexTransaction",
    area: "transactions",
    summary: "Have a transaction looked at now",
    body: indexBody,
    fields: CHAIN,
    mayAnswer: NOT_FOUND,
  },
  "POST /transactions/single": {
    id: "reportTransaction",
    area: "transactions",
    summary: "Report the user's own send, wrap, unwrap or swap on one chain",
    body: singleBody,
    fields: { ...CHAIN, tx: "The transaction as JSON in a text, with its txHash." },
    mayAnswer: NOT_FOUND,
  },
  "POST /transactions/deposit-address/reindex": {
    id: "reindexAddress",
    area: "transactions",
    summary: "Have a deposit address looked at for what was missed",
    body: reindexBody,
    fields: CHAIN,
    mayAnswer: NOT_FOUND,
  },
  "GET /app-fees/{wallet}/balances": {
    id: "appFeeBalances",
    area: "apps",
    summary: "Tell what an application has earned",
  },
  "POST /app-fees/{wallet}/claim": {
    id: "claimAppFees",
    area: "apps",
    summary: "Ask for the message that claims app fees",
    about: "Its signature is handed in to POST /execute/permits.",
    body: claimBody,
  },
  "GET /app-fees/{wallet}/claims": {
    id: "appFeeClaims",
    area: "apps",
    summary: "List claims",
    query: pageQuery,
  },
  "POST /webhook": {
    id: "setWebhook",
    area: "apps",
    summary: "Set the URL that is told of the key's requests",
    needsKey: true,
    body: webhookBody,
  },
  "GET /webhook": {
    id: "webhook",
    area: "apps",
    summary: "Show the webhook and its last deliveries",
    needsKey: true,
    mayAnswer: NOT_FOUND,
  },
  "DELETE /webhook": {
    id: "removeWebhook",
    area: "apps",
    summary: "Remove the webhook",
    needsKey: true,
    mayAnswer: NOT_FOUND,
  },
  "POST /webhook/test": {
    id: "testWebhook",
    area: "apps",
    summary: "Post a test message to the webhook",
    needsKey: true,
    mayAnswer: NOT_FOUND,
  },
} as const satisfies Readonly<Record<string, Operation>>;
export type OperationName = keyof typeof OPERATIONS;
