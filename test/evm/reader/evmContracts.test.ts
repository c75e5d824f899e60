import { expect } from "chai";
import { isContract } from "../../../src/evm/reader/evmContracts.ts";

describe("whether there is a contract at an address", () => {
  const withCode = (code: unknown) => isContract({ ask: async () => [code] }, `0x${"1".repeat(40)}`);

  it("is read from its code; an account that delegates is none", async () => {
    expect(await withCode("0x")).to.equal(false);
    expect(await withCode("0x6080")).to.equal(true);
    expect(await withCode(`0xef0100${"2".repeat(40)}`)).to.equal(false);
  });

  it("is not guessed where the node answers something else", async () => {
    const said = await withCode(null).catch((error: unknown) => String(error));
    expect(said).to.include("eth_getCode");
  });
});
