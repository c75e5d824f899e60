import { expect } from "chai";
import type { PosSettings } from "../../../src/gateway/domain/selling/pointOfSale.ts";
import { saleOf, type Cart } from "../../../src/gateway/domain/selling/sale.ts";

const item = { description: undefined, inStock: true, picture: undefined };
const SETTINGS: PosSettings = {
  title: "Bar",
  description: undefined,
  currency: "USD",
  decimals: 2,
  items: [
    { ...item, id: "tea", title: "Tea", price: 333n },
    { ...item, id: "cake", title: "Cake", price: 450n },
    { ...item, id: "soup", title: "Soup", price: 900n, inStock: false },
  ],
  keypad: true,
  tips: [5, 10],
  discounts: true,
  receipt: undefined,
  isPublic: false,
};
const cart = (counts: Readonly<Record<string, number>>, change: Partial<Cart> = {}): Cart => ({
  counts: new Map(Object.entries(counts)),
  extra: 0n,
  discountPercent: 0,
  tipPercent: 0,
  byCashier: true,
  ...change,
});
const refusal = (wanted: Cart, settings = SETTINGS): string => {
  try {
    saleOf(settings, wanted);
    return "taken";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("a sale at a counter", () => {
  it("takes a discount off for cashiers, and not for the public", () => {
    const wanted = cart({ tea: 1 }, { discountPercent: 100, extra: 1n, byCashier: false });
    expect(refusal(wanted)).to.include("only a signed-in cashier");
    expect(refusal({ ...wanted, discountPercent: 0 })).to.equal("taken");
  });

  it("adds up items by their own prices, and what was typed", () => {
    const sale = saleOf(SETTINGS, cart({ tea: 2, cake: 1, soup: 0 }, { extra: 100n }));
    expect(sale).to.include({ subtotal: 1216n, discount: 0n, tip: 0n, total: 1216n });
    expect(sale.lines.map(({ item: { id }, total }) => [id, total])).to.deep.equal([["tea", 666n], ["cake", 450n]]); // prettier-ignore
  });

  it("rounds discount and tip down, the tip of what is left", () => {
    const sale = saleOf(SETTINGS, cart({ tea: 1 }, { discountPercent: 10, tipPercent: 5 }));
    expect(sale).to.include({ discount: 33n, tip: 15n, total: 315n });
  });

  it("is exact where floats are not", () => {
    const huge = { ...SETTINGS, items: [{ ...item, id: "ship", title: "Ship", price: 10n ** 20n + 1n }] };
    expect(saleOf(huge, cart({ ship: 3 })).total).to.equal(3n * 10n ** 20n + 3n);
  });

  it("is refused for what is not sold, not in stock, not whole or not allowed", () => {
    expect(refusal(cart({ beer: 1 }))).to.include("not sold here");
    expect(refusal(cart({ soup: 1 }))).to.include("out of stock");
    for (const count of [-1, 1.5, 1000, Number.NaN])
      expect(refusal(cart({ tea: count })), String(count)).to.include("whole number");
    expect(refusal(cart({ tea: 1 }, { tipPercent: 7 }))).to.include("tips");
    for (const discountPercent of [-1, 101, 0.5, Number.NaN])
      expect(refusal(cart({ tea: 1 }, { discountPercent })), String(discountPercent)).to.include("discount");
    const strict = { ...SETTINGS, keypad: false, discounts: false };
    expect(refusal(cart({}, { extra: 5n }), strict)).to.include("cannot be typed");
    expect(refusal(cart({ tea: 1 }, { discountPercent: 5 }), strict)).to.include("discount");
  });

  it("of nothing is refused, also when a discount takes everything away", () => {
    expect(refusal(cart({}))).to.include("Pick an item");
    expect(refusal(cart({ tea: 1 }, { discountPercent: 100 }))).to.include("Pick an item");
  });
});
