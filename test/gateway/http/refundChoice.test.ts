import { expect } from "chai";
import type { Request } from "express";
import { merchantWords } from "../../../src/languages/merchantWords.ts";
import { readRefund } from "../../../src/gateway/http/owner/invoices/actionFields.ts";
import { refundInvoice } from "../../../src/gateway/usecases/payouts/refundInvoice.ts";
import { NATIVE_EVM_CURRENCY } from "../../../src/intents/identifiers.ts";
import { anOffer } from "../domain/invoices/given.ts";
import { paidInvoice } from "../domain/payouts/given.ts";
import { refusal, shop } from "../usecases/payoutShop.ts";

const ETHER = {
  methodId: "ETH-BASE",
  chainId: 8453,
  currency: NATIVE_EVM_CURRENCY,
  symbol: "ETH",
  decimals: 18,
};

/** Returns an invoice that was paid in bitcoin and, with `isInTwoCoins`, also in ether. */
function paid({ isInTwoCoins }: Readonly<{ isInTwoCoins: boolean }>) {
  const { chainId, currency, methodId } = ETHER;
  const second = isInTwoCoins ? { chainId, currency, methodId } : {};
  const half = { value: 1_000n, credit: 12_500_000n, floor: 12_500_000n };
  const invoice = paidInvoice([half, { ...half, ...second }]);
  return { ...invoice, facts: { ...invoice.facts, offers: [anOffer(), { ...anOffer(), ...ETHER }] } };
}

describe("a refund of all that was paid", () => {
  it("refunds an amount of money on the page when the invoice was paid in two coins", () => {
    const read = (isInTwoCoins: boolean) => {
      const { variant, custom } = readRefund(
        { body: { how: "all" } } as Request,
        paid({ isInTwoCoins }),
        [],
        merchantWords("en"),
      );
      return { variant, amount: custom?.amount };
    };
    expect(read(false)).to.deep.equal({ variant: "RateThen", amount: undefined });
    expect(read(true)).to.deep.equal({ variant: "Custom", amount: 25_00n });
  });

  it("refuses RateThen over the API until the request names one of two coins", async () => {
    const { gateway, persistence } = await shop();
    const invoice = paid({ isInTwoCoins: true });
    Object.assign(persistence.invoices, { load: async () => invoice });
    const request = { variant: "RateThen", custom: undefined, subtractBps: 0n, mayApprove: true } as const;
    const refund = (methods: readonly string[]) =>
      refundInvoice(gateway, invoice.id, {
        ...request,
        name: "Refund",
        description: "",
        methods,
        madeBy: "command",
      });
    expect(await refusal(refund([]))).to.equal("non-refundable");
    expect((await refund(["ETH-BASE"])).amount).to.equal(1_000n);
  });
});
