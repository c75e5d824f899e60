import { nestQuote } from "../intents/nestQuote.ts";
import { isPathGone } from "../intents/quoteVersion.ts";
import { Blocked, NotApplicable, NotRun } from "./finding.ts";
import { fieldsOf, listOf, textOf } from "./json.ts";
import { sampleAmount, type Route, type Routes } from "./routes.ts";
import { describe, type Answer, type Service } from "./service.ts";
import { shown } from "./shown.ts";

/** The body of a quote request. */
export type Body = Readonly<Record<string, unknown>>;

/** A request for a quote of one kind that the service has answered, and its answer. */
export type Sample = Readonly<{
  kind: SampleKind;
  route: Route;
  body: Body;
  answer: Answer;
  steps: readonly Step[];
}>;

/** A step of a quote, its fields as they came. */
export type Step = Readonly<{
  place: string; // for people: "step 1 of the quote of a token"
  fields: Readonly<Record<string, unknown>>;
  items: readonly Item[];
}>;
export type Item = Readonly<{
  place: string;
  /** By what is in it, so that a wrong `kind` of its step is the matter of that row alone. */
  is: "transaction" | "signature" | "psbt";
  fields: Readonly<Record<string, unknown>>;
  data: Readonly<Record<string, unknown>>;
}>;

/** The quotes that checks begin with. A check of the row in `owner` says whether the service gives one at all. */
export const KINDS = {
  native: { owner: "quote.standard", what: "a bridge of a chain's own coin" },
  token: { owner: "quote.standard", what: "a bridge of a token" },
  swap: { owner: "service.one-endpoint", what: "a swap" },
  call: { owner: "quote.txs", what: "a call on the destination" },
  nativeAddress: { owner: "quote.use-deposit-address", what: "a deposit address for a coin" },
  tokenAddress: { owner: "quote.use-deposit-address", what: "a deposit address for a token" },
  permit: { owner: "quote.use-permit", what: "a bridge of a token with usePermit" },
  bitcoinAddress: { owner: "bitcoin.from", what: "a deposit address for bitcoin" },
  psbt: { owner: "item.psbt", what: "a withdrawal from Bitcoin" },
  toBitcoin: { owner: "bitcoin.to", what: "a bridge to Bitcoin" },
} as const satisfies Readonly<Record<string, Readonly<{ owner: string; what: string }>>>;
export type SampleKind = keyof typeof KINDS;

/** The EVM account for which quotes are asked when the user named none. It has no coins on most chains. */
export const UNFUNDED_USER = "0x000000000000000000000000000000000000dead";

/** What is asked for by which addresses. */
export type Parties = Readonly<{
  user: string; // on EVM chains
  recipient: string; // on EVM chains
  /** A Bitcoin address whose balance exceeds what is quoted; one of mainnet unless the user named another. */
  bitcoin: Readonly<{ user: string; isGuess: boolean }>;
}>;

/** A sample and its raw response, which has another format in version 3. */
export type RawSample = Sample & Readonly<{ raw: Answer }>;

/** Quotes by kind, each asked for once in a run. */
export type Samples = Readonly<{
  /** Throws NotApplicable without a route for it, Blocked when the service does not quote it, NotRun without an answer. */
  of(kind: SampleKind): Promise<RawSample>;
  /** A bridge between EVM chains, of a token if there is one. */
  bridge(): Promise<RawSample>;
}>;

/** Requests the quotes that checks need from one version of the service, each of them once. */
export function createSamples(
  service: Service,
  routes: Routes,
  parties: Parties,
  version: "v2" | "v3" = "v2",
): Samples {
  const ask = version === "v2" ? askNested(service) : askFlat(service);
  const kept = new Map<SampleKind, Promise<RawSample>>();
  const of = (kind: SampleKind) => {
    const known = kept.get(kind) ?? takeSample(ask, kind, routes, parties);
    kept.set(kind, known);
    return known;
  };
  return { of, bridge: () => of(routes.token ? "token" : "native") };
}

/** Requests a quote. `answer` has the format of version 2, `raw` is the response itself. */
type Ask = (body: Body, what: string) => Promise<Readonly<{ raw: Answer; answer: Answer }>>;

function askNested(service: Service): Ask {
  return async (body, what) => {
    const answer = await service.post("/quote/v2", body);
    if (answer.status === 401)
      throw new Blocked("key.optional", `${what} needs an API key: ${describe(answer)}`);
    return { raw: answer, answer };
  };
}

/** Throws NotApplicable if the service has no version 3, or the run has no key for it. */
function askFlat(service: Service): Ask {
  return async (body, what) => {
    const raw = await service.post("/quote/v3", body);
    if (isMissing(raw)) throw new NotApplicable("the service does not offer POST /quote/v3");
    if (raw.status === 401 && !service.hasKey)
      throw new NotApplicable(`--key is needed: ${what} was answered with ${describe(raw)}`);
    return { raw, answer: { ...raw, json: nestQuote(raw.json) } };
  };
}

/** Tells whether a service answered that it does not have the path, or not any more. */
export function isMissing({ status, json }: Answer): boolean {
  return isPathGone(status, JSON.stringify(json));
}

async function takeSample(ask: Ask, kind: SampleKind, routes: Routes, parties: Parties): Promise<RawSample> {
  const { owner, what } = KINDS[kind];
  const route = routeOf(kind, routes);
  let amount = sampleAmount(route.from);
  for (let tries = 1; ; tries++) {
    const body = bodyOf(kind, route, parties, amount);
    const { raw, answer } = await ask(body, what);
    if (answer.status === 200) return { kind, route, body, answer, raw, steps: readSteps(what, answer) };
    const said = describe(answer);
    const other = anotherAmount(said, amount);
    if (other !== undefined && tries < MOST_TRIES) {
      amount = other;
      continue;
    }
    if (isUnavailable(said) && owner !== "quote.standard")
      throw new NotApplicable(`the service does not offer ${what} now: ${said}`);
    if (ofBitcoin(kind) && parties.bitcoin.isGuess)
      throw new NotApplicable(
        `--bitcoin-user is needed, an address with more bitcoin than is quoted: with a well-known one of mainnet ${what} was answered with ${said}`,
      );
    throw new Blocked(owner, `expected a quote for ${what}, got ${said}`);
  }
}

function ofBitcoin(kind: SampleKind): boolean {
  return kind === "bitcoinAddress" || kind === "psbt" || kind === "toBitcoin";
}

const MOST_TRIES = 3; // with other amounts

/** True for a refusal that says that the service is short of money or a route now. */
export function isUnavailable(said: string): boolean {
  return /LIQUIDITY|CAPACITY|NO_QUOTES|NO_(INTERNAL_)?SWAP_ROUTES|UNSUPPORTED_ROUTE/.test(said);
}

/** Some times as much, or a part of it, where the service says that the amount is too low or too high. */
export function anotherAmount(said: string, amount: bigint, times = 10n): bigint | undefined {
  if (/too.?(low|small)|minimum|below/i.test(said)) return amount * times;
  return /too.?(high|large)|LIQUIDITY|CAPACITY/i.test(said) ? amount / times : undefined;
}

function routeOf(kind: SampleKind, routes: Routes): Route {
  const need = (route: Route | undefined, why: string) => {
    if (route) return route;
    throw new NotApplicable(why);
  };
  const two = routes.evmChains.length < 2;
  const count = routes.evmChains.length === 0 ? "no EVM chain" : "only one EVM chain";
  const listsTwo = (missing: string) => (two ? `the service lists ${count}` : missing);
  switch (kind) {
    case "native":
    case "nativeAddress":
    case "call":
      return need(routes.native, listsTwo("the service lists no two EVM chains whose own coins it bridges"));
    case "token":
    case "tokenAddress":
    case "permit":
      return need(routes.token, listsTwo("the service lists no token on two EVM chains"));
    case "swap":
      return need(routes.swap, "the service lists no EVM chain with two currencies");
    case "bitcoinAddress":
    case "psbt":
      return need(routes.fromBitcoin, "the service lists no Bitcoin chain");
    case "toBitcoin":
      return need(routes.toBitcoin, "the service lists no Bitcoin chain");
  }
}

function bodyOf(
  kind: SampleKind,
  { from, to }: Route,
  { user, recipient, bitcoin }: Parties,
  amount: bigint,
): Body {
  const common = {
    originChainId: from.chainId,
    originCurrency: from.address,
    destinationChainId: to.chainId,
    destinationCurrency: to.address,
    amount: String(amount),
    tradeType: "EXACT_INPUT",
  };
  switch (kind) {
    case "native":
    case "token":
    case "swap":
      return { user, ...common };
    case "permit":
      return { user, ...common, usePermit: true };
    case "nativeAddress":
    case "tokenAddress":
      return { user, ...common, recipient, refundTo: recipient, useDepositAddress: true };
    case "call": {
      const txs = [{ to: recipient, value: String(amount), data: "0x" }];
      return { user, ...common, tradeType: "EXACT_OUTPUT", txs };
    }
    case "bitcoinAddress":
      return { user: bitcoin.user, ...common, recipient, useDepositAddress: true };
    case "psbt":
      return { user: bitcoin.user, ...common, recipient };
    case "toBitcoin":
      return { user, ...common, recipient: bitcoin.user };
  }
}

/** The steps of a quote for `what`. Throws Blocked where there are none. */
export function readSteps(what: string, answer: Answer): readonly Step[] {
  const { steps } = fieldsOf(answer.json);
  if (!Array.isArray(steps) || steps.length === 0)
    throw new Blocked(
      "post.quote",
      `expected a quote with a list of steps for ${what}, got ${answer.fault ? describe(answer) : `steps: ${shown(steps)}`}`,
    );
  return listOf(steps).map((step, index) => {
    const place = `step ${index + 1} of ${what}`;
    const fields = fieldsOf(step);
    return { place, fields, items: listOf(fields["items"]).map((item) => readItem(place, item)) };
  });
}

function readItem(place: string, item: unknown): Item {
  const fields = fieldsOf(item);
  const data = fieldsOf(fields["data"]);
  const is = data["sign"] !== undefined ? "signature" : data["psbt"] !== undefined ? "psbt" : "transaction";
  return { place, is, fields, data };
}

/** The request's id in the first step. Throws Blocked where it is no text. */
export function requestIdOf({ steps }: Pick<Sample, "steps">): string {
  const id = textOf(steps[0]?.fields["requestId"]);
  if (id !== undefined) return id;
  throw new Blocked(
    "step.request-id",
    `expected a requestId in the first step, got ${shown(steps[0]?.fields["requestId"])}`,
  );
}

/** The deposit address in a step. Throws Blocked where there is none. */
export function depositAddressOf({ steps, kind }: Pick<Sample, "steps" | "kind">): string {
  for (const { fields } of steps) {
    const address = textOf(fields["depositAddress"]);
    if (address !== undefined) return address;
  }
  throw new Blocked(
    "step.deposit-address",
    `expected a depositAddress in a step of ${KINDS[kind].what}, got none`,
  );
}

/** Every item of a quote. Throws Blocked where a step has none. */
export function itemsOf({ steps }: Pick<Sample, "steps">): readonly Item[] {
  for (const { place, fields, items } of steps)
    if (items.length === 0)
      throw new Blocked("step.items", `${place}: expected an item, got items: ${shown(fields["items"])}`);
  return steps.flatMap(({ items }) => items);
}

/** Every transaction in a quote. Throws Blocked where a step has no item. */
export function transactionsOf(sample: Pick<Sample, "steps">): readonly Item[] {
  return itemsOf(sample).filter(({ is }) => is === "transaction");
}

/** Every sample that the service gives a quote for. */
export async function findSamples(samples: Samples): Promise<readonly Sample[]> {
  try {
    return await availableOf(samples, ...(Object.keys(KINDS) as SampleKind[])); // the keys of a constant
  } catch {
    return []; // the checks of the rows that give quotes say why
  }
}

/** Some samples: those that there are. Throws what the first threw where there is none. */
export async function availableOf(
  samples: Samples,
  ...kinds: readonly SampleKind[]
): Promise<readonly Sample[]> {
  const found: Sample[] = [];
  let refused: unknown;
  for (const kind of kinds) {
    try {
      found.push(await samples.of(kind));
    } catch (error) {
      if (error instanceof NotRun) throw error;
      refused ??= error;
    }
  }
  if (found.length > 0) return found;
  throw refused;
}
