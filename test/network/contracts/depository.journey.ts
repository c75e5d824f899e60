import { expect } from "chai";
import { getAddress, type Address, type Hex } from "viem";
import type { HDAccount } from "viem/accounts";
import { callRequestData, type CallRequest } from "../../../src/evm/codec/typedOrders.ts";
import { BOB, ID, NATIVE, alice, attacksOfSuite, chainOfSuite, deployer, encode, eventsOf, mallory, refusal, solver, type Contract } from "./chain.ts"; // prettier-ignore

describe("the depository", () => {
  const chain = chainOfSuite();
  let depository: Contract;
  let usdc: Contract;
  const attacks = attacksOfSuite();
  beforeEach(async () => {
    depository = await chain.deploy("Depository", [solver.address]);
    usdc = await chain.deploy("SandboxUsd");
    await chain.write(usdc, "mint", [alice.address, 1_000n]);
  });

  const approve = (amount: bigint, token = usdc) =>
    chain.write(token, "approve", [depository.address, amount], { from: alice });
  const sign = (request: CallRequest, signer: HDAccount = solver, chainId: number = chain.client.chain.id) =>
    signer.signTypedData(callRequestData({ chainId, contract: depository.address }, request));
  const order = (calls: CallRequest["calls"], nonce = 1n, expiration = 2n ** 40n): CallRequest => ({
    calls,
    nonce,
    expiration,
  });
  const call = (to: Address, data: Hex = "0x", value = 0n, allowFailure = false) => ({
    to,
    data,
    value,
    allowFailure,
  });
  const execute = async (request: CallRequest, signature?: Hex, gas?: bigint) =>
    chain.write(depository, "execute", [request, signature ?? (await sign(request))], {
      from: mallory, // anyone may hand in an order
      abi: [...depository.abi, ...usdc.abi],
      ...(gas === undefined ? {} : { gas }),
    });
  const fill = (value = 10n) =>
    chain.write(depository, "depositNative", [NATIVE, ID], { from: alice, value });

  describe("takes", () => {
    it("native coin for a depositor, and for the caller when none is named", async () => {
      const named = await chain.write(depository, "depositNative", [BOB, ID], { from: alice, value: 5n });
      const own = await chain.write(depository, "depositNative", [NATIVE, ID], { from: alice, value: 6n });
      expect([...eventsOf(depository, named), ...eventsOf(depository, own)]).to.deep.equal([
        ["RelayNativeDeposit", { from: getAddress(BOB), amount: 5n, id: ID }],
        ["RelayNativeDeposit", { from: alice.address, amount: 6n, id: ID }],
      ]);
      expect(await chain.native(depository.address)).to.equal(11n);
    });

    it("an amount of a token, and the whole allowance", async () => {
      await approve(100n);
      const some = await chain.write(depository, "depositErc20", [BOB, usdc.address, 40n, ID], { from: alice }); // prettier-ignore
      const rest = await chain.write(depository, "depositErc20", [NATIVE, usdc.address, ID], { from: alice });
      const token = getAddress(usdc.address);
      expect([...eventsOf(depository, some), ...eventsOf(depository, rest)]).to.deep.equal([
        ["RelayErc20Deposit", { from: getAddress(BOB), token, amount: 40n, id: ID }],
        ["RelayErc20Deposit", { from: alice.address, token, amount: 60n, id: ID }],
      ]);
      expect(await chain.balanceOf(usdc, depository.address)).to.equal(100n);
    });

    it("a token that returns nothing", async () => {
      const tether = await chain.deploy("SandboxTether");
      await chain.write(tether, "mint", [alice.address, 70n]);
      await approve(70n, tether);
      await chain.write(depository, "depositErc20", [NATIVE, tether.address, ID], { from: alice });
      expect(await chain.balanceOf(tether, depository.address)).to.equal(70n);
    });

    it("what arrived of a token that keeps a fee, and counts no more", async () => {
      const token = await chain.deployArtifact(attacks.HookToken);
      await chain.write(token, "mint", [alice.address, 100n]);
      await chain.write(token, "setFee", [3n]);
      await approve(100n, token);
      const receipt = await chain.write(depository, "depositErc20", [NATIVE, token.address, ID], { from: alice }); // prettier-ignore
      expect(eventsOf(depository, receipt)[0]?.[1]).to.include({ amount: 97n });
    });
  });

  describe("refuses", () => {
    it("native coin without an id", async () => {
      const sending = chain.client.sendTransaction({ account: alice, to: depository.address, value: 1n });
      expect(await sending.catch(String)).to.match(/revert/);
      expect(await chain.native(depository.address)).to.equal(0n);
    });

    it("deposits of nothing", async () => {
      expect(await refusal(chain.write(depository, "depositNative", [NATIVE, ID]))).to.equal("NothingDeposited"); // prettier-ignore
      const none = chain.write(depository, "depositErc20", [NATIVE, usdc.address, ID], { from: alice });
      expect(await refusal(none)).to.equal("NothingDeposited");
    });

    it("tokens beyond the allowance or the balance, with the token's own words", async () => {
      const abi = [...depository.abi, ...usdc.abi];
      const take = (amount: bigint) =>
        chain.write(depository, "depositErc20", [NATIVE, usdc.address, amount, ID], { from: alice, abi });
      await approve(10n);
      expect(await refusal(take(11n))).to.equal("InsufficientAllowance");
      await approve(5_000n);
      expect(await refusal(take(1_001n))).to.equal("InsufficientBalance");
    });

    it("a token that answers false", async () => {
      const token = await chain.deployArtifact(attacks.HookToken);
      await chain.write(token, "refuse");
      const taking = chain.write(depository, "depositErc20", [NATIVE, token.address, 0n, ID]);
      expect(await refusal(taking)).to.equal("TokenFailed");
    });
  });

  describe("gives out on an order", () => {
    it("native coin and tokens, whoever hands the order in", async () => {
      await fill(10n);
      await chain.write(usdc, "mint", [depository.address, 50n]);
      const request = order([
        call(BOB, "0x", 4n),
        call(usdc.address, encode(usdc, "transfer", [solver.address, 50n])),
      ]);
      const before = await chain.native(BOB);
      const receipt = await execute(request);
      expect(eventsOf(depository, receipt)).to.deep.equal([
        ["Executed", { nonce: 1n, succeeded: [true, true] }],
      ]);
      expect((await chain.native(BOB)) - before).to.equal(4n);
      expect(await chain.balanceOf(usdc, solver.address)).to.equal(50n);
    });

    it("once", async () => {
      await fill();
      const request = order([call(BOB, "0x", 1n)]);
      await execute(request);
      expect(await refusal(execute(request))).to.equal("NonceUsed");
      expect(await refusal(execute(order([call(BOB, "0x", 2n)])))).to.equal("NonceUsed");
    });

    it("until it expires, and not a second longer", async () => {
      await fill();
      const at = (await chain.now()) + 1_000n;
      await chain.client.setNextBlockTimestamp({ timestamp: at });
      await execute(order([call(BOB, "0x", 1n)], 1n, at), undefined, 300_000n);
      expect(await chain.read(depository, "nonceUsed", [1n])).to.equal(true);
      expect(await refusal(execute(order([call(BOB, "0x", 1n)], 2n, at - 1n)))).to.equal("OrderExpired");
    });

    it("only of the allocator, for this chain, this depository and these words", async () => {
      await fill();
      const request = order([call(BOB, "0x", 1n)]);
      const wrong = [
        await sign(request, mallory),
        await sign(request, solver, 1),
        await solver.signTypedData(callRequestData({ chainId: chain.client.chain.id, contract: BOB }, request)), // prettier-ignore
        await sign(order([call(BOB, "0x", 2n)])),
        await sign(order([call(BOB, "0x", 1n, true)])),
      ];
      for (const signature of wrong) expect(await refusal(execute(request, signature))).to.equal("WrongSigner"); // prettier-ignore
    });

    it("not with a signature that is cut, mirrored or of nobody", async () => {
      await fill();
      const request = order([call(BOB, "0x", 1n)]);
      const signature = await sign(request);
      const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
      const s = (n - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, "0");
      const mirrored = `${signature.slice(0, 66)}${s}${signature.endsWith("1b") ? "1c" : "1b"}` as Hex;
      const nobody: Hex = `0x${"00".repeat(64)}1b`;
      for (const bad of [signature.slice(0, -2) as Hex, mirrored, nobody])
        expect(await refusal(execute(request, bad))).to.equal("InvalidSignature");
    });

    it("of the new allocator once the owner named one, and of nobody else", async () => {
      await fill();
      const request = order([call(BOB, "0x", 1n)]);
      const old = await sign(request);
      const naming = chain.write(depository, "setAllocator", [mallory.address], { from: mallory });
      expect(await refusal(naming)).to.equal("OnlyOwner");
      const receipt = await chain.write(depository, "setAllocator", [alice.address], { from: solver });
      expect(eventsOf(depository, receipt)).to.deep.equal([["AllocatorChanged", { allocator: alice.address }]]); // prettier-ignore
      expect(await refusal(execute(request, old))).to.equal("WrongSigner");
      await execute(request, await sign(request, alice));
      await chain.write(depository, "setAllocator", [NATIVE], { from: solver });
      const next = order([call(BOB, "0x", 1n)], 2n);
      expect(await refusal(execute(next, `0x${"00".repeat(64)}1b`))).to.equal("InvalidSignature");
    });

    it("all or nothing, except for calls that may fail", async () => {
      await fill(10n);
      const failing = encode(usdc, "transfer", [BOB, 1n]); // it holds none
      const before = await chain.native(BOB);
      const strict = order([call(BOB, "0x", 1n), call(usdc.address, failing)]);
      expect(await refusal(execute(strict))).to.equal("InsufficientBalance");
      expect(await chain.native(BOB)).to.equal(before);
      const lenient = order([call(usdc.address, failing, 0n, true), call(BOB, "0x", 1n)]);
      const receipt = await execute(lenient);
      expect(eventsOf(depository, receipt)).to.deep.equal([
        ["Executed", { nonce: 1n, succeeded: [false, true] }],
      ]);
    });

    it("not to itself, and no call to an address without code", async () => {
      const itself = order([call(depository.address, encode(depository, "depositNative", [BOB, ID]), 0n)]);
      const empty = order([call(BOB, encode(usdc, "transfer", [BOB, 1n]))]);
      for (const request of [itself, empty])
        expect(await refusal(execute(request))).to.equal("ForbiddenTarget");
    });
  });

  describe("withstands", () => {
    it("a deposit inside a deposit: nothing is counted twice", async () => {
      const token = await chain.deployArtifact(attacks.HookToken);
      await chain.write(token, "mint", [alice.address, 100n]);
      await chain.write(token, "mint", [token.address, 50n]);
      await chain.write(token, "approveOwn", [depository.address, 50n]);
      await chain.write(token, "arm", [depository.address, encode(depository, "depositErc20", [alice.address, token.address, 50n, ID])]); // prettier-ignore
      await approve(100n, token);
      const receipt = await chain.write(depository, "depositErc20", [NATIVE, token.address, 100n, ID], { from: alice }); // prettier-ignore
      expect([await chain.read(token, "attempts"), await chain.read(token, "successes")]).to.deep.equal([1n, 0n]); // prettier-ignore
      expect(eventsOf(depository, receipt).map(([, { amount }]) => amount)).to.deep.equal([100n]);
      expect(await chain.balanceOf(token, depository.address)).to.equal(100n);
    });

    it("a payee that hands the order in again while it is paid", async () => {
      await fill(10n);
      const puppet = await chain.deployArtifact(attacks.Puppet);
      const request = order([call(puppet.address, "0x", 3n)]);
      await chain.write(puppet, "arm", [depository.address, encode(depository, "execute", [request, await sign(request)])]); // prettier-ignore
      await execute(request);
      expect([await chain.read(puppet, "attempts"), await chain.read(puppet, "successes")]).to.deep.equal([1n, 0n]); // prettier-ignore
      expect(await chain.native(puppet.address)).to.equal(3n);
    });

    it("a stranger who starves a call that may fail: the order stays good", async () => {
      const puppet = await chain.deployArtifact(attacks.Puppet);
      const request = order([call(puppet.address, encode(puppet, "work", [5_000_000n]), 0n, true)]);
      const starved = await execute(request, undefined, 4_500_000n); // 1/64 of it is enough for what follows the call
      expect(starved.status).to.equal("reverted");
      const fed = await execute(request, undefined, 7_000_000n);
      expect(eventsOf(depository, fed)).to.deep.equal([["Executed", { nonce: 1n, succeeded: [true] }]]);
    });

    it("the deployer of the contract, who owns nothing", async () => {
      const naming = chain.write(depository, "setAllocator", [deployer.address], { from: deployer });
      expect(await refusal(naming)).to.equal("OnlyOwner");
    });
  });
});
