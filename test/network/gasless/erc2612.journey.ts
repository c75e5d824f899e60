import { expect } from "chai";
import { encodeFunctionData, parseSignature, type Hex } from "viem";
import { erc2612Abi, permitTransferAbi } from "../../../src/evm/codec/contracts.ts";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import type { Wallet } from "../evmWorld.ts";
import { RECIPIENT, startWorld, type World } from "../world.ts";
import { postSignature, signedQuote, signStep, type SignedQuote } from "./signed.ts";

describe("quotes that are paid by a signed allowance (ERC-2612)", () => {
  let world: World;
  let wallet: Wallet;
  before(async () => {
    world = await startWorld({ twoChains: true });
    const { hostname, port } = new URL(world.url);
    const evmChains = [world.evm, world.other].map((chain) => {
      const config = chain.config(`http://${hostname}:${port}/rpc/${chain.id}`);
      const tokens = config.tokens.map(({ permit, ...token }) =>
        permit ? { ...token, erc2612: permit } : token,
      );
      return { ...config, tokens };
    });
    await world.restart({ evmChains });
    wallet = await world.evm.wallet(12);
  });
  after(() => world.close());

  const held = () => world.evm.balanceOf(world.usdc, wallet.address);
  const allowance = () =>
    world.evm.client.readContract({
      address: world.usdc,
      abi: erc20Abi,
      functionName: "allowance",
      args: [wallet.address, world.evm.contracts.PermitTransfer],
    });
  /** The permit as anybody can hand it in at the token. */
  const permitCall = ({ sign }: SignedQuote, signature: Hex) => {
    const { owner, spender, value, deadline } = sign.value as Record<string, Hex>;
    const { r, s, yParity } = parseSignature(signature);
    const args = [owner!, spender!, BigInt(value!), BigInt(deadline!), 27 + yParity, r, s] as const;
    return { to: world.usdc, data: encodeFunctionData({ abi: erc2612Abi, functionName: "permit", args }) };
  };

  it("one signature for the contract of the service pays the quote, and nothing stays allowed [x.erc2612]", async () => {
    const quote = await signedQuote(world, wallet.address);
    expect(quote.steps.map(({ id }) => id)).to.deep.equal(["authorize"]);
    expect(quote.sign.value).to.include({ spender: world.evm.contracts.PermitTransfer, value: "25000000" });
    const [before, had] = [await world.other.balanceOf(world.other.usdc, RECIPIENT), await held()];
    const signature = await signStep(wallet.account, quote.sign);
    const posted = await Promise.all([1, 2].map(() => postSignature(world, quote, signature)));
    expect(posted.map(({ status }) => status)).to.deep.equal([200, 200]);
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(had - (await held())).to.equal(25_000_000n);
    const got = (await world.other.balanceOf(world.other.usdc, RECIPIENT)) - before;
    expect(got >= quote.minimum && got < 25_000_000n).to.equal(true);
    expect(await allowance()).to.equal(0n);
  });

  it("a permit that somebody else hands in first does not stop the deposit", async () => {
    const quote = await signedQuote(world, wallet.address);
    const signature = await signStep(wallet.account, quote.sign);
    await (await world.evm.wallet(13)).send(permitCall(quote, signature));
    expect(await allowance()).to.equal(25_000_000n);
    expect((await postSignature(world, quote, signature)).status).to.equal(200);
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(await allowance()).to.equal(0n);
  });

  it("only the service can use what a permit allows, and it moves nothing by a permit that was used", async () => {
    const [first, second] = [
      await signedQuote(world, wallet.address),
      await signedQuote(world, wallet.address),
    ];
    expect(first.sign.value["nonce"]).to.equal(second.sign.value["nonce"]);
    const signature = await signStep(wallet.account, first.sign);
    const { r, s, yParity } = parseSignature(signature);
    const thief = await world.evm.wallet(14);
    const deadline = BigInt(first.sign.value["deadline"]!);
    const args = [
      world.usdc,
      wallet.address,
      thief.address,
      25_000_000n,
      deadline,
      27 + yParity,
      r,
      s,
    ] as const;
    const data = encodeFunctionData({ abi: permitTransferAbi, functionName: "transferWithPermit", args });
    const stolen = await thief.send({ to: world.evm.contracts.PermitTransfer, data }).catch(() => "reverted");
    expect(stolen).to.equal("reverted");
    expect((await postSignature(world, first, signature)).status).to.equal(200);
    await world.tick(4);
    const late = await postSignature(world, second, await signStep(wallet.account, second.sign));
    expect(`${late.status} ${String(late.code)}`).to.equal("400 PERMIT_FAILED");
    expect(late.message).to.contain("ask for a new quote");
  });

  it("a permit by somebody else or for another chain is refused", async () => {
    const quote = await signedQuote(world, wallet.address);
    const wrong = [
      await signStep((await world.evm.wallet(13)).account, quote.sign),
      await signStep(wallet.account, quote.sign, { domain: { chainId: world.other.id } }),
      await signStep(wallet.account, quote.sign, { value: { value: "999999999" } }),
    ];
    for (const signature of wrong)
      expect((await postSignature(world, quote, signature)).code).to.equal("PERMIT_FAILED");
  });
});
