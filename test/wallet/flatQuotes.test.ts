import { expect } from "chai";
import type { QuoteBody } from "../../src/wallet/index.ts";
import {
  AMOUNT,
  calls,
  DEPOSIT,
  errorOf,
  fakeWallet,
  NATIVE,
  openTill,
  REQUEST_ID,
  type Till,
} from "./payer.ts";

const STRANGER = "0x1111111111111111111111111111111111111111";
const TO_ADDRESS: QuoteBody = { ...NATIVE, useDepositAddress: true };

/** The deposit step of a quote in the form of v3. */
const flatStep = (depositAddress: unknown, to: string = DEPOSIT, value: unknown = String(AMOUNT)) => ({
  id: "deposit",
  action: "Send",
  description: "Send",
  kind: "transaction",
  status: "incomplete",
  data: { ...calls(to, "0", "0x"), value },
  depositAddress,
  depositAddressId: "0x77",
  check: { endpoint: `/intents/status?requestId=${REQUEST_ID}`, method: "GET" },
});
const ADDRESS = {
  address: DEPOSIT,
  type: "open",
  depositor: null,
  depositTxHash: null,
  recoveryAddress: null,
};

describe("a wallet that pays a quote in the form of v3", () => {
  let till: Till;
  let evm: ReturnType<typeof fakeWallet>;
  beforeEach(async () => {
    till = await openTill();
    evm = fakeWallet();
  });
  afterEach(() => till.service.close());
  const pay = async (step: unknown, body = TO_ADDRESS) =>
    till.pay(await till.quote(body, [step], { requestId: REQUEST_ID }), { signers: { evm } });

  for (const [what, step] of Object.entries({
    "an object": flatStep(ADDRESS),
    "a text": flatStep(DEPOSIT),
    "an object, and its amount a number": flatStep(ADDRESS, DEPOSIT, Number(AMOUNT)),
  }))
    it(`sends the amount to a deposit address that is ${what}, when the path of v2 answers it`, async () => {
      expect((await pay(step)).requestId).to.equal(REQUEST_ID);
      expect(evm.sent.map(({ to, value }) => [to, value])).to.deep.equal([[DEPOSIT, AMOUNT]]);
      expect(till.service.calls[0]).to.equal("POST /quote/v2");
    });

  it("takes a strict address where it asked for one", async () => {
    await pay(flatStep({ ...ADDRESS, type: "strict" }), { ...TO_ADDRESS, strict: true });
    expect(evm.sent).to.have.length(1);
  });

  for (const [what, step, words] of [
    ["null", flatStep(null), "none given"],
    ["an empty text", flatStep(""), "none given"],
    ["an object without an address", flatStep({ type: "open" }), "none given"],
    ["another than the receiver of its transaction", flatStep(ADDRESS, STRANGER), "would go to 0x1111"],
    ["strict, which was not asked for", flatStep({ ...ADDRESS, type: "strict" }), "is strict"],
  ] as const)
    it(`sends nothing to a deposit address that is ${what}`, async () => {
      const error = await errorOf(pay(step));
      expect([error.code, evm.sent, till.requestIds]).to.deep.equal(["unsafe_quote", [], []]);
      expect(error.message).to.contain(words);
    });
});
