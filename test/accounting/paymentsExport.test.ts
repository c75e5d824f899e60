import { expect } from "chai";
import {
  PAYMENTS_COLUMNS,
  paymentsHeader,
  paymentsLine,
  type PaymentRow,
} from "../../src/accounting/paymentsExport.ts";

const ROW: PaymentRow = {
  paidAt: Date.UTC(2026, 10, 21, 9, 30, 0, 5),
  settledAt: Date.UTC(2026, 10, 21, 9, 41),
  invoiceId: "inv1",
  orderId: "=1+1",
  storeId: "store1",
  invoiceStatus: "Settled",
  additionalStatus: "None",
  priceAmount: "25.00",
  priceCurrency: "USD",
  method: "BTC-CHAIN",
  origin: {
    chainId: 8253038,
    currency: "BTC",
    decimals: 8,
    amount: 31_400n,
    txid: "aa".repeat(32),
    output: 0,
  },
  depositAddress: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  requestId: "0x01",
  destination: { chainId: 31337, currency: "0x05", recipient: "0x06" },
  settlement: {
    ...{ amount: 25_000_001n, decimals: 6, symbol: "USDC", txid: "0xbb" },
    ...{ evidence: "verified", proven: true },
  },
  refund: undefined,
  rateAtPayment: "79617.83",
  itemDescription: 'a "blue" hat, large',
};

const cellsOf = (row: PaymentRow) =>
  Object.fromEntries(PAYMENTS_COLUMNS.map(({ name, cell }) => [name, cell(row)]));

describe("payments.csv", () => {
  it("has its columns in a fixed order", () => {
    expect(paymentsHeader()).to.equal(
      "schema_version,paid_at,settled_at,invoice_id,order_id,store_id,invoice_status,additional_status,price_amount," +
        "price_currency,method,origin_chain_id,origin_currency,origin_amount,origin_txid,origin_output,deposit_address," +
        "request_id,destination_chain_id,destination_currency,recipient,settled_amount,settled_symbol,destination_txid," +
        "evidence,refund_txid,refund_amount,rate_at_payment,item_description,origin_units,proven\r\n",
    );
  });

  it("gives exact amounts, UTC times and both transactions of a settled payment", () => {
    expect(cellsOf(ROW)).to.include({
      schema_version: "1",
      paid_at: "2026-11-21T09:30:00.005Z",
      settled_at: "2026-11-21T09:41:00.000Z",
      price_amount: "25.00",
      origin_amount: "0.000314",
      origin_output: "0",
      origin_txid: "aa".repeat(32),
      settled_amount: "25.000001",
      destination_txid: "0xbb",
      refund_amount: "",
    });
  });

  it("leaves empty what is not known, above all a settled amount that nobody reported", () => {
    const coin = { amount: undefined, decimals: 6, symbol: "USDC" };
    const reported = { ...coin, txid: "0xbb", evidence: "hash", proven: false };
    expect(cellsOf({ ...ROW, settlement: reported })).to.include({
      settled_amount: "",
      proven: "no",
      destination_txid: "0xbb",
    });
    const open = {
      ...ROW,
      settledAt: undefined,
      settlement: undefined,
      requestId: undefined,
      orderId: undefined,
    };
    expect(cellsOf({ ...open, origin: { ...ROW.origin, output: undefined } })).to.include({
      settled_at: "",
      settled_amount: "",
      settled_symbol: "",
      destination_txid: "",
      evidence: "",
      request_id: "",
      order_id: "",
      origin_output: "",
    });
  });

  it("shows a refund in the coin that was paid", () => {
    const refund = { txid: "cc", amount: 30_000n, decimals: 8 };
    expect(cellsOf({ ...ROW, settlement: undefined, refund })).to.include({
      refund_txid: "cc",
      refund_amount: "0.0003",
    });
  });

  it("says in smallest units what came in a coin whose decimals nobody knows", () => {
    const origin = { ...ROW.origin, decimals: undefined, amount: 7n * 10n ** 20n };
    expect(cellsOf({ ...ROW, origin })).to.include({
      origin_amount: "",
      origin_units: "700000000000000000000",
    });
  });

  it("writes one line a payment, with strangers' text made harmless", () => {
    const line = paymentsLine(ROW);
    expect(line).to.match(/^1,2026-11-21T09:30:00\.005Z,2026-11-21T09:41:00\.000Z,inv1,'=1\+1,store1,/);
    expect(line.endsWith(',79617.83,"a ""blue"" hat, large",31400,yes\r\n')).to.equal(true);
    expect(line.split("\r\n")).to.have.length(2);
  });
});
