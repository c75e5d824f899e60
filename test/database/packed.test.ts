import { expect } from "chai";
import { pack, unpack } from "../../src/database/packed.ts";

const WORDS = JSON.stringify({
  type: "InvoiceSettled",
  metadata: { orderId: "ü 🧾 \u0000" },
  more: "0123456789".repeat(30),
});

describe("packed JSON", () => {
  it("comes back to the byte, and takes less", () => {
    expect(unpack(pack(WORDS))).to.equal(WORDS);
    expect(pack(WORDS).length).to.be.below(WORDS.length / 2);
  });

  it("leaves short JSON, and what older versions wrote, as it is", () => {
    expect(pack('{"a":1}')).to.equal('{"a":1}');
    expect(unpack(WORDS)).to.equal(WORDS);
  });

  it("reads what was packed with the first dictionary", () => {
    expect(JSON.parse(unpack(PACKED))).to.deep.equal(FIRST);
  });

  it("refuses what is damaged", () => {
    expect(() => unpack("z1:AAAA")).to.throw();
  });
});

const FIRST = {
  type: "InvoicePaymentSettled",
  timestamp: 1,
  storeId: "s",
  invoiceId: "i",
  payment: { status: "Settled", destination: "x" },
  crosstill: { status: "Processing", currency: "USD", text: "crosstill-offer-v1" },
};
const PACKED = "z1:I6VgMEQuGYrRioZM1BxJMINVYOQw7E1wjOyAMx6UamsB";
