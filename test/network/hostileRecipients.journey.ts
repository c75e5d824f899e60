import { expect } from "chai";
import type { Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/address.ts";
import { balance, createPayees, evmQuote, walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { startWorld, type World } from "./world.ts";

/** Runtime code of contracts that take no coins, and do not say so with the revert opcode. */
const CODES = {
  "the invalid opcode": "fe",
  "an endless loop": "5b600056",
  "a jump to nowhere": "600156",
  "an empty stack": "01",
} as const;

describe("a recipient whose code fails without saying so", () => {
  let world: World;
  let user: Wallet;
  const payee = createPayees();

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());

  /** Deploys a contract with this runtime code. */
  const deploy = async (code: string): Promise<string> => {
    const { client } = world.other;
    const size = (code.length / 2).toString(16).padStart(2, "0");
    const data: Hex = `0x60${size}600c60003960${size}6000f3${code}`; // copies what is behind it
    const hash = await client.sendTransaction({ data });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    return contractAddress?.toLowerCase() ?? "";
  };

  for (const [name, code] of Object.entries(CODES)) {
    it(`with ${name} gets nothing and stops nobody: its payer is refunded, the others are paid`, async () => {
      const hostile = await evmQuote(world, user, { recipient: await deploy(code) });
      await walk(user, hostile.steps);
      const recipient = payee();
      const inCoins = await evmQuote(world, user, { recipient });
      const inTokens = await evmQuote(world, user, { recipient, destinationCurrency: world.other.usdc });
      for (const { steps } of [inCoins, inTokens]) await walk(user, steps);
      await world.tick(5);
      expect((await world.status(hostile.requestId)).status).to.equal("refund");
      for (const { requestId } of [inCoins, inTokens])
        expect(await world.status(requestId)).to.include({ status: "success" });
      expect((await balance(world.other, ZERO_ADDRESS, recipient)) >= inCoins.minimum).to.equal(true);
    });
  }
});
