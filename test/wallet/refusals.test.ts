import { expect } from "chai";
import type { QuoteBody } from "../../src/wallet/index.ts";
import {
  AMOUNT,
  DEPOSIT,
  DEPOSITORY,
  NATIVE,
  TOKEN,
  TOKENS,
  USER,
  ZERO,
  approvalOf,
  calls,
  errorOf,
  fakeWallet,
  openTill,
  stepOf,
  transferOf,
  type Till,
} from "./payer.ts";
import { permitStep } from "./permits.ts";

const STRANGER = "0x1111111111111111111111111111111111111111";
const address = { depositAddress: DEPOSIT };
const toAddress: QuoteBody = { ...NATIVE, useDepositAddress: true };
const tokenToAddress: QuoteBody = { ...toAddress, originCurrency: TOKEN };
const within: QuoteBody = { ...NATIVE, destinationChainId: 8453, recipient: DEPOSITORY };

const allowance = stepOf(calls(TOKEN, "0", approvalOf(DEPOSITORY, AMOUNT)), { id: "approve" });

const hashStep = stepOf(
  {
    sign: { signatureKind: "eip191", message: `0x${"5A".repeat(32)}` },
    post: { endpoint: "/execute/permits", method: "POST", body: {} },
  },
  { kind: "signature" },
);

type Case = readonly [what: string, request: QuoteBody, step: unknown, words: string];
const CASES: readonly Case[] = [
  ["the chain's own coin on a token's route", tokenToAddress, stepOf(calls(DEPOSIT, "7", "0x"), address), "own coin"],
  ["a token transfer to a deposit address that was not asked for", TOKENS, stepOf(calls(TOKEN, "0", transferOf(DEPOSIT, AMOUNT)), address), "although no deposit address was asked for"],
  ["a coin for a deposit address that was not asked for", NATIVE, stepOf(calls(DEPOSIT, String(AMOUNT), "0x"), address), "although no deposit address was asked for"],
  ["the chain's own coin with a call on a token's route", TOKENS, stepOf(calls(DEPOSITORY, "7")), "own coin"],
  ["a transaction to the zero address", NATIVE, stepOf(calls(ZERO, "7")), "as receiver"],
  ["a receiver that is no address", NATIVE, stepOf(calls("0x12", "7")), "as receiver"],
  ["a transaction on another chain", NATIVE, stepOf({ ...calls(DEPOSITORY), chainId: 1 }), "for chain 1"],
  ["a transaction without a chain", NATIVE, stepOf({ to: DEPOSITORY }), "chain (none)"],
  ["call data that is not hex", NATIVE, stepOf(calls(DEPOSITORY, "0", "0xzz")), "call data in hex"],
  ["more than was quoted", NATIVE, stepOf(calls(DEPOSITORY, String(AMOUNT + 1n))), "quote is for 1000000"],
  ["a coin that goes elsewhere than the deposit address", toAddress, stepOf(calls(STRANGER, String(AMOUNT), "0x"), address), "would go to 0x1111"],
  ["another amount for the deposit address", toAddress, stepOf(calls(DEPOSIT, "999999", "0x"), address), "pays 999999"],
  ["a deposit address that is called", toAddress, stepOf(calls(DEPOSIT, String(AMOUNT)), address), "no call data"],
  ["no deposit address, although one was asked for", toAddress, stepOf(calls(STRANGER, String(AMOUNT), "0x")), "none given"],
  ["the zero address as deposit address", toAddress, stepOf(calls(ZERO, String(AMOUNT), "0x"), { depositAddress: ZERO }), "as receiver"],
  ["a token transfer to another than the deposit address", tokenToAddress, stepOf(calls(TOKEN, "0", transferOf(STRANGER, AMOUNT)), address), "would go to 0x1111"],
  ["a token transfer of another amount", tokenToAddress, stepOf(calls(TOKEN, "0", transferOf(DEPOSIT, AMOUNT - 1n)), address), "pays 999999"],
  ["a transfer of another token", tokenToAddress, stepOf(calls(STRANGER, "0", transferOf(DEPOSIT, AMOUNT)), address), "contract of token"],
  ["an approval where a transfer belongs", tokenToAddress, stepOf(calls(TOKEN, "0", approvalOf(DEPOSIT, AMOUNT)), address), "expected a token transfer"],
  ["an allowance above the quoted amount", TOKENS, stepOf(calls(TOKEN, "0", approvalOf(DEPOSITORY, AMOUNT + 1n)), { id: "approve" }), "allows 1000001"],
  ["a token transfer where the service's contract belongs", TOKENS, stepOf(calls(TOKEN, "0", transferOf(STRANGER, AMOUNT))), "would move tokens"],
  ["any other call of the token", TOKENS, stepOf(calls(TOKEN, "0", "0x23b872dd00")), "would move tokens"],
  ["a transfer of another token than was quoted", TOKENS, stepOf(calls(STRANGER, "0", transferOf(STRANGER, AMOUNT))), "would move tokens"],
  ["an allowance of a token on a coin's route", NATIVE, stepOf(calls(TOKEN, "0", approvalOf(DEPOSITORY, 1n))), "would move tokens"],
  ["a leave for every token of a collection", TOKENS, stepOf(calls(STRANGER, "0", `0xa22cb465${"0".repeat(128)}`)), "would move tokens"],
  ["an allowance of Permit2's, which spends what it was allowed once", TOKENS, stepOf(calls(STRANGER, "0", `0x87517c45${"0".repeat(256)}`)), "would move tokens"],
  ["the quoted amount twice, in two items", NATIVE, stepOf({}, { items: [1, 2].map(() => ({ status: "incomplete", data: calls(DEPOSITORY, String(AMOUNT)) })) }), "give 2000000 in all"],
  ["a transfer to another than the recipient", within, stepOf(calls(STRANGER, String(AMOUNT), "0x"), { id: "send" }), "would go to 0x1111"],
  ["a contract call for another user", { ...NATIVE, user: STRANGER }, stepOf(calls(DEPOSITORY)), `wallet is ${USER}`],
  ["a currency that is a symbol, which proves nothing", { ...NATIVE, originCurrency: "usdc" }, stepOf(calls(DEPOSITORY)), "origin currency"],
  ["a signature for another chain", TOKENS, permitStep(DEPOSITORY, { domain: { chainId: 1 } }), "signature for chain 1"],
  ["a signature over more than was quoted", TOKENS, permitStep(DEPOSITORY, { domain: { chainId: "8453" }, value: { value: "1000001" } }), "wants 1000001 to be signed away"],
  ["a signature step without anything to sign", NATIVE, stepOf({}, { kind: "signature" }), "what to sign"],
  ["a message of 32 bytes, which may be the hash of anything", NATIVE, hashStep, "32 bytes"],
]; // prettier-ignore

describe("a quote that would lose money", () => {
  let till: Till;
  beforeEach(async () => {
    till = await openTill();
  });
  afterEach(() => till.service.close());

  for (const [what, request, step, words] of CASES) {
    it(`is refused before anything is sent: ${what}`, async () => {
      const wallet = fakeWallet();
      // A good step comes first: it must not be sent either.
      const good =
        request.useDepositAddress || request === within
          ? []
          : [request === TOKENS ? allowance : stepOf(calls(DEPOSITORY))];
      const work = till.pay(await till.quote(request, [...good, step]), { signers: { evm: wallet } });
      const error = await errorOf(work);
      expect(error.code).to.equal("unsafe_quote");
      expect(error.message).to.contain(words);
      expect([wallet.sent, till.requestIds]).to.deep.equal([[], []]);
    });
  }

  it("is refused when it costs more than the payer allows", async () => {
    const request: QuoteBody = { ...NATIVE, tradeType: "EXACT_OUTPUT" };
    const details = { currencyIn: { amount: "1200000" } };
    const quote = await till.quote(request, [stepOf(calls(DEPOSITORY, "1200000"))], { details });
    const evm = fakeWallet();
    const error = await errorOf(till.pay(quote, { signers: { evm }, maxInput: 1_199_999n }));
    expect(error.message).to.contain("costs 1200000, at most 1199999");
    expect((await till.pay(quote, { signers: { evm }, maxInput: 1_200_000n })).outcome).to.equal("success");
    const silent = { ...quote, statedInput: undefined };
    expect((await errorOf(till.pay(silent, { signers: { evm }, maxInput: 1n }))).message).to.contain(
      "unstated",
    );
  });

  for (const endpoint of ["https://evil.example/take", "//evil.example/take", "take"]) {
    it(`is refused when a signature should be posted to ${endpoint}`, async () => {
      const sign = { signatureKind: "eip191", message: "hello" };
      const step = stepOf({ sign, post: { endpoint, method: "POST", body: {} } }, { kind: "signature" });
      expect((await errorOf(till.quote(NATIVE, [step]))).message).to.contain("path on the service");
    });
  }

  for (const value of ["-1", "0x10", "1.5", 1.5, -1, 2 ** 53, "1".repeat(79)]) {
    it(`is refused when its value is ${JSON.stringify(value)}`, async () => {
      const work = till.quote(NATIVE, [stepOf({ ...calls(DEPOSITORY), value })]);
      expect((await errorOf(work)).code).to.equal("unsafe_quote");
    });
  }

  it("is refused when its kind of step is unknown", async () => {
    expect((await errorOf(till.quote(NATIVE, [stepOf({}, { kind: "magic" })]))).code).to.equal(
      "unsafe_quote",
    );
  });
});
