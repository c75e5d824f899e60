import { SignatureTransfer } from "@uniswap/permit2-sdk";
import { expect } from "chai";
import { concat, encodeFunctionData, hashTypedData, maxUint256, type Hex } from "viem";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { readArtifact } from "../../../src/network/contracts/artifacts.ts";
import type { Wallet } from "../evmWorld.ts";
import { ask, walletQuote } from "../quote/quoted.ts";
import { RECIPIENT, startWorld, type World } from "../world.ts";
import { walletArtifacts } from "./wallets.ts";
import { postSignature, signedQuote, signStep } from "./signed.ts";

const USDT = { originCurrency: "USDT", destinationCurrency: "USDT" };

describe("quotes that are paid by a signature for Permit2", function () {
  this.timeout(30_000);
  let world: World;
  let wallet: Wallet;
  before(async () => {
    world = await startWorld({ twoChains: true });
    wallet = await world.evm.wallet(12);
  });
  after(() => world.close());

  const allowance = (owner: string) =>
    world.evm.client.readContract({
      address: world.evm.usdt,
      abi: erc20Abi,
      functionName: "allowance",
      args: [owner as EvmAddress, world.evm.permit2],
    });
  const approvePermit2 = (value: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [world.evm.permit2, value] });
  const received = () => world.other.balanceOf(world.other.usdt, RECIPIENT);

  it("asks for an allowance of Permit2 as large as the payment, and for none where the user has allowed more [x.permit2]", async () => {
    const first = await signedQuote(world, wallet.address, USDT);
    expect(first.steps.map(({ id, kind }) => `${id} ${kind}`)).to.deep.equal([
      "approve transaction",
      "authorize signature",
    ]);
    const [approve] = first.steps;
    await wallet.send({ to: approve!.items[0].data.to, data: approve!.items[0].data.data });
    expect(await allowance(wallet.address)).to.equal(25_000_000n);
    const [held, before] = [await world.evm.balanceOf(world.evm.usdt, wallet.address), await received()];
    expect((await postSignature(world, first, await signStep(wallet.account, first.sign))).status).to.equal(
      200,
    );
    await world.tick(4);
    expect(await world.status(first.requestId)).to.include({ status: "success" });
    expect(held - (await world.evm.balanceOf(world.evm.usdt, wallet.address))).to.equal(25_000_000n);
    expect((await received()) - before >= first.minimum).to.equal(true);
    await wallet.send({ to: world.evm.usdt, data: approvePermit2(maxUint256) });
    const second = await signedQuote(world, wallet.address, USDT);
    expect(second.steps.map(({ id }) => id)).to.deep.equal(["authorize"]);
  });

  it("what is signed is what Uniswap's own library signs, with the request as the witness", async () => {
    const { sign, requestId } = await signedQuote(world, wallet.address, USDT);
    const { permitted, spender, nonce, deadline, witness } = sign.value as unknown as Theirs;
    const { Deposit } = sign.types as { Deposit: { name: string; type: string }[] };
    const uniswaps = SignatureTransfer.hash(
      { permitted, spender, nonce, deadline },
      world.evm.permit2,
      world.evm.id,
      {
        witness,
        witnessTypeName: "Deposit",
        witnessType: { Deposit },
      },
    );
    const { domain, types, primaryType, value: message } = sign;
    expect(uniswaps).to.equal(hashTypedData({ domain, types, primaryType, message } as never));
    expect(witness).to.deep.include({ requestId });
    expect(BigInt(nonce)).to.equal(BigInt(requestId));
  });

  it("a swap on one chain is paid in the same way", async () => {
    const before = await world.evm.balanceOf(world.usdc, RECIPIENT);
    const swap = { ...USDT, destinationChainId: world.evm.id, destinationCurrency: "USDC" };
    const quote = await signedQuote(world, wallet.address, swap);
    expect((await postSignature(world, quote, await signStep(wallet.account, quote.sign))).status).to.equal(
      200,
    );
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect((await world.evm.balanceOf(world.usdc, RECIPIENT)) - before >= quote.minimum).to.equal(true);
  });

  it("an allowance that is too small is set to zero first where the token asks for it", async () => {
    const other = await world.evm.wallet(13);
    await other.send({ to: world.evm.usdt, data: approvePermit2(1n) });
    const { steps } = await signedQuote(world, other.address, USDT);
    expect(steps.map(({ id }) => id)).to.deep.equal(["approve", "approve", "authorize"]);
    for (const { items } of steps.slice(0, 2))
      await other.send({ to: items[0].data.to, data: items[0].data.data });
    expect(await allowance(other.address)).to.equal(25_000_000n);
  });

  it("a contract wallet pays with its own signature (EIP-1271), a token with permits too [x.contract-wallets]", async () => {
    const owner = await world.evm.wallet(14);
    const { perform, address } = await deployWallet(world, owner);
    await world.evm.mint(world.usdc, address, 100_000_000n);
    await perform(world.usdc, approvePermit2(maxUint256));
    const quote = await signedQuote(world, address);
    expect(quote.post.body).to.include({ kind: "permit2" });
    const byKey = await signStep(owner.account, quote.sign);
    expect((await postSignature(world, quote, byKey)).code, "the key's own form").to.equal("PERMIT_FAILED");
    expect((await postSignature(world, quote, concat(["0x00", byKey]))).status).to.equal(200);
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(await world.evm.balanceOf(world.usdc, address)).to.equal(75_000_000n);
  });

  it("a contract wallet's refund goes back to the wallet", async () => {
    const owner = await world.evm.wallet(14);
    const { perform, address } = await deployWallet(world, owner);
    await world.evm.mint(world.usdc, address, 100_000_000n);
    await perform(world.usdc, approvePermit2(maxUint256));
    const quote = await signedQuote(world, address, { ttl: 1 });
    const signature = concat(["0x00", await signStep(owner.account, quote.sign)]);
    world.now += 2_000;
    expect((await postSignature(world, quote, signature)).status).to.equal(200);
    await world.tick(6);
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    expect((await world.evm.balanceOf(world.usdc, address)) > 99_000_000n).to.equal(true);
  });

  describe("refuses", () => {
    const trying = async (changes: Parameters<typeof signStep>[2], by = wallet) => {
      const quote = await signedQuote(world, wallet.address, USDT);
      return postSignature(world, quote, await signStep(by.account, quote.sign, changes));
    };

    it("a signature by somebody else, of another amount, for another spender or another chain", async () => {
      const stranger = await world.evm.wallet(15);
      const more = { token: world.evm.usdt, amount: "25000001" };
      const tried = [
        await trying({}, stranger),
        await trying({ value: { permitted: more } }),
        await trying({ value: { spender: stranger.address } }),
        await trying({ domain: { chainId: world.other.id } }),
        await trying({ domain: { verifyingContract: world.other.usdc } }),
      ];
      for (const { status, code, message } of tried) {
        expect(`${status} ${String(code)}`).to.equal("400 PERMIT_FAILED");
        expect(message).to.contain(`not ${wallet.address}'s`);
      }
    });

    it("a signature for another request, and takes the same one once however often it is posted", async () => {
      const [one, two] = [await signedQuote(world, wallet.address, USDT), await signedQuote(world, wallet.address, USDT)]; // prettier-ignore
      const signature = await signStep(wallet.account, one.sign);
      expect((await postSignature(world, two, signature)).code).to.equal("PERMIT_FAILED");
      const [held, before] = [await world.evm.balanceOf(world.evm.usdt, wallet.address), await received()];
      const posted = await Promise.all([1, 2, 3].map(() => postSignature(world, one, signature)));
      expect(posted.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      await world.tick(4);
      expect((await postSignature(world, one, signature)).status, "after it was used").to.equal(200);
      await world.tick(4);
      expect(held - (await world.evm.balanceOf(world.evm.usdt, wallet.address))).to.equal(25_000_000n);
      const got = (await received()) - before;
      expect(got >= one.minimum && got <= one.output + 1_000n, `${got}`).to.equal(true);
      expect(await world.status(two.requestId)).to.include({ status: "waiting" });
    });

    it("a contract that would run for ever when it is asked: the node is asked for a bounded amount of gas", async () => {
      const endless = "0x5555555555555555555555555555555555555555";
      await world.evm.client.request({ method: "anvil_setCode", params: [endless, "0x5b600056"] } as never); // jumps to itself
      const quote = await signedQuote(world, endless, USDT);
      const asked: unknown[] = [];
      world.tamper = (question, answer) => {
        for (const { method, params } of [question].flat() as {
          method: string;
          params: { to?: string; gas?: string }[];
        }[])
          if (method === "eth_call" && params[0]?.to === endless) asked.push(BigInt(params[0].gas ?? 0));
        return answer;
      };
      const { status, code } = await postSignature(world, quote, `0x${"ab".repeat(65)}`);
      world.tamper = undefined;
      expect(`${status} ${String(code)}`).to.equal("400 PERMIT_FAILED");
      expect(asked).to.deep.equal([1_000_000n]);
    });

    it("one that is expired, one whose allowance is gone, and one that was cancelled, each with its reason", async () => {
      const late = await signedQuote(world, wallet.address, USDT);
      const signature = await signStep(wallet.account, late.sign);
      world.now += 600_000;
      expect((await postSignature(world, late, signature)).message).to.contain("expired");
      const cancelled = await signedQuote(world, wallet.address, USDT);
      const nonce = BigInt(cancelled.requestId);
      const { abi } = readArtifact("SandboxPermit2");
      const args = [nonce >> 8n, 1n << (nonce & 255n)];
      const data = encodeFunctionData({ abi, functionName: "invalidateUnorderedNonces", args });
      await wallet.send({ to: world.evm.permit2, data });
      const { message } = await postSignature(
        world,
        cancelled,
        await signStep(wallet.account, cancelled.sign),
      );
      expect(message).to.contain("used or cancelled");
      const revoked = await signedQuote(world, wallet.address, USDT);
      await wallet.send({ to: world.evm.usdt, data: approvePermit2(0n) });
      const { code } = await postSignature(world, revoked, await signStep(wallet.account, revoked.sign));
      expect(code).to.equal("PERMIT_FAILED");
    });
  });

  describe("elsewhere", () => {
    it("a chain without Permit2 gets the ordinary steps", async () => {
      const { hostname, port } = new URL(world.url);
      const [evm, other] = [world.evm, world.other].map((chain) => ({
        ...chain.config(`http://${hostname}:${port}/rpc/${chain.id}`),
        permit2: "0x000000000022d473030f116ddee9f6b43ac78ba3",
      }));
      await world.restart({ evmChains: [evm!, other!] });
      const body = walletQuote(world, wallet.address, { ...USDT, usePermit: true, recipient: RECIPIENT });
      const { steps } = await ask(world, body);
      expect(steps.map(({ id }) => id)).to.deep.equal(["approve", "deposit"]);
    });
  });
});

type Theirs = Readonly<{
  permitted: { token: string; amount: string };
  spender: string;
  nonce: string;
  deadline: string;
  witness: Readonly<Record<string, string>>;
}>;

/** A contract wallet of a key, and what makes it call something. */
async function deployWallet({ evm }: World, owner: Wallet) {
  const { KeyWallet } = await walletArtifacts();
  const { abi, bytecode } = KeyWallet;
  const hash = await evm.client.deployContract({ abi, bytecode, args: [owner.address] });
  const { contractAddress } = await evm.client.waitForTransactionReceipt({ hash });
  const address = (contractAddress ?? "").toLowerCase() as EvmAddress; // of the receipt
  const perform = (to: EvmAddress, data: Hex) =>
    owner.send({
      to: address,
      data: encodeFunctionData({ abi, functionName: "perform", args: [to, 0n, data] }),
    });
  return { address, perform };
}
