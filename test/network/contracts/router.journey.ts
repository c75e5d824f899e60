import { expect } from "chai";
import { getAddress, type Address, type Hex } from "viem";
import { BOB, ETHER, ID, NATIVE, alice, attacksOfSuite, chainOfSuite, encode, eventsOf, mallory, refusal, solver, type Contract, type Sending } from "./chain.ts"; // prettier-ignore

const CAROL: Address = "0x00000000000000000000000000000000000ca401";

describe("the router", () => {
  const chain = chainOfSuite();
  let router: Contract;
  let shop: Contract;
  let usdc: Contract;
  let nft: Contract;
  let multiToken: Contract;
  let puppet: Contract;
  const attacks = attacksOfSuite();
  beforeEach(async () => {
    router = await chain.deploy("Router");
    shop = await chain.deploy("Checkout");
    usdc = await chain.deploy("SandboxUsd");
    nft = await chain.deploy("SandboxNft");
    multiToken = await chain.deploy("SandboxMultiToken");
    puppet = await chain.deployArtifact(attacks.Puppet);
  });

  const entry = (target: Contract, functionName: string, args: readonly unknown[] = [], value = 0n) => ({
    target: target.address,
    allowFailure: false,
    value,
    callData: encode(target, functionName, args),
  });
  const pay = (target: Address, value: bigint) => ({
    target,
    allowFailure: false,
    value,
    callData: "0x" as Hex,
  });
  const multicall = (
    calls: readonly ReturnType<typeof entry>[],
    { refundTo = NATIVE, nftRecipient = NATIVE, ...sending }: Sending & { refundTo?: Address; nftRecipient?: Address } = {}, // prettier-ignore
  ) =>
    chain.write(router, "multicall", [calls, refundTo, nftRecipient], {
      from: solver,
      abi: [...router.abi, ...shop.abi, ...usdc.abi, ...nft.abi, ...multiToken.abi],
      ...sending,
    });
  const gained = async (address: Address, action: () => Promise<unknown>) => {
    const before = await chain.native(address);
    await action();
    return (await chain.native(address)) - before;
  };

  describe("multicall", () => {
    it("performs the calls in order, with their values", async () => {
      await chain.write(usdc, "mint", [router.address, 30n]);
      const calls = [
        entry(shop, "buy", [7n], 2n),
        entry(usdc, "approve", [shop.address, 30n]),
        entry(shop, "buyWithToken", [usdc.address, 30n]),
      ];
      const receipt = await multicall(calls, { value: 2n });
      const buyer = getAddress(router.address);
      expect(eventsOf(shop, receipt)).to.deep.equal([
        ["Bought", { buyer, item: 7n, token: NATIVE, amount: 2n }],
        ["Bought", { buyer, item: 1n, token: getAddress(usdc.address), amount: 30n }],
      ]);
    });

    it("gives what is left to the one named, or to the caller", async () => {
      expect(await gained(BOB, () => multicall([entry(shop, "buy", [7n], 2n)], { value: 9n, refundTo: BOB }))).to.equal(7n); // prettier-ignore
      await chain.write(puppet, "perform", [router.address, 5n, encode(router, "multicall", [[], NATIVE, NATIVE])], { value: 5n }); // prettier-ignore
      expect(await chain.native(puppet.address)).to.equal(5n);
      expect(await chain.native(router.address)).to.equal(0n);
    });

    it("fails with the target's own reason, and nothing happened", async () => {
      const first = pay(BOB, 1n);
      const reasonOf = (call: ReturnType<typeof entry>) => refusal(multicall([first, call], { value: 1n }));
      const gain = await gained(BOB, async () => {
        expect(await reasonOf(entry(shop, "fail"))).to.equal("the shop is closed");
        expect(await reasonOf(entry(shop, "buy", [0n]))).to.equal("OutOfStock");
        expect(await reasonOf(pay(shop.address, 1n))).to.equal("CallFailed"); // it said nothing
        expect(await reasonOf(pay(BOB, 2n))).to.equal("CallFailed"); // more than there is
      });
      expect(gain).to.equal(0n);
    });

    it("goes on after a call that may fail, and refunds its value", async () => {
      const calls = [{ ...entry(shop, "buy", [0n], 4n), allowFailure: true }, pay(BOB, 1n)];
      const refund = () => multicall(calls, { value: 5n, refundTo: CAROL });
      expect(await gained(CAROL, () => gained(BOB, refund).then((gain) => expect(gain).to.equal(1n)))).to.equal(4n); // prettier-ignore
    });

    it("reverts when the one who gets the rest refuses it", async () => {
      await chain.write(puppet, "refuseMoney");
      expect(await refusal(multicall([], { value: 1n, refundTo: puppet.address }))).to.equal("NativeTransferFailed"); // prettier-ignore
    });

    it("does not take a starved call for one that failed", async () => {
      const call = { ...entry(puppet, "work", [5_000_000n]), allowFailure: true };
      expect((await multicall([call], { gas: 4_500_000n })).status).to.equal("reverted");
      const estimate = await chain.client.estimateContractGas({
        ...router,
        functionName: "multicall",
        args: [[call], NATIVE, NATIVE],
        account: solver,
      });
      expect(estimate > 5_000_000n).to.equal(true);
      expect((await multicall([call], { gas: estimate })).status).to.equal("success");
    });
  });

  describe("cleanups", () => {
    const cleanupErc20s = (tokens: Address[], recipients: Address[], amounts: bigint[]) =>
      entry(router, "cleanupErc20s", [tokens, recipients, amounts]);

    it("send a part, or with 0 the whole balance, as entries of a list", async () => {
      const tether = await chain.deploy("SandboxTether");
      await chain.write(usdc, "mint", [router.address, 30n]);
      await chain.write(tether, "mint", [router.address, 20n]);
      await multicall([
        cleanupErc20s([usdc.address, tether.address], [BOB, BOB], [10n, 0n]),
        cleanupErc20s([usdc.address], [CAROL], [0n]),
        cleanupErc20s([usdc.address], [CAROL], [0n]), // nothing left: nothing happens
      ]);
      expect(await chain.balanceOf(usdc, BOB)).to.equal(10n);
      expect(await chain.balanceOf(tether, BOB)).to.equal(20n);
      expect(await chain.balanceOf(usdc, CAROL)).to.equal(20n);
    });

    it("send native coin: a part, the whole, and from outside to the caller", async () => {
      const parts = [
        entry(router, "cleanupNative", [3n, BOB]),
        entry(router, "cleanupNative", [0n, CAROL]),
        entry(router, "cleanupNative", [0n, CAROL]),
      ];
      expect(await gained(CAROL, () => multicall(parts, { value: 10n }))).to.equal(7n);
      await chain.client.setBalance({ address: router.address, value: ETHER });
      const cost = await gained(alice.address, () => chain.write(router, "cleanupNative", [0n, NATIVE], { from: alice })); // prettier-ignore
      expect(cost > ETHER - ETHER / 100n).to.equal(true);
    });

    it("with no recipient as an entry leave the coin for the refund", async () => {
      const call = entry(router, "cleanupNative", [0n, NATIVE]);
      expect(await gained(BOB, () => multicall([call], { value: 4n, refundTo: BOB }))).to.equal(4n);
    });

    it("work from outside while no list runs", async () => {
      await chain.write(usdc, "mint", [router.address, 5n]);
      await chain.write(router, "cleanupErc20s", [[usdc.address], [BOB], [0n]], { from: alice });
      expect(await chain.balanceOf(usdc, BOB)).to.equal(5n);
    });

    it("refuse lists of different lengths, no recipient, more than there is", async () => {
      const clean = (...args: Parameters<typeof cleanupErc20s>) =>
        refusal(multicall([cleanupErc20s(...args)]));
      expect(await clean([usdc.address], [], [0n])).to.equal("ArrayLengthsMismatch");
      expect(await clean([usdc.address], [BOB], [])).to.equal("ArrayLengthsMismatch");
      expect(await clean([usdc.address], [NATIVE], [0n])).to.equal("RecipientMissing");
      expect(await clean([usdc.address], [BOB], [1n])).to.equal("InsufficientBalance");
      const native = entry(router, "cleanupNative", [2n, BOB]);
      expect(await refusal(multicall([native], { value: 1n }))).to.equal("NativeTransferFailed");
    });
  });

  describe("NFTs", () => {
    it("that arrive during a list go on to their recipient", async () => {
      const calls = [
        entry(nft, "safeMint", [router.address, 1n]),
        entry(multiToken, "mint", [router.address, 2n, 5n]),
      ];
      await multicall(calls, { nftRecipient: BOB });
      expect(await chain.read<Address>(nft, "ownerOf", [1n])).to.equal(getAddress(BOB));
      expect(await chain.read(multiToken, "balanceOf", [BOB, 2n])).to.equal(5n);
    });

    it("of many kinds at once go on too", async () => {
      for (const id of [1n, 2n]) await chain.write(multiToken, "mint", [alice.address, id, 9n]);
      await chain.write(multiToken, "setApprovalForAll", [router.address, true], { from: alice });
      const call = entry(multiToken, "safeBatchTransferFrom", [alice.address, router.address, [1n, 2n], [3n, 4n], "0x"]); // prettier-ignore
      await multicall([call], { nftRecipient: BOB });
      expect(
        await chain.read(multiToken, "balanceOfBatch", [
          [BOB, BOB],
          [1n, 2n],
        ]),
      ).to.deep.equal([3n, 4n]);
    });

    it("are refused when nobody is named, and between lists", async () => {
      expect(await refusal(multicall([entry(nft, "safeMint", [router.address, 1n])]))).to.equal("NftRecipientMissing"); // prettier-ignore
      await multicall([], { nftRecipient: BOB });
      const mintNft = chain.write(nft, "safeMint", [router.address, 1n], {
        abi: [...nft.abi, ...router.abi],
      });
      expect(await refusal(mintNft)).to.equal("NftRecipientMissing");
      const abi = [...multiToken.abi, ...router.abi];
      const mintMany = chain.write(multiToken, "mint", [router.address, 1n, 1n], { abi });
      expect(await refusal(mintMany)).to.equal("NftRecipientMissing");
    });

    it("may be asked for: it says which receivers it is", async () => {
      const answers = ["0x01ffc9a7", "0x4e2312e0", "0xffffffff"].map((id) => chain.read<boolean>(router, "supportsInterface", [id])); // prettier-ignore
      expect(await Promise.all(answers)).to.deep.equal([true, true, false]);
    });
  });

  describe("withstands a called contract that tries to", () => {
    const tryIt = async (functionName: string, args: readonly unknown[]) => {
      await chain.write(puppet, "arm", [router.address, encode(router, functionName, args)]);
      await chain.write(usdc, "mint", [router.address, 50n]);
      const calls = [pay(puppet.address, 1n), entry(router, "cleanupErc20s", [[usdc.address], [BOB], [0n]])];
      const rest = await gained(BOB, () => multicall(calls, { value: 10n, refundTo: BOB }));
      expect([await chain.read(puppet, "attempts"), await chain.read(puppet, "successes")]).to.deep.equal([1n, 0n]); // prettier-ignore
      expect([rest, await chain.balanceOf(usdc, BOB)]).to.deep.equal([9n, 50n]);
    };

    it("take the coin of the running list", () => tryIt("cleanupNative", [0n, mallory.address]));
    it("take its tokens", () => tryIt("cleanupErc20s", [[usdc.address], [mallory.address], [0n]]));
    it("start a list of its own", () => tryIt("multicall", [[], mallory.address, NATIVE]));
  });

  describe("behind the approval proxy", () => {
    let proxy: Contract;
    beforeEach(async () => {
      proxy = await chain.deploy("ApprovalProxy", [router.address]);
      await chain.write(usdc, "mint", [alice.address, 100n]);
      await chain.write(usdc, "approve", [proxy.address, 60n], { from: alice });
    });
    const run = (tokens: Address[], amounts: bigint[], calls: unknown[], refundTo = NATIVE, value = 0n) =>
      chain.write(proxy, "transferAndMulticall", [tokens, amounts, calls, refundTo, NATIVE], {
        from: alice,
        value,
        abi: [...proxy.abi, ...router.abi, ...shop.abi, ...usdc.abi],
      });

    it("a list spends the caller's tokens, in one transaction", async () => {
      const calls = [
        entry(usdc, "approve", [shop.address, 50n]),
        entry(shop, "buyWithToken", [usdc.address, 50n]),
        entry(router, "cleanupErc20s", [[usdc.address], [BOB], [0n]]),
      ];
      expect(await gained(BOB, () => run([usdc.address], [60n], calls, BOB, 3n))).to.equal(3n);
      const held = [shop.address, BOB, alice.address].map((owner) => chain.balanceOf(usdc, owner));
      expect(await Promise.all(held)).to.deep.equal([50n, 10n, 40n]);
    });

    it("coin that is left goes to the caller, not to the proxy", async () => {
      await run([], [], [], NATIVE, 3n);
      expect(await chain.native(proxy.address)).to.equal(0n);
      expect(await chain.native(router.address)).to.equal(0n);
    });

    it("a failing list moves no token; other people's tokens are out of reach", async () => {
      expect(await refusal(run([usdc.address], [60n], [entry(shop, "fail")]))).to.equal("the shop is closed");
      expect(await chain.balanceOf(usdc, alice.address)).to.equal(100n);
      expect(await refusal(run([usdc.address], [], []))).to.equal("ArrayLengthsMismatch");
      const theft = entry(usdc, "transferFrom", [alice.address, mallory.address, 60n]);
      expect(await refusal(multicall([theft], { from: mallory }))).to.equal("InsufficientAllowance");
    });
  });

  it("deposits for somebody when a list says so", async () => {
    const depository = await chain.deploy("Depository", [solver.address]);
    const receipt = await multicall([entry(depository, "depositNative", [alice.address, ID], 6n)], { value: 6n }); // prettier-ignore
    expect(eventsOf(depository, receipt)).to.deep.equal([["RelayNativeDeposit", { from: alice.address, amount: 6n, id: ID }]]); // prettier-ignore
    expect(await chain.native(router.address)).to.equal(0n);
  });
});
