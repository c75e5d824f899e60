import fc from "fast-check";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { EVENT } from "../streamClient.ts";
import { API_KEY, EVM_CHAIN_ID, OTHER_CHAIN_ID, RECIPIENT, type World } from "../world.ts";

export const USER = "0x2222222222222222222222222222222222222222";

/** A call of an endpoint as it goes over the wire. */
export type Call = Readonly<{
  method: string;
  path: string;
  query: readonly (readonly [string, string])[];
  raw: string; // behind the query as it is
  body: string | undefined;
  key: string | undefined;
}>;
/** A request that the service has given out, and its deposit address, if any. */
export type Acknowledged = Readonly<{ requestId: string; address: string }>;

const PATHS = [
  ...["/intents/status/v3", "/intents/status", "/requests/v2", "/requests/v3", "/chains", "/chains/health"],
  ...[
    "/chains/liquidity",
    "/currencies/v2",
    "/currencies/token/price",
    "/currencies/token/price/v2",
    "/keys",
  ],
  ...["/transactions/index", "/transactions/single", "/transactions/deposit-address/reindex"],
  ...["/execute/permits", "/execute", "/", "/intents/status/v4", "/requests/%2e%2e", "/chains/%00"],
] as const;

const POSTED = /^\/(currencies\/v2|transactions|execute|keys)/;

const PARAMETERS = [
  ...["requestId", "id", "depositAddress", "includeChildRequests", "user", "recipient", "hash", "chainId"],
  ...[
    "depositTxHash",
    "fillTxHash",
    "refundTxHash",
    "originChainId",
    "destinationChainId",
    "status",
    "limit",
  ],
  ...["startTimestamp", "endTimestamp", "sortBy", "sortDirection", "continuation", "referrer", "address"],
  ...["signature", "apiKey", "constructor", "__proto__", "a[b]", "😀"],
] as const;

const FIELDS = [
  ...["requestId", "chainId", "txHash", "tx", "depositAddress", "targetChainId", "currency", "kind", "name"],
  ...["chainIds", "term", "address", "currencyId", "tokens", "limit", "defaultList", "__proto__"],
] as const;

/** Calls of every path: mostly with its own method and a sensible form, a few with neither. */
export function arbitraryCall(world: World, quotes: readonly Acknowledged[]): fc.Arbitrary<Call> {
  const value = word(world, quotes);
  const bodies = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(value, json(world, quotes))).map(asJson),
    },
    { weight: 2, arbitrary: sensible(world, quotes).map(asJson) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map(asJson) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "{", "null", '"', "name=a", "name=%", `{"a":"${"x".repeat(70_000)}"}`),
    },
  );
  return fc
    .record({
      path: fc.constantFrom(...PATHS),
      method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH"),
      odds: fc.nat(9), // 0: any method; 6 and more: a query that the path takes
      fitting: fittingQuery(world, quotes),
      query: fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), value), { maxLength: 3 }),
      raw: fc.oneof(
        { weight: 9, arbitrary: fc.constant("") },
        { weight: 1, arbitrary: fc.constantFrom("&id=%E0%A4%A", "&limit=1&limit=2", "&&=&", "&id[]=a") },
      ),
      body: bodies,
      key: fc.option(fc.constantFrom(API_KEY, API_KEY, "wrong"), { nil: undefined }),
    })
    .map(({ path, method, odds, fitting, query, raw, body, key }) => ({
      ...{ path, key },
      ...(odds >= 6 ? { query: fitting(path), raw: "" } : { query, raw }),
      method: odds === 0 ? method : POSTED.test(path) ? "POST" : "GET",
      body: odds === 0 || POSTED.test(path) ? body : undefined,
    }));
}

type Query = Call["query"];

/** Queries that their paths take. */
function fittingQuery(world: World, quotes: readonly Acknowledged[]): fc.Arbitrary<(path: string) => Query> {
  const quote = fc.constantFrom(...quotes);
  const chain = fc.constantFrom(world.evm, world.other);
  const filter = fc.constantFrom(
    ...(["status=waiting", "sortBy=updatedAt", "limit=2", "includeChildRequests=true"] as const),
    ...(["startTimestamp=0", "sortDirection=asc", "chainId=31337", `user=${USER}`] as const),
  );
  return fc
    .record({ quote, chain, filter })
    .map(({ quote: { requestId, address }, chain: { id, usdc }, filter: text }) => (path) => {
      const [name = "", value = ""] = text.split("=");
      const chainId = ["chainId", String(id)] as const;
      if (path.startsWith("/intents")) return [["requestId", requestId]];
      if (path.startsWith("/requests"))
        return address
          ? [
              ["depositAddress", address],
              [name, value],
            ]
          : [[name, value]];
      if (path.startsWith("/currencies/token")) return [chainId, ["address", usdc]];
      return path.startsWith("/chains/") ? [chainId] : [];
    });
}

/** Bodies that some endpoint takes. */
function sensible(world: World, quotes: readonly Acknowledged[]): fc.Arbitrary<unknown> {
  const quote = fc.constantFrom(...quotes);
  const txHash = fc.constantFrom(`0x${"12".repeat(32)}`, "34".repeat(32));
  const chainId = fc.constantFrom(EVM_CHAIN_ID, OTHER_CHAIN_ID, BITCOIN_CHAIN_ID, "31337", 1);
  return fc.oneof(
    fc.record({ chainId, txHash }),
    fc.record({
      chainId,
      requestId: quote.map(({ requestId }) => requestId),
      tx: txHash.map((hash) => asJson({ txHash: hash })),
    }),
    fc.record({ chainId, depositAddress: quote.map(({ address }) => address || world.refundTo) }),
    fc.record({ kind: fc.constant("eip3009"), requestId: quote.map(({ requestId }) => requestId) }),
    fc.record({ chainIds: fc.array(chainId), term: fc.constantFrom("usd", "ETH", "%", "'") }),
  );
}

/** What a parameter may hold: right for some, nearly right, or any text. */
function word(world: World, quotes: readonly Acknowledged[]): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        ...quotes.flatMap(({ requestId, address }) => [requestId, requestId.toUpperCase(), address]),
        ...[USER, RECIPIENT, world.evm.usdc, BTC_CURRENCY, `0x${"ab".repeat(32)}`, `0x${"12".repeat(65)}`],
        ...["31337", "31338", String(BITCOIN_CHAIN_ID), "1", "0", "-1", "1e3", "99999999999", "0x7a69"],
        ...["true", "false", "waiting", "success", "failure", "createdAt", "asc", "desc", "eip3009"],
        ...[Buffer.from("createdAt 1800000000000 0x00").toString("base64url"), "' OR 1=1 --", "%", "_"],
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 300 }).map(withoutHalves) },
  );
}

function json(world: World, quotes: readonly Acknowledged[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(word(world, quotes), { maxLength: 3 }),
    fc.double(),
  );
}

/** Frames: subscriptions to requests, nearly such, and noise. */
export function arbitraryFrame(quotes: readonly Acknowledged[]): fc.Arbitrary<string> {
  const ids = [...quotes.map(({ requestId }) => requestId), `0x${"cd".repeat(32)}`, "0x", "", "' OR 1=1 --"];
  const message = fc.record(
    {
      type: fc.constantFrom<unknown>("subscribe", "unsubscribe", "subscribe ", "ping", 1, null),
      event: fc.constantFrom<unknown>(EVENT, "request.created", null),
      filters: fc.oneof(
        fc.record({ id: fc.constantFrom<unknown>(...ids, 7, null) }),
        fc.jsonValue({ maxDepth: 1 }),
      ),
    },
    { requiredKeys: [] },
  );
  return fc.oneof(
    { weight: 4, arbitrary: message.map(asJson) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  );
}

/** A text that can be in a URL: without halves of characters. */
function withoutHalves(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}
