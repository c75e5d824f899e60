import { everyItem, statusAnswer, type Defect, type Json } from "../proxy.ts";
import { BITCOIN, isChains, isQuote, refuses, type BrokenService } from "./brokenService.ts";

type Chain = Json & Readonly<{ solverCurrencies: readonly Json[] }>;

const everyChain = (change: (chain: Chain) => Json | undefined): Defect => {
  return (exchange) => {
    if (!isChains(exchange)) return undefined;
    const chains = (exchange.answer["chains"] as readonly Chain[]).map(change);
    return { answer: { ...exchange.answer, chains: chains.filter((chain) => chain !== undefined) } };
  };
};

const everyCoin = (change: (coin: Json, chain: Chain) => Json): Defect =>
  everyChain((chain) => ({
    ...chain,
    solverCurrencies: chain.solverCurrencies.map((coin) => change(coin, chain)),
  }));

const isUnknown = (answer: Json): boolean => answer["status"] === "unknown";

/** Answers about ids that it never gave as about its own, on the paths that the condition selects. */
const knowsAll = (onPath: (path: string) => boolean, status: string): Defect =>
  statusAnswer((answer, url) =>
    isUnknown(answer) && onPath(url.pathname) ? { ...answer, status } : undefined,
  );

const MOST_POLLS = 8; // of one request, in a run of a few seconds

const isVersioned = (path: string): boolean => path.endsWith("/v3");

/** Sections 2.3, 3, 4.2 and 9: the status of a request. */
export const STATUS_FAULTS: readonly BrokenService[] = [
  {
    name: "answers without a status",
    section: "2.3",
    harms: false,
    answers: statusAnswer(({ status: _, ...answer }) => answer),
  },
  {
    name: "invents a status word for a new request",
    section: "3",
    harms: false,
    answers: statusAnswer((answer) =>
      answer["status"] === "waiting" ? { ...answer, status: "created" } : undefined,
    ),
  },
  {
    name: "calls a request pending before any deposit",
    section: "3",
    harms: false,
    answers: statusAnswer((answer) =>
      answer["status"] === "waiting" ? { ...answer, status: "pending" } : undefined,
    ),
  },
  {
    name: "calls a request a success before any deposit",
    section: "3",
    harms: false,
    answers: statusAnswer((answer) =>
      answer["status"] === "waiting" ? { ...answer, status: "success" } : undefined,
    ),
  },
  {
    name: "waits for ids that it never gave",
    section: "4.2",
    harms: false,
    answers: knowsAll(isVersioned, "waiting"),
  },
  {
    name: "waits for ids that it never gave on the path without a version",
    section: "4.2",
    harms: false,
    answers: knowsAll((path) => !isVersioned(path), "waiting"),
  },
  {
    name: "calls ids that it never gave a success",
    section: "4.2",
    harms: false,
    answers: knowsAll(() => true, "success"),
  },
  {
    name: "answers the status without a requestId",
    section: "4.2",
    harms: false,
    answers: ({ url, status }) =>
      url.pathname.includes("/intents/status") && status === 400
        ? { status: 200, answer: { status: "waiting" } }
        : undefined,
  },
  {
    name: "does not serve the path that its checks name",
    section: "4.2",
    harms: false,
    answers: refuses(({ url }) => url.pathname.endsWith("/intents/status"), 404),
  },
  {
    name: "does not serve the status of version 3",
    section: "4.2",
    harms: false,
    answers: refuses(({ url }) => url.pathname.endsWith("/intents/status/v3"), 404),
  },
  {
    name: "limits polls to fewer than one a second",
    section: "8",
    harms: false,
    answers: limitsPolls(),
  },
  {
    name: "answers differently on its two status paths",
    section: "4.2",
    harms: false,
    answers: statusAnswer((answer, url) =>
      answer["status"] === "waiting" && !isVersioned(url.pathname)
        ? { ...answer, status: "refund" }
        : undefined,
    ),
  },
];

function limitsPolls(): Defect {
  const polls = new Map<string, number>();
  return ({ url }) => {
    if (!url.pathname.endsWith("/intents/status/v3")) return undefined;
    const times = (polls.get(url.search) ?? 0) + 1;
    polls.set(url.search, times);
    return times > MOST_POLLS ? { status: 429, answer: { message: "Too many requests." } } : undefined;
  };
}

/** Sections 2.4 and 4.3: chains and their coins. */
export const CHAIN_FAULTS: readonly BrokenService[] = [
  {
    name: "serves no chains",
    section: "4.3",
    harms: false,
    answers: refuses(({ url }) => url.pathname.endsWith("/chains"), 404),
  },
  {
    name: "lists chains without solverCurrencies",
    section: "2.4",
    harms: false,
    answers: everyChain(({ solverCurrencies: _, ...chain }) => chain),
  },
  {
    name: "lists a coin that no quote takes",
    section: "2.4",
    harms: true,
    answers: everyChain((chain) => ({
      ...chain,
      solverCurrencies:
        chain["id"] === BITCOIN
          ? chain.solverCurrencies
          : [
              ...chain.solverCurrencies,
              {
                id: "dai",
                symbol: "DAI",
                name: "Dai",
                address: "0x00000000000000000000000000000000000da1da",
                decimals: 18,
              },
            ],
    })),
  },
  {
    name: "lists USDC with 18 decimals",
    section: "1",
    harms: true,
    needs: "details",
    answers: everyCoin((coin) => (coin["symbol"] === "USDC" ? { ...coin, decimals: 18 } : coin)),
  },
  {
    name: "lists BTC with 18 decimals",
    section: "2.5",
    harms: true,
    answers: everyCoin((coin, chain) => (chain["id"] === BITCOIN ? { ...coin, decimals: 18 } : coin)),
  },
  {
    name: "lists BTC by another identifier",
    section: "2.5",
    harms: false,
    answers: everyCoin((coin, chain) => (chain["id"] === BITCOIN ? { ...coin, address: "btc" } : coin)),
  },
  {
    name: "gives Bitcoin another chain id",
    section: "2.5",
    harms: false,
    answers: everyChain((chain) => (chain["id"] === BITCOIN ? { ...chain, id: 0 } : chain)),
  },
  {
    name: "lists a coin twice, at two addresses",
    section: "2.4",
    harms: true,
    answers: everyChain((chain) => ({
      ...chain,
      solverCurrencies: [
        ...chain.solverCurrencies,
        ...chain.solverCurrencies
          .filter(({ symbol }) => symbol === "USDC")
          .map((coin) => ({ ...coin, address: "0x0000000000000000000000000000000000005dc0" })),
      ],
    })),
  },
];

/** Sections 1, 5, 7 and 9: amounts, access, errors and versions. */
export const SERVICE_FAULTS: readonly BrokenService[] = [
  {
    name: "states the amounts of its fees as numbers",
    section: "1",
    harms: false,
    needs: "details",
    answers: (exchange) => {
      const { app, ...fees } = (exchange.answer["fees"] ?? {}) as Readonly<Record<string, Json>>;
      if (!isQuote(exchange) || !app) return undefined;
      return {
        answer: { ...exchange.answer, fees: { ...fees, app: { ...app, amount: Number(app["amount"]) } } },
      };
    },
  },
  {
    name: "puts a version into the path of its checks",
    section: "9",
    harms: false,
    answers: everyItem((item) =>
      item.check
        ? {
            ...item,
            check: {
              ...item.check,
              endpoint: String(item.check["endpoint"]).replace("status?", "status/v3?"),
            },
          }
        : item,
    ),
  },
  {
    name: "demands an API key for every quote",
    section: "5",
    harms: false,
    answers: refuses((exchange) => isQuote(exchange) && exchange.asked["x-api-key"] === undefined, 401, {
      errorCode: "UNAUTHORIZED",
      message: "An API key is required.",
    }),
  },
  {
    name: "answers refusals with HTTP 200",
    section: "7",
    harms: false,
    answers: ({ status, answer }) => (status >= 400 ? { status: 200, answer } : undefined),
  },
  {
    name: "answers bad requests with HTTP 500",
    section: "7",
    harms: false,
    answers: ({ status, answer }) => (status === 400 ? { status: 500, answer } : undefined),
  },
  {
    name: "refuses without a word",
    section: "7",
    harms: false,
    answers: ({ status }) => (status >= 400 ? { status, answer: {} } : undefined),
  },
  {
    name: "does not serve quotes of version 2",
    section: "9",
    harms: false,
    answers: refuses(({ url }) => url.pathname.endsWith("/quote/v2"), 404),
  },
];
