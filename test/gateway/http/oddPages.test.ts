import { expect } from "chai";
import { renderCheckout } from "../../../src/gateway/http/checkout/render.ts";
import type { CheckoutView } from "../../../src/gateway/http/checkout/view.ts";
import { awaiting, stages } from "../../browser/checkoutStages.ts";
import { views } from "../../browser/checkoutViews.ts";
import { attribute, element, textOf } from "../../browser/readPage.ts";

const page = (view: CheckoutView) => renderCheckout(view, "bm9uY2U=");

describe("the checkout page, when a payment is not as asked for", () => {
  it("says that the shop decides where too little is held, and asks for nothing more", () => {
    const html = textOf(page(stages.held));
    expect(html).to.include(
      "You have paid 8.00 of 25.00 USD. 17.00 USD is missing. Harbour Coffee Roasters decides",
    );
    expect(html).to.include("do not pay again");
    expect(page(stages.held)).not.to.include("/methods/");
  });

  it("lets the payer pay the rest in another coin while its price is worked out", () => {
    const html = page(stages.repricing);
    expect(textOf(html)).to.include("You have paid 8.00 of 25.00 USD. 17.00 USD is still missing");
    for (const id of ["BTC-CHAIN", "USDC-BASE"]) expect(html).to.include(`action="/i/demo/methods/${id}"`);
    expect(html).not.to.include("qr-code");
  });

  it("tells a slow network from a lost payment", () => {
    const html = textOf(page(views["delayed"]!));
    expect(html).to.include("The network is slow").and.to.include("Don't pay again");
  });

  it("says that the service reports a payment, beside the stage and the step", () => {
    const html = textOf(page(views["claimed"]!));
    expect(html)
      .to.include("The payment service reports that Harbour Coffee Roasters was paid")
      .and.to.include("reported by the service");
  });

  it("says so when the chain cannot be seen for certain, aloud too, and still shows the rest", () => {
    const html = page(views["uncertain"]!);
    const words = "We can't verify the network right now. If you have paid, wait";
    expect(textOf(html)).to.include(words);
    expect(attribute(html, "live", "data-say")).to.include(words);
    expect(attribute(html, "live", "data-stage")).not.to.equal(
      attribute(page(awaiting), "live", "data-stage"),
    );
    expect(html).to.include("qr-code");
    expect(textOf(html), "it asks for a payment").not.to.match(/don't pay again/i);
    expect(textOf(page({ ...stages.seen, chainUncertain: true }))).to.include(
      "Don't pay again. This invoice won't expire",
    );
  });

  it("tells one story of a chain that cannot be seen and an address that there is not", () => {
    const html = textOf(page(views["uncertainUnavailable"]!));
    expect(html).to.include("We can't verify the network right now, so there is no address to pay");
    expect(html)
      .to.include("won't expire while we check")
      .and.not.to.match(/don't pay again/i);
    expect(html.match(/can't verify/g)).to.have.length(1);
    const unseen = textOf(page({ ...stages.unavailable, chainUnseen: true }));
    expect(unseen).to.include("cannot be seen now").and.not.to.include("gave no price");
  });

  it("does not call late money too little before anybody knows what it is worth", () => {
    const html = textOf(page(views["lateMoving"]!));
    expect(html).to.include("arrived after the price expired").and.to.include("Don't pay again");
    expect(html).not.to.include("missing");
  });

  it("names another coin than the one that was asked for", () => {
    const html = page(views["wrongAsset"]!);
    expect(textOf(html)).to.include("You sent another coin").and.to.include("25 EURC");
    expect(html).not.to.include("qr-code");
  });

  it("names both networks where it came on another one", () => {
    const wrongNetwork = { sent: "USDC on Base", asked: "BTC on Bitcoin" };
    const html = textOf(page({ ...views["wrongAsset"]!, odd: { wrongChain: true }, wrongNetwork }));
    expect(html).to.include(
      "You sent USDC on Base; BTC on Bitcoin was asked for. It is converted if possible, and what arrives is credited",
    );
  });

  it("says nothing of it on the receipt but beside the payment", () => {
    const html = textOf(page(views["settledWrongAsset"]!));
    expect(html)
      .to.include("Another coin than the one")
      .and.not.to.match(/You sent another|send it again/);
    expect(textOf(page(views["slightlyOver"]!))).not.to.include("more than this invoice asked for");
  });

  it("says of the steps after a part what they are, and of the last one nothing that was before", () => {
    const html = textOf(page(views["partMoving"]!));
    expect(html).to.include("What happens next").and.to.include("Settled");
    expect(html).not.to.include("the merchant has the money");
  });

  it("counts the time down while a part is on its way", () => {
    const html = page(views["partOnItsWay"]!);
    expect(textOf(element(html, "timer"))).to.include("14 min");
    expect(html).to.include(" data-counting");
  });

  describe("takes the payer's own refund address", () => {
    it("by a plain form with a warning about exchanges, closed until somebody wants it", () => {
      const html = page(awaiting);
      expect(html).to.include('<form method="post" action="/i/demo/refund-address"');
      expect(html).to.match(/<details id="refund-form">/);
      expect(textOf(html))
        .to.include("exchanges may not credit refunds")
        .and.to.include("Your BTC address on Bitcoin");
    });

    it("and shows it as the one in use", () => {
      const { refundAddress } = views["ownRefund"]!.method!;
      const html = textOf(page(views["ownRefund"]!));
      expect(html).to.include("goes back automatically to your own address").and.to.include(refundAddress);
      expect(html).to.include("Change your refund address").and.not.to.include("an exchange is fine");
    });

    it("and says what is wrong with it beside what was typed, on a page that does not reload", () => {
      const html = page(views["refundRefused"]!);
      expect(html).to.match(/<details id="refund-form" open>/);
      expect(attribute(html, "refund-address", "value")).to.match(/^0x5290/);
      expect(attribute(html, "refund-address", "aria-describedby")).to.include("refund-error");
      expect(textOf(element(html, "refund-error"))).to.include("is no Bitcoin address");
      expect(html).not.to.include("http-equiv");
    });

    it("also for the rest, and says that it counts from then on", () => {
      expect(textOf(page(views["partMoving"]!))).to.include("Applies to future payments");
      expect(textOf(page(awaiting))).not.to.include("future payments");
    });

    it("no more once the whole payment was seen", () => {
      for (const stage of ["seen", "converting", "settled"] as const)
        expect(page(stages[stage])).not.to.include("refund-form");
    });
  });
});
