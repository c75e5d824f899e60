import { expect } from "chai";
import { orderIdOf, orderInName } from "../../../../src/gateway/domain/invoices/orderId.ts";

describe("the order of a shop", () => {
  it("is named by a pull payment as WooCommerce's plugin does, in the shop's language, and in English", () => {
    const named = {
      "Refund of order 1001; damaged": "1001",
      "Refund of order 1001; ": "1001",
      "Rückerstattung der Bestellung 1001; defekt; Karton": "1001",
      "Refund of order #WC-2024/7; order 8 was fine": "WC-2024/7",
      "Refund for order 1001": "1001",
      "Order #7.": "7",
    };
    for (const [name, order] of Object.entries(named)) expect(orderInName(name, true), name).to.equal(order);
    const others = ["", "Refund", "Prize of the raffle", "Salary 2026", "; 7", "Border 7", "order "];
    for (const name of others) expect(orderInName(name, true), name).to.equal(undefined);
  });

  it("is not guessed from the name of a pull payment that no plugin of WooCommerce has made", () => {
    const others = [
      "Bonus week 1008; Ann",
      "Rückerstattung der Bestellung 1001; defekt",
      "Bonus; order 1008",
    ];
    for (const name of others) expect(orderInName(name, false), name).to.equal(undefined);
    expect(orderInName("Refund of order 1001; damaged", false)).to.equal("1001");
  });

  it("is named by an invoice's metadata, as text or as a number", () => {
    expect([{ orderId: "a" }, { orderId: 7 }].map(orderIdOf)).to.deep.equal(["a", "7"]);
    expect([undefined, null, "a", {}, { orderId: "" }, { orderId: {} }].map(orderIdOf)).to.deep.equal(
      Array.from({ length: 6 }, () => undefined),
    );
  });
});
