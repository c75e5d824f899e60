import { expect } from "chai";
import fc from "fast-check";
import type { MerchantStore, StoreSettings } from "../../../src/gateway/usecases/stores/merchantStore.ts";
import { STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import { presentStore } from "../../../src/gateway/http/api/present/presentStore.ts";
import { readStore } from "../../../src/gateway/http/api/storeBody.ts";
import { SPEED_POLICIES } from "../../../src/gateway/domain/invoices/invoice.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { secondMerchant } from "./merchant.ts";

type Fields = Readonly<Record<string, unknown>>;

const orNone = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const link = fc.constantFrom("https://shop.example/a?b=c", "mailto:help@shop.example", `https://shop.example/${"long".repeat(600)}`); // prettier-ignore

/** Whatever a store may be like: also what no API has ever written, but a command, an older version or a test. */
const anySettings: fc.Arbitrary<Omit<StoreSettings, "settlement" | "refunds">> = fc.record({
  bounds: fc.record({ toleranceBps: fc.integer({ min: 0, max: 10_000 }), acceptUnderpaid: fc.boolean(), weakerEvidence: fc.boolean() }), // prettier-ignore
  feeBearer: fc.constantFrom("payer", "merchant"),
  marginBps: orNone(fc.nat(10_000)),
  policy: fc.record({
    preset: orNone(fc.constantFrom("shop", "top-up")),
    toleranceBps: orNone(fc.nat(10_000)),
    underpaid: orNone(fc.constantFrom("keepOpen", "accept", "hold")),
    confirmations: fc.constantFrom(undefined, [{ from: 0n, need: 3 }]),
  }),
  strictAddresses: fc.boolean(),
  directPayments: fc.boolean(),
  invoiceMinutes: fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.constant(2.5)),
  monitoringMinutes: fc.nat(1_000_000),
  defaultCurrency: fc.constantFrom("USD", "EUR", "JPY"),
  methodsOff: fc.constantFrom([], ["ETH-BASE"]),
  defaultMethod: orNone(fc.constantFrom("BTC-CHAIN", "btc_chain", "USDC-BASE")),
  profile: fc.record({
    ...{ website: orNone(link), supportUrl: orNone(link), brandColor: orNone(fc.constantFrom("#0F3B21", "#abcdef")) },
    defaultLang: orNone(fc.constantFrom("en", "de", "pt-BR", "tlh", "a tag that is longer than any")),
    speedPolicy: orNone(fc.constantFrom(...SPEED_POLICIES)),
    redirectAutomatically: fc.boolean(),
  }),
  compatibility: fc.record({ oneInvoicePerOrder: fc.boolean() }),
  mail: fc.record({ invoices: fc.boolean(), remindMinutes: orNone(fc.integer({ min: 1, max: 525_600 })), keepDays: fc.integer({ min: 1, max: 5_000 }) }),
  books: fc.record({ tracked: fc.constantFrom([], ["EUR"]), zone: fc.constantFrom("UTC", "Europe/Berlin"), accountant: orNone(fc.constant({ address: "books@shop.example", since: 7 })) }),
}); // prettier-ignore

const anyStore: fc.Arbitrary<Omit<StoreSettings, "settlement" | "refunds"> & Readonly<{ name: string }>> = fc
  .tuple(anySettings, fc.constantFrom("Tea House", "x", "A name longer than the API takes. ".repeat(4)))
  .map(([settings, name]) => ({ ...settings, name }));

const NOW = 1_800_000_000_000;

/** Plugins read a store, change what they came for, and send all of it back. */
describe("a store that is read and sent back", function () {
  this.timeout(30_000);
  let shop: MerchantApp;
  let fixed: Pick<StoreSettings, "settlement" | "refunds">;
  before(async () => {
    shop = await startMerchantApp();
    const { settings } = (await shop.app.gateway.persistence.stores.load(shop.storeId))!;
    fixed = { settlement: settings.settlement, refunds: settings.refunds };
  });
  after(() => shop.close());

  const storeWith = ({
    name,
    ...settings
  }: Omit<StoreSettings, "settlement" | "refunds"> & { name: string }) =>
    ({ id: shop.storeId, name, settings: { ...settings, ...fixed }, createdAt: 0 }) satisfies MerchantStore;
  const read = (store: MerchantStore) => JSON.parse(JSON.stringify(presentStore(store, shop.url))) as Fields;

  it("is as it was, whatever it was like, with all its fields or those that a client knows", () => {
    fc.assert(
      fc.property(anyStore, fc.func(fc.boolean()), (made, knows) => {
        const store = storeWith(made);
        const shown = read(store);
        const known = Object.fromEntries(Object.entries(shown).filter(([name]) => knows(name)));
        for (const body of [shown, known]) {
          const after = readStore(body, store, NOW);
          expect(after).to.deep.equal({ name: store.name, settings: store.settings });
        }
      }),
    );
  });

  it("changes in what was changed, and in nothing else", () => {
    const changes = fc.constantFrom<readonly [Fields, (after: ReturnType<typeof readStore>) => unknown]>(
      [{ name: "Other" }, ({ name }) => name],
      [{ defaultLang: "fr" }, ({ settings }) => settings.profile.defaultLang],
      [{ brandColor: "#123456" }, ({ settings }) => settings.profile.brandColor],
      [{ defaultPaymentMethod: "WETH-OTHER" }, ({ settings }) => settings.defaultMethod],
      [{ website: "https://new.example" }, ({ settings }) => settings.profile.website],
    );
    fc.assert(
      fc.property(anyStore, changes, (made, [change, valueIn]) => {
        const store = storeWith(made);
        const after = readStore({ ...read(store), ...change }, store, NOW);
        expect(valueIn(after)).to.equal(Object.values(change)[0]);
        const shown = read({ ...store, ...after });
        const { autoDetectLanguage: _, ...others } = { ...read(store), ...change };
        expect(shown).to.deep.include(others);
      }),
    );
  });

  it("over the API as well, and its stored settings are the same", async () => {
    const { storeId, key } = await secondMerchant(shop, ["canviewstoresettings", "canmodifystoresettings"]);
    const { persistence } = shop.app.gateway;
    const call = async (method: string, body?: object) => {
      const headers = { authorization: `token ${key}`, "content-type": "application/json" };
      const answer = await fetch(`${shop.url}/api/v1/stores/${storeId}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }); // prettier-ignore
      expect(answer.status, JSON.stringify(body)).to.equal(200);
      return (await answer.json()) as Fields;
    };
    const wishes = [
      {},
      {
        defaultLang: "de",
        paymentTolerance: 0.29,
        speedPolicy: "LowSpeed",
        defaultPaymentMethod: "btc_chain",
      },
      { defaultLang: "", crosstill: { mailInvoices: true, mailReminderMinutes: 7, mailAddressDays: 3 } },
    ];
    for (const wish of wishes) {
      await call("PUT", wish);
      const [shown, before] = [await call("GET"), await persistence.stores.load(storeId)];
      expect(await call("PUT", shown)).to.deep.equal(shown);
      expect(await call("GET")).to.deep.equal(shown);
      expect(await persistence.stores.load(storeId)).to.deep.equal(before);
    }
  });

  it("has no language unless the merchant has chosen one, though clients are shown a tag", () => {
    const plain = storeWith({ ...STORE_DEFAULTS, name: "Tea House" });
    const languageAfter = (store: MerchantStore, body: Fields) => {
      const { defaultLang } = readStore(body, store, NOW).settings.profile;
      const { profile } = store.settings;
      return { ...store, settings: { ...store.settings, profile: { ...profile, defaultLang } } };
    };
    expect(read(plain)).to.include({ defaultLang: "en", autoDetectLanguage: true });
    const chosen = (store: MerchantStore, body: Fields) =>
      languageAfter(store, body).settings.profile.defaultLang;
    expect(chosen(plain, { defaultLang: "en" })).to.equal(undefined);
    expect(chosen(plain, { defaultLang: "en", autoDetectLanguage: false })).to.equal("en");
    const german = languageAfter(plain, { ...read(plain), defaultLang: "de" });
    expect(read(german)).to.include({ defaultLang: "de", autoDetectLanguage: false });
    expect(chosen(german, { defaultLang: "en" })).to.equal("en");
    expect(chosen(german, { ...read(german), autoDetectLanguage: true })).to.equal(undefined);
    expect(chosen(german, { defaultLang: "" })).to.equal(undefined);
  });
});
