import { expect } from "chai";
import { merchantWords } from "../../../../src/languages/merchantWords.ts";
import { changedFields } from "../../../../src/gateway/http/owner/people/auditChanges.ts";

const reader = { tr: merchantWords("en"), zone: "Europe/Berlin", coin: { decimals: 6, symbol: "USDC" } };
const shown = (action: string, before: unknown, after: unknown) =>
  changedFields({ action, before, after }, reader).map(({ label, before: was, after: is }) => [
    label,
    was,
    is,
  ]);

describe("what an entry of the audit log changed", () => {
  it("is told by the labels of the forms, and only what differs", () => {
    const before = {
      policy: { preset: "shop", toleranceFloor: "2500000", forgiveBps: 100 },
      strictAddresses: false,
    };
    const after = {
      policy: { preset: "shop", toleranceFloor: "500000", forgiveBps: 150 },
      strictAddresses: true,
    };
    expect(shown("store.changed", before, after)).to.deep.equal([
      ["Tolerance, as an amount of USDC", "2.5 USDC", "0.5 USDC"],
      ["Write off small remainders, up to percent of the price", "1 %", "1.5 %"],
      ["A new order for each address", "no", "yes"],
    ]);
  });

  it("has amounts in their currency, also those that are kept in smallest units", () => {
    expect(
      shown("payment_link.created", undefined, { title: "Tea", amount: "2500", currency: "EUR" }),
    ).to.deep.equal([
      ["Title", undefined, "Tea"],
      ["Amount", undefined, "25.00 EUR"],
      ["Currency", undefined, "EUR"],
    ]);
    expect(shown("payment_link.created", undefined, { amount: "2500", currency: "JPY" })[0]).to.deep.equal([
      "Amount",
      undefined,
      "2500 JPY",
    ]);
    expect(shown("invoice.created", undefined, { amount: "25", currency: "EUR" })[0]?.[2]).to.equal("25 EUR");
    const items = {
      currency: "EUR",
      decimals: 2,
      items: [
        { title: "Tea", price: "350" },
        { title: "Cake", price: "420" },
      ],
    };
    expect(shown("point_of_sale.created", undefined, items)).to.deep.include([
      "Items",
      undefined,
      "Tea 3.50 EUR, Cake 4.20 EUR",
    ]);
  });

  it("has times in the zone of the page, and a settlement in a sentence", () => {
    const expiresAt = Date.parse("2027-01-31T17:00:00Z");
    expect(shown("payment_link.changed", { expiresAt }, {})).to.deep.equal([
      ["Expires", "2027-01-31 18:00 UTC+1", "None"],
    ]);
    const settlement = {
      chainId: 1,
      currency: "0xa0b8",
      symbol: "USDC",
      decimals: 6,
      chainName: "Ethereum",
      recipient: "0x0b",
    };
    expect(shown("store.settlement_changed", settlement, { ...settlement, recipient: "0x0c" })).to.deep.equal(
      [[undefined, "USDC on Ethereum, 0x0b", "USDC on Ethereum, 0x0c"]],
    );
  });

  it("is a value alone, a list, or a field by its name where there is no label", () => {
    expect(shown("user.email_changed", "ada@old.example", "ada@new.example")).to.deep.equal([
      [undefined, "ada@old.example", "ada@new.example"],
    ]);
    expect(shown("key.created", undefined, { permissions: ["a", "b"], odd: { deep: 7 } })).to.deep.equal([
      ["permissions", undefined, "a, b"],
      ["odd · deep", undefined, "7"],
    ]);
  });
});
