import { expect } from "chai";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { given, inBlock, says } from "./given.ts";

const TOKEN = "0xabcdef0000000000000000000000000000000001";
const wrongAsset = { ...inBlock(), currency: TOKEN } as Observation;
const wrongChain = { ...inBlock(), chainId: 8453 } as Observation;

describe("a payment in another asset, or on another chain", () => {
  it("pays nothing of the price while it is on its way, and nothing when nobody says what it yielded [money:wrong-asset]", () => {
    for (const payment of [wrongAsset, wrongChain]) {
      given().when(payment).then({ state: "New", additional: "None" });
      const outcome = { kind: "settled", amount: undefined, txHash: "tx", evidence: "hash", proof: "p" } as const;
      const { invoice } = given(payment).when(says("success", {}, outcome)).then({ state: "New", additional: "None" });
      expect(invoice.facts.settlements).to.have.length(1);
    }
  }); // prettier-ignore
});
