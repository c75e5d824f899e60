import { expect } from "chai";
import { createIntentService } from "../../../../src/gateway/adapters/intents/intentService.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import { compareQuotes } from "../../../../src/gateway/usecases/pricing/compareQuotes.ts";
import { STORE_DEFAULTS } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { createHttp } from "../../../../src/http-client/http.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../../src/intents/identifiers.ts";
import { serve, type LocalServer } from "../../../support/localServer.ts";
import {
  CHAIN_ID,
  DEPOSIT,
  flatAnswer,
  goodAnswer,
  RECIPIENT,
  REFUND_TO,
  USDC,
  USER,
} from "../../adapters/quoteAt.ts";

describe("comparing one quote by both versions", () => {
  let server: LocalServer;
  let v3: Readonly<{ status: number; body: unknown }>;
  before(async () => {
    server = await serve(({ path, body }, response) => {
      if (path === "/chains") return response.end(JSON.stringify({ chains: [BITCOIN] }));
      const isDeposit = body.includes("useDepositAddress");
      const { answer, step } = goodAnswer();
      if (!isDeposit) delete step["depositAddress"];
      const flat = {
        status: v3.status,
        body: v3.body ?? flatAnswer(isDeposit ? {} : { depositAddress: null }),
      };
      response.statusCode = path === "/quote/v3" ? flat.status : 200;
      response.end(JSON.stringify(path === "/quote/v3" ? flat.body : answer));
    });
  });
  after(() => server.close());
  beforeEach(() => (v3 = { status: 200, body: undefined }));

  const BITCOIN = {
    ...{ id: BITCOIN_CHAIN_ID, name: "bitcoin", vmType: "bvm" },
    solverCurrencies: [{ symbol: "BTC", address: BTC_CURRENCY, decimals: 8 }],
  };
  const STORE = {
    ...{ id: "store", name: "Tea house", createdAt: 0 },
    settings: {
      ...STORE_DEFAULTS,
      settlement: {
        ...{ chainId: CHAIN_ID, chainName: "Base", currency: USDC, symbol: "USDC", decimals: 6 },
        recipient: RECIPIENT,
      },
      refunds: { [BITCOIN_CHAIN_ID]: REFUND_TO },
    },
  };
  const compare = async (withAddress: boolean) => {
    const http = createHttp({ baseUrl: server.url, timeoutMs: 5_000, maxBytes: 1_000_000 });
    const settings = { watchedChains: [BITCOIN_CHAIN_ID], quoteUserBitcoin: USER, bitcoinNetwork: "regtest" };
    const service = createIntentService({ quotes: http, reads: http }, true);
    const gateway = { service, settings } as unknown as Gateway; // what comparing takes of it
    const from = server.asked.length;
    const { rows, ...rest } = await compareQuotes(gateway, STORE, { amount: "25", withAddress });
    const asked = server.asked.slice(from).filter(({ path }) => path.startsWith("/quote/"));
    return { ...rest, rows: new Map(rows.map(({ name, ...sides }) => [name, sides])), asked };
  };

  it("shows amounts, minimum, fees and time of both, and takes no deposit address", async () => {
    const { title, rows, isGood, asked } = await compare(false);
    expect(title).to.equal("25 USDC on Base for Tea house, paid as Bitcoin");
    expect(isGood).to.equal(true);
    expect(rows.get("Answer")).to.deep.equal({ v2: "a quote", v3: "a quote" });
    expect(rows.get("The payer sends")).to.deep.equal({ v2: "0.00032004 BTC", v3: "0.00032004 BTC" });
    expect(rows.get("Arrives at least")).to.deep.equal({ v2: "25.01 USDC", v3: "25.01 USDC" });
    expect(rows.get("Deposit address")).to.deep.equal({ v2: "not asked for", v3: "not asked for" });
    expect(rows.get("Fees in all")).to.deep.equal({ v2: "0.110000 USD", v3: "0.100000 USD and gas" });
    expect(asked.map(({ path }) => path)).to.deep.equal(["/quote/v2", "/quote/v3"]);
    for (const { body } of asked) expect(body).not.to.include("useDepositAddress");
  });

  it("shows the type of the deposit addresses, and neither an address nor a request id", async () => {
    const { rows } = await compare(true);
    expect(rows.get("Deposit address")).to.deep.equal({ v2: "valid, of no stated type", v3: "valid, open" });
    const shown = JSON.stringify([...rows]);
    expect(shown).not.to.include(DEPOSIT).and.not.to.include("0xabc");
  });

  it("says why version 3 cannot be used", async () => {
    v3 = { status: 401, body: { message: "no", errorCode: "UNAUTHORIZED_QUOTE" } };
    const { rows, isGood, verdict } = await compare(false);
    expect(rows.get("Answer")?.v3).to.include("INTENTS_API_KEY");
    expect([isGood, verdict]).to.deep.equal([
      false,
      "Only version 2 can price payments: do not set INTENTS_QUOTE_VERSION=v3.",
    ]);
  });

  it("does not call a version usable whose quote states no minimum", async () => {
    v3 = { status: 200, body: flatAnswer({ depositAddress: null }, { details: {} }) };
    const { rows, isGood } = await compare(false);
    expect(rows.get("Arrives at least")).to.deep.equal({ v2: "25.01 USDC", v3: "not stated" });
    expect(isGood).to.equal(false);
  });
});
