import { expect } from "chai";
import type { Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { usualCases } from "../support/sizes.ts";
import { refused, walletQuote } from "./quote/quoted.ts";
import { balance, createPayees, evmQuote, walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { startWorld, type World } from "./world.ts";

/** Runtime code of contracts that take no coins, and do not say so with the revert opcode. */
const CODES = usualCases<readonly [string, string]>(
  [
    ["the invalid opcode", "fe"],
    ["an endless loop", "5b600056"],
  ],
  [
    ["a jump to nowhere", "600156"],
    ["an empty stack", "01"],
  ],
);

describe("a recipient whose code fails without saying so", () => {
  let world: World;
  let user: Wallet;
  const payee = createPayees();

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());

  const setCode = (address: string, code: Hex) =>
    world.other.client.request({ method: "anvil_setCode", params: [address, code] } as never);

  for (const [name, code] of CODES) {
    it(`with ${name} gets nothing and stops nobody: its payer is refunded, the others are paid`, async () => {
      const changing = payee();
      const hostile = await evmQuote(world, user, { recipient: changing });
      await setCode(changing, `0x${code}`);
      await walk(user, hostile.steps);
      const recipient = payee();
      const inCoins = await evmQuote(world, user, { recipient });
      const inTokens = await evmQuote(world, user, { recipient, destinationCurrency: world.other.usdc });
      for (const { steps } of [inCoins, inTokens]) await walk(user, steps);
      await world.tick(3);
      expect((await world.status(hostile.requestId)).status).to.equal("refund");
      for (const { requestId } of [inCoins, inTokens])
        expect(await world.status(requestId)).to.include({ status: "success" });
      expect((await balance(world.other, ZERO_ADDRESS, recipient)) >= inCoins.minimum).to.equal(true);
    });
  }

  const REVERTS: Hex = "0x60006000fd";

  it("is refused when the quote is asked for, with the reason, and no address is given out", async () => {
    for (const code of [REVERTS, ...CODES.map(([, one]): Hex => `0x${one}`)])
      for (const terms of [
        { tradeType: "EXACT_INPUT" },
        { tradeType: "EXACT_OUTPUT" },
        { tradeType: "EXACT_INPUT", useDepositAddress: true, refundTo: payee() },
      ]) {
        const recipient = payee();
        await setCode(recipient, code);
        const coins = { originCurrency: ZERO_ADDRESS, destinationCurrency: ZERO_ADDRESS, recipient };
        const body = walletQuote(world, user.address, { ...coins, amount: String(10n ** 17n), ...terms });
        expect(await refused(world, body)).to.equal("400 DESTINATION_TX_FAILED");
        expect(await refused(world, { ...body, destinationCurrency: "USDC", amount: "25000000", tradeType: "EXACT_OUTPUT", useDepositAddress: false }), "tokens need nobody's consent").to.equal("200 undefined"); // prettier-ignore
      }
  });

  it("takes a payment that it accepts, though it rejects smaller ones", async () => {
    const recipient = payee();
    // CALLVALUE, 10^9, GT: one gwei is more than what came; then it reverts
    await setCode(recipient, "0x34633b9aca0011600b57005b60006000fd");
    const quote = await evmQuote(world, user, { recipient });
    await walk(user, quote.steps);
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });
});
