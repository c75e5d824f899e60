import { expect } from "chai";
import { payments } from "bitcoinjs-lib";
import { bitcoinQrUri, bitcoinUri } from "../../../src/bitcoin/codec/paymentUri.ts";
import { networkParameters } from "../../../src/bitcoin/codec/address.ts";
import { coinMark } from "../../../src/gateway/http/checkout/marks.ts";
import { qrSvg } from "../../../src/gateway/http/checkout/qr.ts";
import { renderCheckout, renderStatusFragment, safeLink } from "../../../src/gateway/http/checkout/render.ts";
import type { CheckoutView } from "../../../src/gateway/http/checkout/view.ts";
import { formatDecimal } from "../../../src/values/amount.ts";
import { awaiting, method, stages } from "../../browser/checkoutStages.ts";
import { views } from "../../browser/checkoutViews.ts";
import { attribute, decode, element, textOf } from "../../browser/readPage.ts";

const NONCE = "bm9uY2U=";
const page = (view: CheckoutView) => renderCheckout(view, NONCE);

describe("the checkout page", () => {
  for (const [name, view] of Object.entries(views)) {
    it(`shows ${name} with store and price, and the live part is the same as in an update`, () => {
      const html = page(view);
      expect(textOf(html)).to.include(view.storeName).and.to.include(`${view.price} ${view.currency}`);
      expect(html).to.include(renderStatusFragment(view).trim());
      expect(html).not.to.match(/undefined|\[object|NaN/);
    });

    it(`shows ${name} without inline handlers, inline styles, foreign resources or a script without the nonce`, () => {
      const html = page(view);
      expect(html).not.to.match(/<[^>]+\son[a-z]+\s*=/i);
      expect(html).not.to.match(/<[^>]+\sstyle\s*=|<style/i);
      const scripts = html.match(/<script[^>]*>/g) ?? [];
      expect(scripts).not.to.be.empty;
      for (const script of scripts) expect(script).to.include(`nonce="${NONCE}"`);
      for (const [, address] of html.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]*)"/g))
        expect(address).to.match(/^\/assets\//);
    });

    it(`shows ${name} with ids that are used once and labels that exist`, () => {
      const html = page(view);
      const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).to.equal(ids.length);
      for (const [, wanted] of html.matchAll(/aria-labelledby="([^"]*)"/g)) expect(ids).to.include(wanted);
      for (const [, wanted] of html.matchAll(/<use href="#([^"]*)"/g)) expect(ids).to.include(wanted);
    });
  }

  it("refreshes itself without scripts until nothing more can happen", () => {
    for (const stage of ["awaiting", "seen", "converting", "expired", "unavailable"] as const) {
      expect(page(stages[stage])).to.include('<noscript><meta http-equiv="refresh"');
    }
    for (const stage of ["settled", "refunded", "invalid"] as const)
      expect(page(stages[stage])).not.to.include("http-equiv");
  });

  it("escapes every text that comes from a merchant or a service", () => {
    const hostile = `"><img src=x onerror=alert(1)>'</script>`;
    for (const view of Object.values(views)) {
      const html = page(everyTextReplaced(view, hostile));
      expect(html).not.to.include("<img src=x");
      expect(html.replace(/="[^"]*"/g, ""), "outside attribute values").not.to.match(/<[^>]+\sonerror/);
      expect(html).to.include("&lt;img src=x");
    }
  });

  it("never links to anything but web pages, mail and wallets", () => {
    for (const url of [
      "javascript:alert(1)",
      " javascript:alert(1)",
      "data:text/html,x",
      "//evil.example",
      "/\\evil.example",
      "vbscript:x",
    ]) {
      expect(safeLink(url), url).to.equal(undefined);
      const view = {
        ...stages.settled,
        redirectUrl: url,
        supportUrl: url,
        payments: [{ ...payment(), explorerUrl: url }],
      };
      expect(page(view)).not.to.include(`href="${url}`);
    }
    for (const url of ["https://shop.example/a?b=c", "mailto:a@b.example", "/sandbox/wallet", method.uri])
      expect(safeLink(url)).to.equal(url);
  });

  it("shows the same address and amount as text, link, copy buttons and QR code", () => {
    for (let number = 1; number <= 40; number++) {
      const address = addressNumber(number);
      const sats = BigInt(number) ** 7n + 1n;
      const amount = formatDecimal(sats, 8);
      const uri = bitcoinUri(address, sats);
      const code = qrSvg(bitcoinQrUri(address, sats), "QR code with the payment link", coinMark("BTC"));
      const html = page({
        ...awaiting,
        method: { ...method, address, amount, due: amount, uri, qrSvg: code },
      });
      expect(textOf(element(html, "address-text")), "address").to.equal(address);
      expect(textOf(element(html, "amount-text")), "amount").to.equal(amount);
      expect(attribute(html, "open-wallet", "href"), "link").to.equal(uri);
      expect(attribute(html, "copy-link", "data-copy")).to.equal(uri);
      expect(attribute(html, "copy-address", "data-copy")).to.equal(address);
      expect(attribute(html, "copy-amount", "data-copy")).to.equal(amount);
      expect(decode(html), "QR code").to.equal(`bitcoin:${address.toUpperCase()}?amount=${amount}`);
    }
  });

  it("puts the network warning next to the address, and the test network into it", () => {
    expect(textOf(page(awaiting))).to.include("Send only BTC on Bitcoin.");
    expect(textOf(page(views["sandbox"]!))).to.include("never send real BTC");
  });

  it("asks for the remainder of a partial payment, in every place", () => {
    const html = page(views["partial"]!);
    expect(textOf(element(html, "amount-text"))).to.equal("0.00021234");
    expect(decode(html)).to.match(/\?amount=0\.00021234$/);
    expect(textOf(html)).to.include(
      "You have paid 8.00 of 25.00 USD. 17.00 USD is still missing: please send 0.00021234 BTC.",
    );
  });

  it("shows no address to pay once the invoice takes no money", () => {
    for (const stage of [
      "repricing",
      "held",
      "seen",
      "confirmed",
      "converting",
      "settled",
      "expired",
      "invalid",
      "refunded",
      "unavailable",
    ] as const) {
      const html = page(stages[stage]);
      expect(html, stage).not.to.include(method.address);
      expect(html, stage).not.to.include("qr-code");
      expect(html, stage).not.to.include("bitcoin:");
    }
  });

  it("says on an expired invoice what to do when the money was already sent", () => {
    const text = textOf(page(stages.expired));
    expect(text)
      .to.include("Already sent the payment?")
      .and.to.include("Do not pay again")
      .and.to.include(awaiting.invoiceId);
    expect(page(stages.expired)).to.include('href="mailto:help@shop.example"');
  });

  it("shows the payer's transaction id whole on the receipt", () => {
    const { payments: paid } = stages.settled;
    expect(page(stages.settled)).to.include(`</span>${paid[0]!.txid}<span`);
  });

  it("marks the step that is going on", () => {
    const marked = (view: CheckoutView) =>
      /aria-current="step">[\s\S]*?step-name">([^<]*)/.exec(page(view))?.[1];
    expect(marked(stages.seen)).to.equal("Confirmed 0/1");
    expect(marked(stages.confirmed)).to.equal("Converting");
    expect(marked(stages.settled)).to.equal(undefined);
  });

  it("offers to try again, by a plain form, when the service did not answer", () => {
    const html = page(stages.unavailable);
    expect(html).to.include('<form method="post" action="/i/demo/methods/BTC-CHAIN">');
    expect(textOf(html)).to.include("Try again with Bitcoin").and.to.include("Nothing was charged");
  });

  it("says why no way to pay works and whom to ask, instead of letting people try again", () => {
    const unpricedReason = "Bitcoin is available from 19.30 USD.";
    const html = page({ ...stages.unavailable, unpricedReason, noWay: true });
    expect(textOf(html)).to.include(`${unpricedReason} Nothing was charged. No way to pay works for this invoice. Please ask Harbour Coffee`); // prettier-ignore
    expect(html).to.include('href="mailto:help@shop.example"').and.not.to.include("try-again");
  });

  it("shows the chosen method alone, and the others behind a line that opens without scripts", () => {
    const others = (view: CheckoutView) =>
      /<details[^>]* id="other-methods"[^>]*>[\s\S]*?<\/details>\s*(?=<div class="ask">)/.exec(
        page(view),
      )?.[0];
    const closed = others(views["manyMethods"]!) ?? "";
    expect(closed.match(/<form method="post"/g)).to.have.length(6);
    expect(textOf(closed)).to.include("You pay with Bitcoin. Pay another way");
    expect(closed)
      .to.include('href="/i/demo?methods"')
      .and.not.to.match(/<details[^>]* open/);
    expect(others(views["allMethods"]!)).to.match(/<details[^>]* open/);
    expect(page(views["allMethods"]!), "nobody is interrupted").not.to.include("http-equiv");
    expect(others(views["sandbox"]!), "there is no other").to.equal(undefined);
    expect(others(views["choose"]!), "all are to be chosen from").to.equal(undefined);
  });

  it("names the network of a coin that is on another one, with its address and link", () => {
    const html = page(views["evm"]!);
    expect(textOf(html)).to.include("USDC on Arbitrum address").and.to.include("Send only USDC on Arbitrum.");
    const { address, uri, evm } = views["evm"]!.method!;
    expect(decode(html), "for any wallet").to.equal(address);
    expect(decode(html.slice(html.indexOf('id="link-qr"'))), "for wallets that read links").to.equal(uri);
    expect(uri).to.include("@42161/transfer?");
    expect(textOf(element(html, "contract-text"))).to.equal(evm!.contract);
    const [payTo, contract] = ['id="address-text"', 'id="contract-text"'].map((id) => html.indexOf(id));
    const between = html.slice(html.indexOf('<details class="facts"'), contract);
    const left = (tag: RegExp) => between.match(tag)?.length ?? 0;
    expect(contract, "a payer copies the first address").to.be.above(payTo!);
    expect(left(/<details/g) - left(/<\/details>/g), "it stands in the folded details").to.equal(1);
    expect(textOf(element(html, "address-text"))).to.equal(views["evm"]!.method!.address);
  });

  it("shows no address of a network before the payer has said that they send there", () => {
    const { method } = views["evmUnconfirmed"]!;
    const html = page(views["evmUnconfirmed"]!);
    expect(textOf(html))
      .to.include("I will send on Arbitrum")
      .and.to.include("on the network Arbitrum")
      .and.not.to.include("Send only");
    expect(html.toLowerCase()).not.to.include(method!.address.toLowerCase()).and.not.to.include("qr-code");
  });

  it("says before paying what is sent, what the shop receives, and who pays what fee", () => {
    const said = textOf(page(awaiting));
    expect(said).to.include("You send 0.00031234 BTC · the shop receives at least 24.98 USDC");
    expect(textOf(element(page(awaiting), "fees"))).to.equal("Fees About 0.21 USDC");
    expect(said).to.include("Exactly 0.00031234 BTC must arrive. Exchange fees come on top");
    expect(said).to.include(
      "Send only BTC on Bitcoin. Other coins and other networks may not be recoverable.",
    );
  });

  it("leads back to the shop from a frame, or closes where the shop said nothing", () => {
    const framedPage = page(views["framedSettled"]!);
    expect(framedPage).to.match(/id="return" href="https:\/\/shop.example\/thanks" target="_top"/);
    expect(framedPage).to.match(/id="going-back" role="status" hidden/);
    const without = page({ ...views["framedSettled"]!, redirectUrl: undefined });
    expect(without)
      .to.match(/id="done" data-close>Close/)
      .and.not.to.include("going-back");
  });

  it("shows why a method is not available, and no button for it", () => {
    const html = page(awaiting);
    expect(textOf(html)).to.include("needs at least 48.00 USD");
    expect(html).not.to.include("/i/demo/methods/ETH-ETHEREUM");
  });
});

function payment(): CheckoutView["payments"][number] {
  return { txid: "ab".repeat(32), amount: "1 BTC", state: "confirmed", late: false };
}

function addressNumber(number: number): string {
  const hash = Buffer.alloc(20, number);
  const { address } = payments.p2wpkh({
    hash,
    network: networkParameters(number % 2 ? "mainnet" : "regtest"),
  });
  return address ?? "";
}

/** Every text of the view made hostile, but for those that choose what is shown and the QR's markup. */
function everyTextReplaced(view: CheckoutView, text: string): CheckoutView {
  const kept = new Set([
    "state",
    "additional",
    "stage",
    "qrSvg",
    "due",
    "evidence",
    "refundOwner",
    "language",
  ]);
  const replaced: unknown = JSON.parse(JSON.stringify(view), (key, value: unknown) =>
    typeof value === "string" && !kept.has(key) ? text : value,
  );
  return replaced as CheckoutView; // the same shape: only texts became other texts
}
