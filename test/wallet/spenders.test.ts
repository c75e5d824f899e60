import { expect } from "chai";
import { maxUint256 } from "viem";
import type { QuoteBody } from "../../src/wallet/index.ts";
import { PERMIT2 } from "../../src/evm/codec/contracts.ts";
import {
  AMOUNT,
  approvalOf,
  calls,
  DEPOSITORY,
  errorOf,
  fakeWallet,
  openTill,
  stepOf,
  TOKEN,
  TOKENS,
  type Till,
} from "./payer.ts";

const PROXY = "0x5567954cd026cebfe486062cb75848e0f1c12e58";
const EARLIER_PROXY = "0xccc88a9d1b4ed6b0eaba998850414b24f1c315be";
const STRANGER = "0x1111111111111111111111111111111111111111";
const UNSTATED: QuoteBody = { ...TOKENS, tradeType: "EXACT_OUTPUT" };

const CHAINS = {
  chains: [
    { id: 10, contracts: { approvalProxy: STRANGER } },
    {
      id: 8453,
      contracts: { approvalProxy: EARLIER_PROXY, "v3.2": { approvalProxy: PROXY.toUpperCase().replace("X", "x") } },
      protocol: { v2: { depository: DEPOSITORY } },
    },
  ],
}; // prettier-ignore

const approve = (spender: string, amount = AMOUNT) =>
  stepOf(calls(TOKEN, "0", approvalOf(spender, amount)), { id: "approve" });
const call = (to: string) => stepOf(calls(to));
const sign = (value: Record<string, unknown>, verifyingContract: string = PERMIT2) => {
  const domain = { name: "A permit", chainId: 8453, verifyingContract };
  const toSign = { signatureKind: "eip712", domain, types: {}, value, primaryType: "PermitTransferFrom" };
  const post = { endpoint: "/execute/permits/v2", method: "POST", body: {} };
  return stepOf({ sign: toSign, post }, { id: "authorize", kind: "signature" });
};
const permitted = (spender: string, changes: Record<string, unknown> = {}) =>
  sign({ permitted: { token: TOKEN, amount: String(AMOUNT), ...changes }, spender });

const PAID: readonly (readonly [what: string, steps: readonly unknown[], asksForChains: boolean])[] = [
  ["the contract that the next step calls", [approve(STRANGER), call(STRANGER)], false],
  ["nobody, by an allowance of zero", [approve(STRANGER, 0n), approve(PROXY), call(PROXY)], false],
  ["a contract of an earlier version that the service lists", [approve(EARLIER_PROXY), call(STRANGER)], true],
  ["a contract of a later version that the service lists", [approve(PROXY), call(STRANGER)], true],
  ["Permit2, for a signature that a listed contract uses", [approve(PERMIT2), permitted(PROXY)], true],
  ["the listed contract that a signature names", [sign({ spender: PROXY, value: String(AMOUNT) }, TOKEN)], true],
]; // prettier-ignore

const REFUSED: readonly (readonly [
  what: string,
  steps: readonly unknown[],
  words: string,
  body?: QuoteBody,
])[] = [
  ["an allowance of a contract that is neither called nor listed", [approve(STRANGER), call(PROXY)], STRANGER],
  ["an allowance of a contract that was called before it", [call(STRANGER), approve(STRANGER)], STRANGER],
  ["an allowance of a contract that is listed on another chain", [approve(STRANGER), call(DEPOSITORY)], "for chain 8453"],
  ["an allowance of Permit2 without a signature for it", [approve(PERMIT2), call(PROXY)], PERMIT2],
  ["a signature that names a stranger", [permitted(STRANGER)], STRANGER],
  ["a signature for Permit2 over more than was quoted", [permitted(PROXY, { amount: String(AMOUNT + 1n) })], "wants 1000001"],
  ["a signature over the quoted amount twice", [sign({ permitted: [1, 2].map(() => ({ token: TOKEN, amount: String(AMOUNT) })), spender: PROXY })], "wants 2000000"],
  ["a signature for Permit2 over another token", [permitted(PROXY, { token: DEPOSITORY })], DEPOSITORY],
  ["a signature that another token verifies", [sign({ value: "1", spender: PROXY }, DEPOSITORY)], DEPOSITORY],
  ["a signed amount in hex, which wallets read in their own ways", [sign({ value: "0xffffffff", spender: PROXY }, TOKEN)], "in digits"],
  ["a signed allowance without an amount", [sign({ details: { token: TOKEN }, spender: PROXY })], "in digits"],
  ["a signed allowance without a limit", [sign({ allowed: true, spender: PROXY }, TOKEN)], "without a limit"],
  ["an allowance without a limit where the quote states no amount", [approve(PROXY, maxUint256), call(PROXY)], "states no amount", UNSTATED],
]; // prettier-ignore

describe("who may take the tokens of a payer", () => {
  let till: Till;
  beforeEach(async () => {
    till = await openTill();
    till.service.answers["/chains"] = CHAINS;
  });
  afterEach(() => till.service.close());
  const wallet = () => ({ ...fakeWallet(), signTypedData: async () => "0x5160" as const });

  for (const [what, steps, asksForChains] of PAID)
    it(`includes ${what}`, async () => {
      const { outcome } = await till.pay(await till.quote(TOKENS, [...steps]), {
        signers: { evm: wallet() },
      });
      expect(outcome).to.equal("success");
      expect(till.service.calls.includes("GET /chains")).to.equal(asksForChains);
    });

  for (const [what, steps, words, body = TOKENS] of REFUSED)
    it(`is checked before anything is sent: ${what} is refused`, async () => {
      const evm = wallet();
      const error = await errorOf(till.pay(await till.quote(body, [...steps]), { signers: { evm } }));
      expect([error.code, evm.sent, till.requestIds]).to.deep.equal(["unsafe_quote", [], []]);
      expect(error.message).to.contain(words);
    });

  it("is checked in the steps that a signature brings, too", async () => {
    till.service.answers["/execute/permits/v2"] = { steps: [approve(STRANGER), call(PROXY)] };
    const evm = wallet();
    const quote = await till.quote(TOKENS, [permitted(PROXY)]);
    const error = await errorOf(till.pay(quote, { signers: { evm } }));
    expect([error.code, evm.sent]).to.deep.equal(["unsafe_quote", []]);
    expect(error.message).to.contain(`expected a contract that a later step calls`).and.contain(STRANGER);
  });

  it("is nobody whose contract cannot be looked up, because the list of chains gives no answer", async () => {
    till.service.answers["/chains"] = { http: 503 };
    const evm = wallet();
    const quote = await till.quote(TOKENS, [approve(PROXY), call(STRANGER)]);
    const error = await errorOf(till.pay(quote, { signers: { evm } }));
    expect([error.code, evm.sent]).to.deep.equal(["service_refused", []]);
    expect(error.message).to.contain("request for its chains");
  });
});
