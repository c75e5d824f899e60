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
  NATIVE,
  openTill,
  REQUEST_ID,
  stepOf,
  TOKEN,
  TOKENS,
  type Till,
} from "./payer.ts";
import { authorizationStep, fieldsOf, permit2BatchStep, permit2Step, permitStep } from "./permits.ts";

const PROXY = "0x5567954cd026cebfe486062cb75848e0f1c12e58";
const EARLIER_PROXY = "0xccc88a9d1b4ed6b0eaba998850414b24f1c315be";
const STRANGER = "0x1111111111111111111111111111111111111111";
const OTHER_TOKEN = "0x4200000000000000000000000000000000000006";
const UNSTATED: QuoteBody = { ...TOKENS, tradeType: "EXACT_OUTPUT" };

const CHAINS = {
  chains: [
    { id: 10, contracts: { approvalProxy: STRANGER } },
    {
      id: 8453,
      contracts: {
        approvalProxy: EARLIER_PROXY,
        "v3.2": { approvalProxy: PROXY.toUpperCase().replace("X", "x") },
      },
      protocol: { v2: { depository: DEPOSITORY } },
    },
  ],
};

const approve = (spender: string, amount = AMOUNT) =>
  stepOf(calls(TOKEN, "0", approvalOf(spender, amount)), { id: "approve" });
const call = (to: string) => stepOf(calls(to));
const DAI_FIELDS = fieldsOf("address holder,address spender,uint256 nonce,uint256 expiry,bool allowed");

const PAID: readonly (readonly [what: string, steps: readonly unknown[], asksForChains: boolean])[] = [
  ["the listed contract that the next step calls", [approve(PROXY), call(PROXY)], true],
  ["nobody, by an allowance of zero", [approve(STRANGER, 0n), approve(PROXY), call(PROXY)], true],
  ["a contract of an earlier version that the service lists", [approve(EARLIER_PROXY), call(PROXY)], true],
  ["a contract of a later version that the service lists", [approve(PROXY), call(EARLIER_PROXY)], true],
  ["Permit2, for a signature that a listed contract uses", [approve(PERMIT2), permit2Step(PROXY)], true],
  [
    "Permit2 by a signed allowance, for a signature that a listed contract uses",
    [permitStep(PERMIT2), permit2Step(PROXY)],
    true,
  ],
  ["the receiver of a signed transfer", [authorizationStep()], false],
  ["the listed contract that a signature names", [permitStep(PROXY)], true],
];

const REFUSED: readonly (readonly [
  what: string,
  steps: readonly unknown[],
  words: string,
  body?: QuoteBody,
])[] = [
  [
    "an allowance of a contract that is neither called nor listed",
    [approve(STRANGER), call(PROXY)],
    STRANGER,
  ],
  [
    "an allowance of a contract that was called before it",
    [call(STRANGER), approve(STRANGER)],
    `lets ${STRANGER}`,
  ],
  ["a contract that is called and not listed", [approve(STRANGER), call(STRANGER)], `calls ${STRANGER}`],
  ...["4000aea0", "d73dd623", "959b8c3f", "cae9ca51", "ba087652"].map(
    (selector) =>
      [
        `the call 0x${selector} of another token`,
        [stepOf(calls(OTHER_TOKEN, "0", `0x${selector}${"0".repeat(192)}`))],
        `calls ${OTHER_TOKEN}`,
      ] as const,
  ),
  [
    "an allowance of a contract that is listed on another chain",
    [approve(STRANGER), call(DEPOSITORY)],
    "for chain 8453",
  ],
  ["an allowance of Permit2 without a signature for it", [approve(PERMIT2), call(PROXY)], PERMIT2],
  ["a signature that names a stranger", [permit2Step(STRANGER)], STRANGER],
  [
    "a signature for Permit2 over more than was quoted",
    [permit2Step(PROXY, { amount: String(AMOUNT + 1n) })],
    "wants 1000001",
  ],
  ["a signature over the quoted amount twice", [permit2BatchStep(PROXY, [TOKEN, TOKEN])], "wants 2000000"],
  ["a signature for Permit2 over another token", [permit2Step(PROXY, { token: DEPOSITORY })], DEPOSITORY],
  [
    "a signature for Permit2 that an unlisted contract verifies",
    [permit2Step(PROXY, {}, { domain: { verifyingContract: STRANGER } })],
    STRANGER,
  ],
  [
    "a signature that another token verifies",
    [permitStep(PROXY, { domain: { verifyingContract: DEPOSITORY } })],
    DEPOSITORY,
  ],
  [
    "a signed amount in hex, which wallets read in their own ways",
    [permitStep(PROXY, { value: { value: "0xffffffff" } })],
    "in digits",
  ],
  ["a signed allowance without an amount", [permit2Step(PROXY, { amount: undefined })], "in digits"],
  ["a signed spender that is no address", [permitStep("me")], "as spender"],
  [
    "two signed transfers of the quoted amount each",
    [authorizationStep(), authorizationStep()],
    "give 2000000 in all",
  ],
  [
    "an allowance and a signed transfer of the quoted amount each",
    [approve(PROXY), call(PROXY), authorizationStep()],
    "give 2000000 in all",
  ],
  [
    "two signatures for Permit2 by one allowance",
    [approve(PERMIT2), permit2Step(PROXY), permit2Step(PROXY)],
    "give 2000000 in all",
  ],
  [
    "an allowance of Permit2 after the signature for it",
    [permit2Step(PROXY), approve(PERMIT2)],
    "give 2000000 in all",
  ],
  [
    "a signed transfer without a limit where the quote states no amount",
    [authorizationStep({ value: { value: String(maxUint256) } })],
    "states no amount",
    UNSTATED,
  ],
  [
    "a signature without a chain",
    [authorizationStep({ domain: { chainId: undefined } })],
    "for chain nothing",
  ],
  [
    "a signature whose chain is hex text",
    [authorizationStep({ domain: { chainId: "0x1" } })],
    'for chain "0x1"',
  ],
  [
    "a signature whose domain has a salt instead of a chain",
    [authorizationStep({ domain: { chainId: undefined, salt: REQUEST_ID } })],
    '"salt"',
  ],
  [
    "a call of the token that is signed for others to send",
    [
      authorizationStep({
        primaryType: "MetaTransaction",
        types: { MetaTransaction: fieldsOf("uint256 nonce,address from,bytes functionSignature") },
      }),
    ],
    '"MetaTransaction"',
  ],
  [
    "an order of a marketplace",
    [
      permitStep(PROXY, {
        primaryType: "OrderComponents",
        types: { OrderComponents: fieldsOf("address offerer,uint256 counter") },
      }),
    ],
    '"OrderComponents"',
  ],
  [
    "a type that is a property of every object",
    [permitStep(PROXY, { primaryType: "constructor" })],
    '"constructor"',
  ],
  [
    "fields that differ from those of the known type",
    [permitStep(PROXY, { types: { Permit: DAI_FIELDS } })],
    "bool allowed",
  ],
  [
    "a signed allowance without a limit, in text",
    [permitStep(PROXY, { types: { Permit: DAI_FIELDS }, value: { allowed: "true" } })],
    "bool allowed",
  ],
  [
    "a signed allowance without a limit",
    [permitStep(PROXY, { types: { Permit: DAI_FIELDS }, value: { allowed: true } })],
    "bool allowed",
  ],
  [
    "an allowance without a limit where the quote states no amount",
    [approve(PROXY, maxUint256), call(PROXY)],
    "states no amount",
    UNSTATED,
  ],
];

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

  it("includes the contract that the next step calls, where the service lists no contract of the chain", async () => {
    till.service.answers["/chains"] = { chains: [{ id: 8453 }] };
    const quote = await till.quote(TOKENS, [approve(STRANGER), call(STRANGER)]);
    expect((await till.pay(quote, { signers: { evm: wallet() } })).outcome).to.equal("success");
  });

  it("lists no wrapped coin, which is called to wrap the coin that was asked for", async () => {
    const wrap: QuoteBody = { ...NATIVE, destinationChainId: 8453, destinationCurrency: OTHER_TOKEN };
    const steps = [stepOf(calls(OTHER_TOKEN, String(AMOUNT), "0xd0e30db0"), { id: "swap" })];
    const { outcome } = await till.pay(await till.quote(wrap, steps), { signers: { evm: wallet() } });
    expect(outcome).to.equal("success");
  });

  it("is checked in the steps that a signature brings, too", async () => {
    till.service.answers["/execute/permits/v2"] = { steps: [approve(STRANGER, AMOUNT - 1n), call(PROXY)] };
    const evm = wallet();
    const quote = await till.quote(TOKENS, [permit2Step(PROXY, { amount: "1" })]);
    const error = await errorOf(till.pay(quote, { signers: { evm } }));
    expect([error.code, evm.sent]).to.deep.equal(["unsafe_quote", []]);
    expect(error.message).to.contain(`expected a contract that a later step calls`).and.contain(STRANGER);
  });

  it("takes no more by the steps that signatures bring than was quoted in all", async () => {
    till.service.answers["/execute/permits/v2"] = { steps: [authorizationStep()] };
    const signed: unknown[] = [];
    const evm = {
      ...fakeWallet(),
      signTypedData: async (data: unknown) => (signed.push(data), "0x5160" as const),
    };
    const error = await errorOf(
      till.pay(await till.quote(TOKENS, [authorizationStep()]), { signers: { evm } }),
    );
    expect([error.code, signed.length]).to.deep.equal(["unsafe_quote", 1]);
    expect(error.message).to.contain("give 2000000 in all");
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
