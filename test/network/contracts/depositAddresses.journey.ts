import { expect } from "chai";
import { getAddress, keccak256, toHex, type Address, type Hex } from "viem";
import { depositAddressOf, findDepositSalt } from "../../../src/evm/codec/deployment.ts";
import { runs } from "../../support/sizes.ts";
import { ID, NATIVE, alice, attacksOfSuite, chainOfSuite, encode, eventsOf, mallory, refusal, solver, type Contract } from "./chain.ts"; // prettier-ignore

const ADDRESSES = runs(500);
const SALT = keccak256(toHex("one"));

describe("deposit addresses", () => {
  const chain = chainOfSuite();
  let depository: Contract;
  let factory: Contract;
  let usdc: Contract;
  const attacks = attacksOfSuite();
  let address: Address;
  beforeEach(async () => {
    depository = await chain.deploy("Depository", [solver.address]);
    factory = await chain.deploy("DepositAddressFactory", [depository.address]);
    usdc = await chain.deploy("SandboxUsd");
    address = depositAddressOf(factory.address, SALT);
  });

  const sweep = (tokens: readonly Address[], salt: Hex = SALT) =>
    chain.write(factory, "sweep", [salt, tokens, ID], {
      from: mallory, // anyone may
      abi: [...factory.abi, ...depository.abi],
    });
  const payNative = async (value: bigint) => {
    const hash = await chain.client.sendTransaction({ account: alice, to: address, value });
    return chain.client.waitForTransactionReceipt({ hash });
  };

  describe("are found without a chain:", () => {
    it("the address is the one that the factory computes and the sweep deploys", async () => {
      for (const index of [0, 1, 2, 77, 2 ** 40]) {
        const found = findDepositSalt(factory.address, index);
        expect(found.address).to.equal(depositAddressOf(factory.address, found.salt));
        expect(await chain.read<Address>(factory, "computeDepositAddress", [found.salt])).to.equal(getAddress(found.address)); // prettier-ignore
        expect(await chain.client.getCode({ address: found.address })).to.equal(undefined);
        await sweep([], found.salt);
        expect(await chain.client.getCode({ address: found.address })).to.match(/^0x363d3d37/); // EIP-1167
      }
    });

    it(`${ADDRESSES} of them begin and end with d and are all different`, function () {
      this.timeout(60_000);
      const found = Array.from(
        { length: ADDRESSES },
        (_, index) => findDepositSalt(factory.address, index).address,
      );
      for (const one of found) expect(one).to.match(/^0xd[0-9a-f]{38}d$/);
      expect(new Set(found).size).to.equal(ADDRESSES);
    });

    it("the same number gives the same address, another tag another one", () => {
      const plain = findDepositSalt(factory.address, 5);
      expect(findDepositSalt(factory.address, 5)).to.deep.equal(plain);
      const tagged = ["0x01", "0x02", `0x${"ab".repeat(32)}`] as const;
      const addresses = tagged.map((tag) => findDepositSalt(factory.address, 5, tag).address);
      expect(new Set([plain.address, ...addresses]).size).to.equal(4);
    });
  });

  describe("are swept", () => {
    it("of native coin and tokens at once, also of what came before they existed", async () => {
      await payNative(7n);
      await chain.write(usdc, "mint", [address, 30n]);
      const receipt = await sweep([NATIVE, usdc.address]);
      const from = getAddress(address);
      expect(eventsOf(depository, receipt)).to.deep.equal([
        ["RelayNativeDeposit", { from, amount: 7n, id: ID }],
        ["RelayErc20Deposit", { from, token: getAddress(usdc.address), amount: 30n, id: ID }],
      ]);
      expect([await chain.native(depository.address), await chain.balanceOf(usdc, depository.address)]).to.deep.equal([7n, 30n]); // prettier-ignore
      expect([await chain.native(address), await chain.balanceOf(usdc, address)]).to.deep.equal([0n, 0n]);
    });

    it("again and again, and balances of zero are skipped", async () => {
      for (const total of [4n, 8n]) {
        await payNative(4n);
        await chain.write(usdc, "mint", [address, 4n]);
        expect(eventsOf(depository, await sweep([usdc.address, NATIVE]))).to.have.length(2);
        expect(eventsOf(depository, await sweep([usdc.address, NATIVE]))).to.have.length(0);
        expect([await chain.native(depository.address), await chain.balanceOf(usdc, depository.address)]).to.deep.equal([total, total]); // prettier-ignore
      }
    });

    it("of a token that returns nothing and wants zero first, twice", async () => {
      const tether = await chain.deploy("SandboxTether");
      for (const total of [5n, 10n]) {
        await chain.write(tether, "mint", [address, 5n]);
        await sweep([tether.address]);
        expect(await chain.balanceOf(tether, depository.address)).to.equal(total);
      }
    });

    it("of such a token even when an allowance was left over", async () => {
      const tether = await chain.deploy("SandboxTether");
      await sweep([]);
      await chain.client.impersonateAccount({ address });
      const abi = tether.abi;
      await chain.client.setBalance({ address, value: 10n ** 18n });
      const hash = await chain.client.writeContract({ address: tether.address, abi, functionName: "approve", args: [depository.address, 3n], account: address }); // prettier-ignore
      await chain.client.waitForTransactionReceipt({ hash });
      await chain.write(tether, "mint", [address, 5n]);
      await sweep([tether.address]);
      expect(await chain.balanceOf(tether, depository.address)).to.equal(5n);
    });

    it("through the factory alone, which tells of every sweep right after the depository", async () => {
      await payNative(3n);
      await chain.write(usdc, "mint", [address, 4n]);
      const receipt = await sweep([usdc.address, NATIVE]);
      const depositAddress = getAddress(address);
      expect(eventsOf(factory, receipt)).to.deep.equal([
        ["Swept", { depositAddress, token: getAddress(usdc.address), amount: 4n }],
        ["Swept", { depositAddress, token: NATIVE, amount: 3n }],
      ]);
      const senders = receipt.logs.map((log) => getAddress(log.address));
      const [told, swept] = [getAddress(depository.address), getAddress(factory.address)];
      expect(senders.join()).to.match(new RegExp(`${told},${swept},${told},${swept}$`));
      await payNative(3n);
      const { abi } = await chain.deploy("DepositAddress", [depository.address]);
      const past = chain.write({ address, abi }, "sweep", [NATIVE, ID], { from: mallory });
      expect(await refusal(past)).to.equal("OnlyFactory");
      expect(await chain.native(address)).to.equal(3n);
    });

    it("without touching anybody else's address", async () => {
      await payNative(3n);
      await sweep([NATIVE], keccak256(toHex("another")));
      expect(await chain.native(address)).to.equal(3n);
    });

    it("with little extra gas", async () => {
      await chain.write(usdc, "mint", [depository.address, 1n]); // a depository in use holds some
      const costs = [];
      for (const token of [NATIVE, usdc.address]) {
        await payNative(1n);
        await chain.write(usdc, "mint", [address, 1n]);
        await sweep([token]); // deploys, or brings the first coin
        await payNative(1n);
        await chain.write(usdc, "mint", [address, 1n]);
        costs.push((await sweep([token])).gasUsed - 21_000n);
      }
      const [native = 0n, erc20 = 0n] = costs;
      expect(native < 33_000n, `native ${native}`).to.equal(true); // the figures of section 8
      expect(erc20 < 70_000n, `ERC-20 ${erc20}`).to.equal(true);
    });
  });

  describe("withstand", () => {
    it("NFTs: a deployed address refuses them", async () => {
      const nft = await chain.deploy("SandboxNft");
      await sweep([]);
      const sent = chain.write(nft, "safeMint", [address, 1n]).catch(String);
      expect(await sent).to.match(/revert/);
    });

    it("a token that sweeps again while it is swept: nothing is counted twice", async () => {
      const token = await chain.deployArtifact(attacks.HookToken);
      await chain.write(token, "mint", [address, 10n]);
      await payNative(6n);
      await chain.write(token, "arm", [factory.address, encode(factory, "sweep", [SALT, [NATIVE, token.address], ID])]); // prettier-ignore
      const receipt = await sweep([token.address, NATIVE]);
      expect(await chain.read(token, "attempts")).to.equal(1n);
      const deposits = eventsOf(depository, receipt).map(([name, { amount }]) => [name, amount]);
      expect(deposits).to.have.deep.members([["RelayErc20Deposit", 10n], ["RelayNativeDeposit", 6n]]); // prettier-ignore
      expect(await chain.native(depository.address)).to.equal(6n);
      expect(await chain.balanceOf(token, depository.address)).to.equal(10n);
    });

    it("a token that refuses: the other tokens are swept without it", async () => {
      const token = await chain.deployArtifact(attacks.HookToken);
      await chain.write(token, "mint", [address, 10n]);
      await chain.write(token, "refuse");
      await chain.write(usdc, "mint", [address, 4n]);
      expect(await refusal(sweep([token.address, usdc.address]))).to.equal("TokenFailed");
      await sweep([usdc.address]);
      expect(await chain.balanceOf(usdc, depository.address)).to.equal(4n);
    });

    it("strangers who call the implementation itself", async () => {
      const implementation = await chain.read<Address>(factory, "implementation");
      const { abi } = await chain.deploy("DepositAddress", [depository.address]);
      const called = chain.write({ address: implementation, abi }, "sweep", [NATIVE, ID], { from: mallory });
      expect(await refusal(called)).to.equal("OnlyFactory");
    });
  });
});
