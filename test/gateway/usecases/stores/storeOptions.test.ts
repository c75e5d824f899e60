import { expect } from "chai";
import { STORE_DEFAULTS } from "../../../../src/gateway/usecases/stores/createStore.ts";
import type { StoreSettings } from "../../../../src/gateway/usecases/stores/merchantStore.ts";
import { optionValues } from "../../../../src/gateway/usecases/stores/optionValues.ts";
import { OptionError } from "../../../../src/gateway/usecases/stores/optionError.ts";
import { readStoreOptions } from "../../../../src/gateway/usecases/stores/storeOptions.ts";
import { inEnglish } from "../../../../src/values/sentence.ts";
import { anInvoice } from "../../domain/invoices/given.ts";

const AT = 1_800_000_000_000;

describe("the options of a store's settings", () => {
  const { settlement } = anInvoice().terms;
  const blank: StoreSettings = { ...STORE_DEFAULTS, settlement, refunds: {} };
  const read = (options: Readonly<Record<string, string>>, known = blank) =>
    readStoreOptions(
      {
        option: (name) => options[name],
        options: (name) => [options[name]].filter((text) => text !== undefined),
      },
      { bitcoinNetwork: "regtest" },
      known,
      AT,
    );

  it("are shown as they are read: what is read of what is shown shows the same again", () => {
    const chosen = read({
      ...{
        fees: "merchant",
        margin: "2.5",
        minutes: "20",
        "price-currency": "eur",
        "methods-off": "eth_base",
      },
      ...{ "default-method": "btc", "strict-addresses": "on", "direct-payments": "off", language: "ar" },
      ...{
        tolerance: "0.5",
        "tolerance-floor": "1.25",
        underpaid: "keep-open",
        overpaid: "hold",
        evidence: "hash",
      },
      ...{ confirmations: "1,1000=3", "late-from": "90", forgive: "0", "invoice-tolerance": "10" },
      ...{ "mail-invoices": "on", "mail-reminder": "5", tracked: "chf,eur", zone: "Europe/Berlin" },
      ...{ accountant: "books@shop.example", "one-invoice-per-order": "on", "invoice-evidence": "on" },
    });
    const shown = optionValues(chosen);
    expect(shown).to.include({
      "methods-off": "ETH-BASE",
      "default-method": "BTC-CHAIN",
      confirmations: "1,1000=3",
    });
    expect(shown).to.include({ margin: "2.5", "tolerance-floor": "1.25", tracked: "CHF,EUR" });
    const { preset: _resets, ...options } = shown;
    expect(read(options)).to.deep.equal(chosen);
  });

  it("take back with none what can be without", () => {
    const chosen = read({ margin: "2", "default-method": "BTC-CHAIN", "methods-off": "ETH-BASE" });
    const without = read({ margin: "none", "default-method": "none", "methods-off": "none" }, chosen);
    expect(without).to.deep.include(blank);
  });

  it("name the option that is wrong, and what was expected of it", () => {
    for (const [name, text, expected] of [
      ["margin", "101", "a percentage"],
      ["price-currency", "XXZ", "one of"],
      ["default-method", "a b", "a payment method"],
      ["methods-off", ",", "payment methods"],
      ["confirmations", "1000=0", "<from amount>="],
      ["tolerance-floor", "much", "an amount of"],
    ] as const) {
      let thrown: unknown;
      try {
        read({ [name]: text });
      } catch (error) {
        thrown = error;
      }
      if (!(thrown instanceof OptionError)) throw new Error(`${name} ${text} was taken.`);
      expect(thrown.option).to.equal(name);
      expect(inEnglish(thrown.expected)).to.include(expected);
      expect(thrown.message).to.match(new RegExp(`^--${name} expects `));
    }
  });
});
