import { expect } from "chai";
import { STORE_DEFAULTS } from "../../../../src/gateway/usecases/stores/createStore.ts";
import {
  cachedChains,
  findMethod,
  methodsOf,
  requireMethod,
} from "../../../../src/gateway/usecases/pricing/methods.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { MerchantStore } from "../../../../src/gateway/usecases/stores/merchantStore.ts";
import { chainSchema, type ServiceChain } from "../../../../src/intents/chains.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY, NATIVE_EVM_CURRENCY } from "../../../../src/intents/identifiers.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { anInvoice } from "../../domain/invoices/given.ts";

const USDC = "0x2222222222222222222222222222222222222222";
const chain = (fields: Readonly<Record<string, unknown>>) => chainSchema.parse(fields);

const bitcoin = chain({
  id: BITCOIN_CHAIN_ID,
  name: "bitcoin",
  solverCurrencies: [{ symbol: "BTC", address: BTC_CURRENCY, decimals: 8 }],
});
const base = chain({
  id: 8453, name: "base", displayName: "Base", explorerUrl: "https://explorer.example",
  solverCurrencies: [{ symbol: "USDC", address: USDC, decimals: 6 }, { symbol: "ETH", address: NATIVE_EVM_CURRENCY, decimals: 18 }],
}); // prettier-ignore
const odd = chain({
  id: 31337,
  name: "sandbox-evm 1",
  solverCurrencies: [{ symbol: "USDC.e", address: `${USDC.slice(0, -1)}3`, decimals: 6 }],
});

const refunds = { [BITCOIN_CHAIN_ID]: "bc1-refund", 8453: USDC, 31337: USDC };
const { settlement } = anInvoice().terms;

function methods(
  chains: readonly ServiceChain[],
  settings: Partial<MerchantStore["settings"]> = {},
  { watchedChains = [BITCOIN_CHAIN_ID, 8453, 31337], listKind = "none", refusesLists = false } = {},
) {
  const service = {
    chains: async () => chains,
    listKind: () => listKind,
    standing: () => ({ refusesLists }),
  };
  const gateway = { service, settings: { watchedChains } } as unknown as Gateway; // all that methods use
  const store = {
    id: "s",
    name: "s",
    createdAt: 0,
    settings: { ...STORE_DEFAULTS, settlement, refunds, ...settings },
  };
  return methodsOf(gateway, store);
}

describe("payment methods", () => {
  it("count bitcoins in satoshis, whatever the service calls them", async () => {
    const coin = { symbol: "BTC2", address: BTC_CURRENCY, decimals: 9 };
    const lying = chain({ id: BITCOIN_CHAIN_ID, name: "bitcoin", solverCurrencies: [coin] });
    const [method] = await methods([lying]);
    expect(method).to.include({ id: "BTC-CHAIN", symbol: "BTC", decimals: 8 });
  });

  it("are called BTC-CHAIN, else by symbol and chain", async () => {
    const found = await methods([bitcoin, base, odd]);
    expect(found.map(({ id }) => id)).to.deep.equal([
      "BTC-CHAIN",
      "USDC-BASE",
      "ETH-BASE",
      "USDCE-SANDBOXEVM1",
    ]);
    expect(found[0]).to.include({
      name: "Bitcoin",
      currency: BTC_CURRENCY,
      decimals: 8,
      chainId: BITCOIN_CHAIN_ID,
    });
    expect(found[1]).to.include({
      name: "USDC on Base",
      chainName: "Base",
      explorerUrl: "https://explorer.example",
    });
  });

  it("are found whatever the case, with _ for -, and Bitcoin by its older names", async () => {
    const found = await methods([bitcoin, base]);
    for (const id of [
      "BTC-CHAIN",
      "btc-chain",
      "BTC_CHAIN",
      "Btc_Chain",
      "BTC",
      "BTC-OnChain",
      "BTC_BTCLike",
    ])
      expect(findMethod(found, id)?.id).to.equal("BTC-CHAIN");
    expect(findMethod(found, "usdc_base")?.currency).to.equal(USDC);
    for (const id of ["BTC-LN", "BTC-LightningNetwork", "", "USDC"])
      expect(findMethod(found, id)).to.equal(undefined);
  });

  it("that do not exist are refused, naming those that do", async () => {
    const found = await methods([bitcoin, base]);
    expect(() => requireMethod(found, "DOGE-CHAIN"))
      .to.throw("BTC-CHAIN, USDC-BASE, ETH-BASE")
      .that.includes({ code: "method_not_available" });
    expect(() => requireMethod([], "x".repeat(1_000)))
      .to.throw("none")
      .with.property("message")
      .with.length.below(200);
  });

  it("need a refund address of the merchant's on their chain", async () => {
    const found = await methods([bitcoin, base], { refunds: { 8453: USDC } });
    expect(found.map(({ id }) => id)).to.deep.equal(["USDC-BASE", "ETH-BASE"]);
  });

  it("end with the very coin that the merchant is paid in, which needs no refund address, whatever the case of its identifier", async () => {
    const target = { ...settlement, chainId: 8453, currency: USDC.toUpperCase().replace("0X", "0x") };
    const found = await methods([bitcoin, base], { settlement: target, refunds: { [BITCOIN_CHAIN_ID]: "bc1-refund" } });
    expect(found.map(({ id, direct }) => [id, direct])).to.deep.equal([["BTC-CHAIN", undefined], ["USDC-BASE", true]]);
    const lying = chain({ ...base, solverCurrencies: [{ symbol: "USDC", address: USDC, decimals: 2 }] });
    expect((await methods([lying], { settlement: target }))[0]).to.include({ direct: true, decimals: 6 });
  }); // prettier-ignore

  it("leave out that coin where nobody here would see a payment of it, it is no token, or the merchant does not want that", async () => {
    const target = { ...settlement, chainId: 8453, currency: USDC };
    const idsOf = async (...given: Parameters<typeof methods>) =>
      (await methods(...given)).map(({ id }) => id);
    expect(await idsOf([base], { settlement: target, directPayments: false })).to.deep.equal(["ETH-BASE"]);
    expect(await idsOf([base], { settlement: target }, { watchedChains: [], listKind: "v2" })).to.deep.equal([
      "ETH-BASE",
    ]);
    expect(await idsOf([base], { settlement: { ...target, currency: NATIVE_EVM_CURRENCY } })).to.deep.equal([
      "USDC-BASE",
    ]);
    expect(await idsOf([base], { settlement: { ...target, chainId: 1 } })).to.include("USDC-BASE");
  });

  it("on EVM chains that nobody here follows are there only while the service lists what comes to an address", async () => {
    const solana = chain({ ...base, id: 792703809, name: "solana", vmType: "svm" });
    const chains = [bitcoin, chain({ ...base, vmType: "evm" }), odd, solana];
    const found = async (listKind: string, refusesLists = false) => {
      const all = { ...refunds, 792703809: "so-refund" };
      const seen = { watchedChains: [BITCOIN_CHAIN_ID], listKind, refusesLists };
      const list = await methods(chains, { refunds: all }, seen);
      return list.map(({ id }) => id);
    };
    for (const kind of ["v2", "v3"])
      expect(await found(kind)).to.deep.equal(["BTC-CHAIN", "USDC-BASE", "ETH-BASE", "USDCE-SANDBOXEVM1"]);
    for (const kind of ["none", "unknown"]) expect(await found(kind)).to.deep.equal(["BTC-CHAIN"]);
    expect(await found("v3", true), "while the list refuses the key").to.deep.equal(["BTC-CHAIN"]);
  });

  it("never lead to Bitcoin without an explorer, whatever the service lists", async () => {
    const found = await methods([bitcoin, base], {}, { watchedChains: [], listKind: "v2" });
    expect(found.map(({ id }) => id)).to.deep.equal(["USDC-BASE", "ETH-BASE"]);
  });

  it("leave out chains that the service has switched off", async () => {
    expect(await methods([chain({ ...base, disabled: true })])).to.deep.equal([]);
    expect(await methods([chain({ ...base, depositEnabled: false })])).to.deep.equal([]);
  });
});

describe("the list of chains", () => {
  it("is asked once in five minutes, and the last one serves while the service is silent", async () => {
    let now = 0;
    let asked = 0;
    let silent = false;
    const chains = cachedChains(
      async () => {
        asked++;
        if (silent) throw new Error("silent");
        return [base];
      },
      () => now,
    );
    await chains();
    now = 5 * MINUTE_MS - 1;
    expect(await chains()).to.deep.equal([base]);
    expect(asked).to.equal(1);
    now = 5 * MINUTE_MS;
    silent = true;
    expect(await chains()).to.deep.equal([base]);
    expect(asked).to.equal(2);
  });

  it("is asked again when the clock was set back", async () => {
    let now = 100 * MINUTE_MS;
    let asked = 0;
    const chains = cachedChains(async () => [base].slice(0, ++asked), () => now); // prettier-ignore
    await chains();
    now = 0;
    await chains();
    expect(asked).to.equal(2);
  });

  it("cannot be made up when the service has never answered", async () => {
    const chains = cachedChains(() => Promise.reject(new Error("down")), () => 0);
    expect(await chains().then(() => "answered", (error: Error) => error.message)).to.equal("down");
  });
}); // prettier-ignore
