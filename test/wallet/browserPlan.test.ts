import { expect } from "chai";
import { planForBrowser } from "../../src/wallet/browserPlan.ts";
import { WalletError } from "../../src/wallet/errors.ts";
import { AMOUNT, approvalOf, calls, DEPOSITORY, NATIVE, stepOf, TOKEN, TOKENS } from "./payer.ts";

const ALLOWANCE = stepOf(calls(TOKEN, "0", approvalOf(DEPOSITORY, AMOUNT)), { id: "approve" });
const DEPOSIT_CALL = stepOf(calls(DEPOSITORY));

const STRANGER = "0x1111111111111111111111111111111111111111";
const service = { contracts: async () => new Set<string>() };

async function refusal(
  request: typeof NATIVE,
  steps: readonly unknown[],
  maxInput = AMOUNT,
): Promise<string> {
  try {
    await planForBrowser(request, { steps }, maxInput, service);
    return "none";
  } catch (error) {
    if (error instanceof WalletError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

describe("a quote for a wallet in a browser", () => {
  it("is its transactions, in order and exactly as the service gives them", async () => {
    const steps = [ALLOWANCE, DEPOSIT_CALL];
    const { items, quote } = await planForBrowser(TOKENS, { steps }, AMOUNT, service);
    const { data } = calls(TOKEN, "0", approvalOf(DEPOSITORY, AMOUNT));
    expect(items.map(({ transaction }) => transaction)).to.deep.equal([
      { chainId: 8453, to: TOKEN, data, value: 0n },
      { chainId: 8453, to: DEPOSITORY, data: "0x49290c1c", value: 0n },
    ]);
    expect(quote.requestId).to.equal(DEPOSIT_CALL["requestId"]);
  });

  it("is refused whole when it wants a signature, has nothing to send, or would cost more than was agreed", async () => {
    const sign = { signatureKind: "eip191", message: "hello" };
    const signature = stepOf({ sign, post: { endpoint: "/x", method: "POST", body: {} } }, { kind: "signature" });
    expect(await refusal(NATIVE, [DEPOSIT_CALL, signature])).to.match(/^unsafe_quote: .*\(signature\)/);
    expect(await refusal(NATIVE, [stepOf({}, { items: [] })])).to.include("no step that pays");
    expect(await refusal(NATIVE, [DEPOSIT_CALL], AMOUNT - 1n)).to.include(`at most ${AMOUNT - 1n}`);
  });

  it("is checked as the command checks what it signs", async () => {
    expect(await refusal(NATIVE, [stepOf(calls(DEPOSITORY, String(AMOUNT + 1n)))])).to.match(/^unsafe_quote/);
    expect(await refusal(TOKENS, [stepOf(calls(TOKEN, "0", approvalOf(DEPOSITORY, AMOUNT + 1n)))])).to.include("allows");
    expect(await refusal(TOKENS, [stepOf(calls(TOKEN, "0", approvalOf(STRANGER, AMOUNT))), DEPOSIT_CALL])).to.include(STRANGER);
  });
}); // prettier-ignore
