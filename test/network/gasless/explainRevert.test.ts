import { expect } from "chai";
import { encodeErrorResult, parseAbi, type Hex } from "viem";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { revertWords } from "../../../src/network/chains/revertReason.ts";
import { explainRevert } from "../../../src/network/sponsors/explainRevert.ts";

const TO = "0x1111111111111111111111111111111111111111" as EvmAddress;

describe("why a call would revert", () => {
  const abi = parseAbi([
    "error Error(string)",
    "error Panic(uint256)",
    "error InvalidSigner()",
    "error CallFailed(bytes reason)",
    "error FailedOp(uint256 opIndex, string reason)",
    "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
    "error NobodyKnows(uint256 value)",
  ]);
  const explain = (data: Hex | undefined, reason = "") =>
    explainRevert({ to: TO, data: "0xa9059cbb", value: 0n }, data, reason);
  const error = (errorName: string, args: readonly unknown[] = []) =>
    encodeErrorResult({ abi, errorName, args } as never);

  it("is told by label, message and kind, with the call that reverted", () => {
    const { error: label, message, details } = explain(error("InvalidSigner"));
    expect({ label, message }).to.deep.equal({ label: "INVALID_SIGNER", message: "Invalid signer" });
    expect(details.topLevel).to.deep.equal({
      ...{ type: "CALL", address: TO, selector: "0xa9059cbb" },
      ...{ error: "execution reverted", revertReason: "Invalid signer" },
    });
    expect(details.path).to.deep.equal([details.innermost]);
    expect(details.revert).to.include({
      type: "customError",
      name: "InvalidSigner",
      label: "INVALID_SIGNER",
    });
  });

  it("says a contract's own error in words with its values, keeps the node's words for a text, and names an unknown selector", () => {
    const node = "Execution reverted with reason: no.";
    expect(revertWords(error("ERC20InsufficientBalance", [TO, 1n, 5n]), "custom error 0xe450d38c")).to.equal(
      `Execution reverted: Erc20 insufficient balance (ERC20InsufficientBalance, sender ${TO}, balance 1, needed 5).`,
    );
    expect(revertWords(error("InvalidSigner"), "custom error")).to.equal(
      "Execution reverted: Invalid signer (InvalidSigner).",
    );
    expect(revertWords(error("Error", ["no"]), node)).to.equal(node);
    expect(revertWords(undefined, node)).to.equal(node);
    expect(revertWords(error("NobodyKnows", [1n]), "custom error")).to.match(
      /^The call reverted with the error 0x[0-9a-f]{8}, which this service does not know\.$/,
    );
  });

  it("is read from texts, panics, EntryPoints and batches", () => {
    const told = (data: Hex) => {
      const { error: label, message, details } = explain(data);
      return [details.revert.type, label, message];
    };
    expect(told(error("Error", ["balance too small"]))).to.deep.equal(["errorString", "BALANCE_TOO_SMALL", "balance too small"]); // prettier-ignore
    expect(told(error("Panic", [0x11n]))).to.deep.equal(["panic", "PANIC", "Panic 17"]);
    expect(told(error("FailedOp", [0n, "AA24 signature error"]))).to.deep.equal(["customError", "FAILED_OP", "AA24 signature error"]); // prettier-ignore
    const poor = error("ERC20InsufficientBalance", [TO, 1n, 2n]);
    expect(told(error("CallFailed", [poor]))).to.deep.equal(["customError", "CALL_FAILED", "Call failed: Erc20 insufficient balance"]); // prettier-ignore
  });

  it("of an error that nobody has told the service about has its selector and arguments", () => {
    const data = error("NobodyKnows", [7n]);
    const { error: label, details } = explain(data);
    expect(label).to.equal(`UNKNOWN_CUSTOM_ERROR_${data.slice(0, 10)}`);
    expect(details.revert).to.include({ type: "unknownCustomError", rawArgsHex: `0x${data.slice(10)}` });
  });

  it("is the node's own words where there is nothing else", () => {
    expect(explain(undefined, "out of gas")).to.include({
      error: "EXECUTION_REVERTED",
      message: "out of gas",
    });
    expect(explain("0x").message).to.equal("The call reverted without a reason.");
  });
});
