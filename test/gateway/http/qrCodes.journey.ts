import { createHash } from "node:crypto";
import * as ecc from "tiny-secp256k1";
import { expect } from "chai";
import { addressOfScript, isBech32 } from "../../../src/bitcoin/codec/address.ts";
import { createSigner } from "../../../src/gateway/adapters/signing.ts";
import type { Method } from "../../../src/gateway/usecases/pricing/methods.ts";
import type { MerchantStore } from "../../../src/gateway/usecases/stores/merchantStore.ts";
import { presentMethod } from "../../../src/gateway/http/api/present/presentMethods.ts";
import { checkoutView } from "../../../src/gateway/http/checkout/buildView.ts";
import { agreedOn } from "../../../src/gateway/http/checkout/evmView.ts";
import { renderCheckout } from "../../../src/gateway/http/checkout/render.ts";
import type { ViewContext } from "../../../src/gateway/http/checkout/viewContext.ts";
import type { Invoice, Offer } from "../../../src/gateway/domain/invoices/invoice.ts";
import { parseDecimal } from "../../../src/values/amount.ts";
import { NATIVE_EVM_CURRENCY } from "../../../src/intents/identifiers.ts";
import { attribute, decode, element, textOf } from "../../browser/readPage.ts";
import { anOffer, given, IN_TIME } from "../domain/invoices/given.ts";

const INVOICES = 120; // each kind of offer with each length of amount, five times
const BASE = given().invoice;

describe("the QR codes of invoices", function () {
  this.timeout(120_000);

  it("decode to the address and amount that the page and the API say", () => {
    for (let number = 0; number < INVOICES; number++) {
      const offer = offerOf(number);
      const invoice: Invoice = { ...BASE, facts: { ...BASE.facts, offers: [offer] } };
      const method = methodOf(offer);
      const { destination, paymentLink, due } = presentMethod(invoice, method, undefined, { onlyAccounted: false, signature: undefined }); // prettier-ignore
      const html = renderCheckout(agreedOn(checkoutView(invoice, context(method)), method.id), "bm9uY2U=");
      const shown = {
        address: textOf(element(html, "address-text")),
        amount: textOf(element(html, "amount-text")),
      };
      const says = `invoice ${number}, ${method.id}, ${destination}`;
      const digits = method.id === "BTC-CHAIN" ? shown.amount.replace(/\.?0+$/, "") : shown.amount; // the page has all eight
      expect({ ...shown, amount: digits }, says).to.deep.equal({ address: destination, amount: due });
      expect(attribute(html, "open-wallet", "href"), says).to.equal(paymentLink);
      const first = decode(html, 3) ?? "";
      if (method.id === "BTC-CHAIN") {
        expect(readBitcoin(first), says).to.deep.equal({ ...shown, amount: digits });
        continue;
      }
      expect(first, says).to.equal(destination);
      const link = decode(html.slice(html.indexOf('id="link-qr"')), 3) ?? "";
      expect(link, says).to.equal(paymentLink);
      expect(readEvm(link), says).to.deep.equal({
        ...{ address: destination, units: parseDecimal(due, offer.decimals), chainId: offer.chainId },
        token: offer.currency === NATIVE_EVM_CURRENCY ? undefined : offer.currency,
      });
    }
  });
});

/** A BIP321 link as a wallet reads it: bech32 may come in upper case, and nothing else may. */
function readBitcoin(uri: string): Readonly<{ address: string; amount: string }> {
  const [, written = "", amount = ""] = /^bitcoin:([A-Za-z0-9]+)\?amount=([0-9.]+)$/.exec(uri) ?? [];
  if (!isBech32(written)) return { address: written, amount };
  expect(written, "in the code").to.equal(written.toUpperCase());
  return { address: written.toLowerCase(), amount };
}

/** An EIP-681 link as a wallet reads it. */
function readEvm(uri: string) {
  const [, target = "", chain, call, query = ""] =
    /^ethereum:(0x[0-9a-fA-F]{40})@(\d+)(\/transfer)?\?(.*)$/.exec(uri) ?? [];
  const fields = new URLSearchParams(query);
  const chainId = Number(chain);
  return call
    ? { address: fields.get("address"), units: BigInt(fields.get("uint256") ?? ""), chainId, token: target }
    : { address: target, units: BigInt(fields.get("value") ?? ""), chainId, token: undefined };
}

/** One of six kinds of offers: four kinds of Bitcoin addresses, a token, a native coin; the number decides all of it. */
function offerOf(number: number): Offer {
  const bytes = createHash("sha256").update(String(number)).digest();
  const hex = bytes.toString("hex");
  const hash = hex.slice(0, 40);
  const input = 1_000n + (bytes.readBigUInt64BE(20) % 10n ** BigInt(4 + (number % 8)));
  const scripts = [
    `0014${hash}`,
    `5120${Buffer.from(ecc.xOnlyPointFromScalar(bytes)).toString("hex")}`,
    `76a914${hash}88ac`,
    `a914${hash}87`,
  ];
  const script = scripts[number % 6];
  if (script !== undefined)
    return anOffer({ depositAddress: addressOfScript("mainnet", script) ?? "", input });
  const evm = { methodId: "USDC-BASE", symbol: "USDC", decimals: 6, chainId: 8453, currency: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913" }; // prettier-ignore
  const native = { methodId: "ETH-BASE", symbol: "ETH", decimals: 18, currency: NATIVE_EVM_CURRENCY };
  const place = number % 6 === 4 ? evm : { ...evm, ...native };
  return anOffer({ ...place, depositAddress: `0xd${hash.slice(1, 39)}d`, input });
}

function methodOf({ methodId: id, chainId, currency, symbol, decimals }: Offer): Method {
  const chainName = id === "BTC-CHAIN" ? "Bitcoin" : "Base";
  return { ...{ id, chainId, chainName, currency, symbol, decimals }, name: `${symbol} on ${chainName}`, explorerUrl: undefined }; // prettier-ignore
}

function context(method: Method): ViewContext {
  const store = { name: "Tea House", settings: { refunds: {}, profile: {}, feeBearer: "payer" } };
  return {
    store: store as unknown as MerchantStore, // the page reads no more of it
    ...{
      methods: [method],
      refunds: [],
      memories: new Map(),
      unavailable: new Map(),
      refusals: new Map(),
      now: IN_TIME,
    },
    language: "en",
    ...{ publicUrl: "", sandbox: false, testNetwork: false, bitcoinConfirmations: 1, offerMaxAgeMs: 300_000 },
    ...{ chainUncertain: false, explorers: { tx: () => undefined } },
    signer: createSigner(new Uint8Array(32)),
  };
}
