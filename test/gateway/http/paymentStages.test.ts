import { expect } from "chai";
import { decide } from "../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../src/gateway/domain/invoices/observation.ts";
import type { PointOfSale } from "../../../src/gateway/domain/selling/pointOfSale.ts";
import { checkoutView } from "../../../src/gateway/http/checkout/buildView.ts";
import { presented, renderStatusFragment } from "../../../src/gateway/http/checkout/render.ts";
import { renderPage } from "../../../src/gateway/http/pages.ts";
import { saleView } from "../../../src/gateway/http/selling/saleView.ts";
import { textOf } from "../../browser/readPage.ts";
import {
  A,
  anInvoice,
  B,
  DUE,
  EXPIRES,
  gone,
  IN_TIME,
  inBlock,
  inMempool,
  ISSUED,
  PRICE_SATS,
  refund,
  tick,
} from "../domain/invoices/given.ts";
import { checkoutContext } from "./checkoutContext.ts";

const POS: PointOfSale = {
  ...{ id: "pos-1", storeId: "store-1", version: 1, archivedAt: undefined, createdAt: ISSUED },
  settings: {
    ...{ title: "Bar", description: undefined, currency: "USD", decimals: 2, items: [], keypad: true },
    ...{ tips: [], discounts: false, receipt: undefined, isPublic: false },
  },
};

const [FIRST, SECOND] = [A, B].map((outpoint) => inBlock({ outpoint, value: PRICE_SATS / 2n })) as [
  Observation,
  Observation,
];
/** A quote for just this part promises half of the price. */
const quoted = (outpoint: string): Observation => {
  return { kind: "appraised", at: IN_TIME, outpoint, credit: DUE / 2n, floor: DUE / 2n };
};

function after(...seen: readonly Observation[]): Invoice {
  return seen.reduce((invoice, one) => decide(invoice, one).invoice, anInvoice());
}

function pageOf(invoice: Invoice): string {
  return textOf(renderStatusFragment(checkoutView(invoice, checkoutContext())));
}

function counterOf(invoice: Invoice): string {
  const { checkout, ...sale } = saleView(checkoutView(invoice, checkoutContext()), POS, invoice, undefined);
  return textOf(renderPage("pos/live", { ...presented(checkout), ...sale }));
}

describe("the page and the counter of a payment in parts", () => {
  it("say that the payment is confirmed once every part has a quote for its own amount, and not before", () => {
    const unquoted = after(FIRST, SECOND);
    expect(unquoted.state).to.equal("Processing");
    for (const shown of [unquoted, after(FIRST, SECOND, quoted(A))]) {
      expect(pageOf(shown)).not.to.match(/payment confirmed/i);
      expect(counterOf(shown)).not.to.match(/payment confirmed|receipt/i);
    }
    const promised = after(FIRST, SECOND, quoted(A), quoted(B));
    expect(pageOf(promised)).to.match(/payment confirmed/i);
    expect(counterOf(promised)).to.match(/payment confirmed.*receipt/i);
  });

  it("say so at once for one payment of the amount that was asked", () => {
    expect(pageOf(after(inBlock()))).to.match(/payment confirmed/i);
    expect(counterOf(after(inBlock()))).to.match(/payment confirmed/i);
  });

  it("do not say so when the service has sent the parts back", () => {
    const back = after(FIRST, SECOND, refund(), refund({ outpoint: B }));
    expect(back.state).to.equal("New");
    expect(pageOf(back)).not.to.match(/payment confirmed/i);
  });
});

describe("the counter of a sale that counted as paid", () => {
  it("says that the sale is not paid once its payment was sent back, also after its time", () => {
    const sentBack = "The payment was sent back. This sale is not paid.";
    expect(counterOf(after(inBlock()))).not.to.include(sentBack);
    expect(counterOf(after(inBlock(), refund()))).to.include(sentBack);
    expect(counterOf(after(inBlock(), refund(), tick(EXPIRES)))).to.include(sentBack);
    expect(counterOf(after(FIRST, SECOND, refund(), refund({ outpoint: B })))).to.include(sentBack);
    expect(counterOf(after(inBlock(), refund(), inBlock({ outpoint: B })))).not.to.include(sentBack);
  });

  it("says that the sale is not paid once its payment has left the network", () => {
    const dropped = "The payment is no longer in the network. This sale is not paid.";
    expect(counterOf(after(inMempool()))).not.to.include(dropped);
    expect(counterOf(after(inMempool(), gone()))).to.include(dropped);
  });
});
