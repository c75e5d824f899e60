import { expect } from "chai";
import { createIntentService } from "../../../src/gateway/adapters/intents/intentService.ts";
import { createRates, RateUnavailable } from "../../../src/gateway/adapters/rates/rates.ts";
import { GatewayError } from "../../../src/gateway/errors.ts";
import { createEsplora } from "../../../src/bitcoin/reader/esplora.ts";
import { arrivalsOf, onChain } from "../../../src/evm/reader/evmRpc.ts";
import { createBatchRpc } from "../../../src/evm/reader/evmFollowerRpc.ts";
import { depositNews } from "../../../src/evm/reader/evmDeposits.ts";
import { createHttp, HttpFailure, type HttpOptions } from "../../../src/http-client/http.ts";
import { BAD_ANSWERS } from "../../support/badAnswers.ts";
import { testClock } from "../../support/clock.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";
import { ASK } from "./quoteAt.ts";

const TIMEOUT_MS = 200;
const MOST_BYTES = 1024 * 1024;
const HASH = "ab".repeat(32);
const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

/** The clients as the gateway has them, with less patience. */
const http = (options: HttpOptions) =>
  createHttp({ ...options, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, attempts: 1 });

/** Every question that the gateway asks, by who is asked, and the error by which its callers know that they could not find out. */
const QUESTIONS: Readonly<
  Record<
    string,
    Readonly<{
      error: new (...given: never[]) => Error;
      ask: Record<string, (url: string) => Promise<unknown>>;
    }>
  >
> = {
  "an explorer": {
    error: HttpFailure,
    ask: {
      tip: (url) => esplora(url).tipHash(),
      height: (url) => esplora(url).tipHeight(),
      "block's hash": (url) => esplora(url).blockHash(7),
      header: (url) => esplora(url).header(HASH),
      mempool: (url) => esplora(url).mempoolOf(ADDRESS),
      transaction: (url) => esplora(url).tx(HASH),
      "place in a block": (url) => esplora(url).merkleProof(HASH),
      "sums of an address": (url) => esplora(url).addressSums(ADDRESS),
      coins: (url) => esplora(url).utxos(ADDRESS),
      fees: (url) => esplora(url).feeEstimates(),
    },
  },
  "an EVM node": {
    error: HttpFailure,
    ask: {
      arrivals: (url) => arrivalsOf(node(url), `0x${HASH}`, `0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`),
      deposits: (url) => depositNews(node(url), [], { tokens: [], isWatched: async () => new Set() }),
    },
  },
  "a source of rates": {
    error: RateUnavailable,
    ask: {
      rate: (url) =>
        createRates({ urls: [`${url}/{base}-{quote}#price`], clock: testClock(), maxAgeMs: 0, http }).rate(
          "EUR",
          "USD",
        ),
    },
  },
  "the intent service": {
    error: GatewayError,
    ask: {
      quote: (url) => service(url).quote(ASK),
      chains: (url) => service(url).chains(),
      status: (url) => service(url).status("0x1"),
    },
  },
};

const esplora = (baseUrl: string) => createEsplora(http({ baseUrl, timeoutMs: 0, maxBytes: 0 }));
const node = (url: string) =>
  onChain(createBatchRpc(url, { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES }), 1);
const service = (baseUrl: string) => {
  const client = http({ baseUrl, timeoutMs: 0, maxBytes: 0 });
  return createIntentService({ quotes: client, reads: client, news: client }, false, () => true);
};

describe("answers that are no answers", function () {
  this.timeout(20_000);

  for (const [who, { error, ask }] of Object.entries(QUESTIONS)) {
    for (const [what, answer] of Object.entries(BAD_ANSWERS)) {
      it(`${who} that gives ${what} tells nothing`, async () => {
        const server: LocalServer = await serve(answer);
        try {
          const told = Object.entries(ask).map(async ([question, put]) => {
            const outcome = await put(server.url).then(
              (data) => `data: ${JSON.stringify(data)}`,
              (reason: unknown) =>
                reason instanceof error ? "could not find out" : `another error: ${String(reason)}`,
            );
            return `${question}: ${outcome}`;
          });
          expect(await Promise.all(told)).to.deep.equal(
            Object.keys(ask).map((question) => `${question}: could not find out`),
          );
          expect(server.asked.filter(({ path }) => path === "/elsewhere")).to.deep.equal([]);
        } finally {
          await server.close();
        }
      });
    }
  }

  it("a right answer under a wrong content type is taken: some explorers send text/plain", async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("7"),
    );
    expect(await esplora(server.url).tipHeight()).to.equal(7);
    await server.close();
  });
});
