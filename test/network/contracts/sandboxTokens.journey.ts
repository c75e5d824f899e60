import { expect } from "chai";
import { parseSignature, type Address, type Hex } from "viem";
import type { HDAccount } from "viem/accounts";
import { eip3009Abi, wrappedNativeAbi } from "../../../src/evm/codec/contracts.ts";
import { BOB, ETHER, ID, NATIVE, alice, attacksOfSuite, chainOfSuite, deployer, encode, eventsOf, mallory, refusal, solver, type Contract } from "./chain.ts"; // prettier-ignore

const FAR = 2n ** 40n;
const AUTHORIZATION = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

describe("the sandbox's", () => {
  const chain = chainOfSuite();
  const attacks = attacksOfSuite();

  describe("dollar coin", () => {
    let usdc: Contract;
    beforeEach(async () => {
      usdc = await chain.deploy("SandboxUsd");
      await chain.write(usdc, "mint", [alice.address, 100n]);
    });
    type Terms = { to: Address; value: bigint; validAfter: bigint; validBefore: bigint; nonce: Hex };
    type Kind = "TransferWithAuthorization" | "ReceiveWithAuthorization";
    const terms = (changes: Partial<Terms> = {}): Terms => ({
      to: solver.address,
      value: 40n,
      validAfter: 0n,
      validBefore: FAR,
      nonce: ID,
      ...changes,
    });
    /** Alice's transfer, signed by `signer` over what the token says of itself, handed in by `from`. */
    async function handIn(
      kind: Kind,
      message: Terms,
      {
        signer = alice,
        signed = message,
        from = solver,
      }: { signer?: HDAccount; signed?: Terms; from?: HDAccount } = {},
    ) {
      // prettier-ignore
      const token = { address: usdc.address, abi: eip3009Abi };
      const { v, r, s } = parseSignature(
        await signer.signTypedData({
          domain: {
            name: await chain.read<string>(token, "name"),
            version: await chain.read<string>(token, "version"),
            chainId: chain.client.chain.id,
            verifyingContract: usdc.address,
          },
          types: { [kind]: AUTHORIZATION },
          primaryType: kind,
          message: { from: alice.address, ...signed },
        }),
      );
      const { to, value, validAfter, validBefore, nonce } = message;
      const args = [alice.address, to, value, validAfter, validBefore, nonce, Number(v), r, s];
      return chain.write(usdc, `${kind[0]!.toLowerCase()}${kind.slice(1)}`, args, { from });
    }

    it("moves what its holder signed, whoever hands it in, once", async () => {
      const receipt = await handIn("TransferWithAuthorization", terms(), { from: mallory });
      expect(eventsOf(usdc, receipt)[0]).to.deep.equal(["AuthorizationUsed", { authorizer: alice.address, nonce: ID }]); // prettier-ignore
      expect(await chain.balanceOf(usdc, solver.address)).to.equal(40n);
      expect(await chain.read(usdc, "authorizationState", [alice.address, ID])).to.equal(true);
      expect(await refusal(handIn("TransferWithAuthorization", terms()))).to.equal("AuthorizationAlreadyUsed"); // prettier-ignore
      expect(await refusal(handIn("ReceiveWithAuthorization", terms()))).to.equal("AuthorizationAlreadyUsed");
    });

    it("lets only the payee hand in what is meant to be received", async () => {
      const byStranger = handIn("ReceiveWithAuthorization", terms(), { from: mallory });
      expect(await refusal(byStranger)).to.equal("OnlyPayee");
      await handIn("ReceiveWithAuthorization", terms(), { from: solver });
      expect(await chain.balanceOf(usdc, solver.address)).to.equal(40n);
    });

    it("refuses what is early, late, of somebody else, changed, or more than there is", async () => {
      const kind = "TransferWithAuthorization";
      expect(await refusal(handIn(kind, terms({ validAfter: FAR - 1n })))).to.equal("AuthorizationNotYetValid"); // prettier-ignore
      expect(await refusal(handIn(kind, terms({ validBefore: await chain.now() })))).to.equal("AuthorizationExpired"); // prettier-ignore
      expect(await refusal(handIn(kind, terms(), { signer: mallory }))).to.equal("WrongSigner");
      expect(await refusal(handIn(kind, terms({ value: 41n }), { signed: terms() }))).to.equal("WrongSigner");
      expect(await refusal(handIn(kind, terms({ value: 101n })))).to.equal("InsufficientBalance");
      expect(await chain.balanceOf(usdc, alice.address)).to.equal(100n);
    });

    it("is still an ordinary token that only its deployer prints", async () => {
      await chain.write(usdc, "transfer", [BOB, 1n], { from: alice });
      expect(await chain.balanceOf(usdc, BOB)).to.equal(1n);
      expect(await refusal(chain.write(usdc, "mint", [BOB, 1n], { from: mallory }))).to.equal("OnlyOwner");
    });
  });

  describe("tether", () => {
    it("answers nothing, and changes an allowance only over zero", async () => {
      const tether = await chain.deploy("SandboxTether");
      await chain.write(tether, "mint", [alice.address, 100n]);
      const approve = (value: bigint) => chain.write(tether, "approve", [solver.address, value], { from: alice }); // prettier-ignore
      await approve(5n);
      expect(await refusal(approve(6n))).to.equal("set the allowance to zero first");
      await approve(0n);
      await approve(6n);
      const { data } = await chain.client.call({ account: alice, to: tether.address, data: encode(tether, "transfer", [BOB, 1n]) }); // prettier-ignore
      expect(data).to.equal(undefined);
      const pull = (value: bigint) => chain.write(tether, "transferFrom", [alice.address, BOB, value], { from: solver }); // prettier-ignore
      expect(await refusal(pull(7n))).to.equal("allowance too small");
      await pull(6n);
      expect(await chain.balanceOf(tether, BOB)).to.equal(6n);
      expect(await refusal(chain.write(tether, "transfer", [BOB, 95n], { from: alice }))).to.equal("balance too small"); // prettier-ignore
      expect(await refusal(chain.write(tether, "mint", [BOB, 1n], { from: alice }))).to.equal("only the owner prints money"); // prettier-ignore
    });
  });

  describe("wrapped coin", () => {
    let wrapped: Contract;
    beforeEach(async () => {
      wrapped = await chain.deploy("WrappedNative");
    });

    it("is worth the coin that lies in it", async () => {
      const events = { address: wrapped.address, abi: wrappedNativeAbi };
      const into = await chain.write(wrapped, "deposit", [], { from: alice, value: 10n });
      expect(eventsOf(events, into)).to.deep.equal([["Deposit", { account: alice.address, value: 10n }]]);
      const hash = await chain.client.sendTransaction({ account: alice, to: wrapped.address, value: 5n });
      await chain.client.waitForTransactionReceipt({ hash });
      expect([await chain.balanceOf(wrapped, alice.address), await chain.read(wrapped, "totalSupply")]).to.deep.equal([15n, 15n]); // prettier-ignore
      const out = await chain.write(wrapped, "withdraw", [15n], { from: alice });
      expect(eventsOf(events, out)).to.deep.equal([["Withdrawal", { account: alice.address, value: 15n }]]);
      expect(await chain.native(wrapped.address)).to.equal(0n);
      expect(await refusal(chain.write(wrapped, "withdraw", [1n], { from: alice }))).to.equal("InsufficientBalance"); // prettier-ignore
    });

    it("moves like a token", async () => {
      await chain.write(wrapped, "deposit", [], { from: alice, value: 10n });
      await chain.write(wrapped, "transfer", [BOB, 1n], { from: alice });
      const pull = (value: bigint) => chain.write(wrapped, "transferFrom", [alice.address, BOB, value], { from: solver }); // prettier-ignore
      expect(await refusal(pull(1n))).to.equal("InsufficientAllowance");
      await chain.write(wrapped, "approve", [solver.address, 4n], { from: alice });
      await pull(4n);
      expect(await chain.balanceOf(wrapped, BOB)).to.equal(5n);
    });

    it("withstands a holder that withdraws while it is paid", async () => {
      const { Puppet } = attacks;
      const puppet = await chain.deployArtifact(Puppet);
      await chain.write(wrapped, "deposit", [], { from: alice, value: 10n });
      await chain.write(puppet, "perform", [wrapped.address, 4n, encode(wrapped, "deposit")], { value: 4n });
      await chain.write(puppet, "arm", [wrapped.address, encode(wrapped, "withdraw", [4n])]);
      await chain.write(puppet, "perform", [wrapped.address, 0n, encode(wrapped, "withdraw", [4n])]);
      expect([await chain.read(puppet, "attempts"), await chain.read(puppet, "successes")]).to.deep.equal([1n, 0n]); // prettier-ignore
      expect([await chain.native(puppet.address), await chain.native(wrapped.address)]).to.deep.equal([4n, 10n]); // prettier-ignore
    });
  });

  describe("collectible", () => {
    it("has one owner, who gives it on or lets others", async () => {
      const nft = await chain.deploy("SandboxNft");
      const owner = () => chain.read<Address>(nft, "ownerOf", [1n]);
      expect(await refusal(owner())).to.equal("NoSuchToken");
      await chain.write(nft, "mint", [alice.address, 1n]);
      expect(await refusal(chain.write(nft, "mint", [BOB, 1n]))).to.equal("AlreadyMinted");
      const move = (from: HDAccount, to: HDAccount, by: HDAccount) => chain.write(nft, "transferFrom", [from.address, to.address, 1n], { from: by }); // prettier-ignore
      expect(await refusal(move(alice, mallory, mallory))).to.equal("NotAllowed");
      await chain.write(nft, "approve", [solver.address, 1n], { from: alice });
      await move(alice, solver, solver);
      expect(await refusal(move(solver, alice, alice))).to.equal("NotAllowed");
      await chain.write(nft, "setApprovalForAll", [alice.address, true], { from: solver });
      await move(solver, alice, alice);
      expect(await owner()).to.equal(alice.address);
      const [balance, former] = [await chain.balanceOf(nft, alice.address), await chain.balanceOf(nft, solver.address)]; // prettier-ignore
      expect([balance, former]).to.deep.equal([1n, 0n]);
    });
  });

  describe("multi-token", () => {
    it("moves one kind or several, for the holder or whom it allows", async () => {
      const token = await chain.deploy("SandboxMultiToken");
      await chain.write(token, "mint", [alice.address, 1n, 10n]);
      await chain.write(token, "mint", [alice.address, 2n, 20n]);
      const one = (by: HDAccount, value: bigint) => chain.write(token, "safeTransferFrom", [alice.address, BOB, 1n, value, "0x"], { from: by }); // prettier-ignore
      expect(await refusal(one(mallory, 1n))).to.equal("NotAllowed");
      expect(await refusal(one(alice, 11n))).to.equal("InsufficientBalance");
      await one(alice, 4n);
      const many = (values: bigint[]) => chain.write(token, "safeBatchTransferFrom", [alice.address, BOB, [1n, 2n], values, "0x"], { from: solver }); // prettier-ignore
      await chain.write(token, "setApprovalForAll", [solver.address, true], { from: alice });
      expect(await refusal(many([1n]))).to.equal("ArrayLengthsMismatch");
      await many([1n, 2n]);
      expect(
        await chain.read(token, "balanceOfBatch", [
          [BOB, BOB],
          [1n, 2n],
        ]),
      ).to.deep.equal([5n, 2n]);
    });
  });

  describe("shop", () => {
    it("sells, is out of stock, wants money, or is closed", async () => {
      const shop = await chain.deploy("Checkout");
      const usdc = await chain.deploy("SandboxUsd");
      const sold = await chain.write(shop, "buy", [3n], { value: ETHER });
      expect(eventsOf(shop, sold)).to.deep.equal([["Bought", { buyer: deployer.address, item: 3n, token: NATIVE, amount: ETHER }]]); // prettier-ignore
      expect(await refusal(chain.write(shop, "buy", [0n], { value: 1n }))).to.equal("OutOfStock");
      expect(await refusal(chain.write(shop, "buy", [3n]))).to.equal("NothingPaid");
      expect(await refusal(chain.write(shop, "buyWithToken", [usdc.address, 0n]))).to.equal("NothingPaid");
      expect(await refusal(chain.write(shop, "fail"))).to.equal("the shop is closed");
      const abi = [...shop.abi, ...usdc.abi];
      expect(await refusal(chain.write(shop, "buyWithToken", [usdc.address, 1n], { abi }))).to.equal("InsufficientAllowance"); // prettier-ignore
    });
  });
});
