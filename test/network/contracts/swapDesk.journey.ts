import { expect } from "chai";
import { getAddress, type Hex } from "viem";
import type { HDAccount } from "viem/accounts";
import { swapOrderData, type SwapOrder } from "../../../src/evm/codec/typedOrders.ts";
import { BOB, ETHER, ID, NATIVE, alice, attacksOfSuite, chainOfSuite, encode, eventsOf, mallory, refusal, solver, type Contract } from "./chain.ts"; // prettier-ignore

describe("the swap desk", () => {
  const chain = chainOfSuite();
  let desk: Contract;
  let usdc: Contract;
  let tether: Contract;
  const attacks = attacksOfSuite();
  beforeEach(async () => {
    desk = await chain.deploy("SwapDesk", [solver.address]);
    usdc = await chain.deploy("SandboxUsd");
    tether = await chain.deploy("SandboxTether");
    await chain.write(usdc, "mint", [solver.address, 1_000n]);
    await chain.write(usdc, "approve", [desk.address, 1_000n], { from: solver });
    await chain.write(tether, "mint", [alice.address, 100n]);
    await chain.write(tether, "approve", [desk.address, 100n], { from: alice });
  });

  const order = (changes: Partial<SwapOrder> = {}): SwapOrder => ({
    id: ID,
    tokenIn: tether.address,
    amountIn: 60n,
    tokenOut: usdc.address,
    amountOut: 59n,
    recipient: BOB,
    deadline: 2n ** 40n,
    ...changes,
  });
  const sign = (terms: SwapOrder, signer: HDAccount = solver, chainId: number = chain.client.chain.id) =>
    signer.signTypedData(swapOrderData({ chainId, contract: desk.address }, terms));
  const swap = async (terms: SwapOrder, value = 0n, signature?: Hex, gas?: bigint) =>
    chain.write(desk, "swap", [terms, signature ?? (await sign(terms))], {
      from: alice,
      value,
      abi: [...desk.abi, ...usdc.abi],
      ...(gas === undefined ? {} : { gas }),
    });
  const stock = (value: bigint) => chain.client.setBalance({ address: desk.address, value });

  it("takes one token and gives another, and says so", async () => {
    const terms = order();
    const receipt = await swap(terms);
    const { deadline: _, ...told } = terms;
    expect(eventsOf(desk, receipt)).to.deep.equal([
      [
        "Swapped",
        {
          ...told,
          tokenIn: getAddress(terms.tokenIn),
          tokenOut: getAddress(terms.tokenOut),
          recipient: getAddress(BOB),
        },
      ],
    ]);
    expect([await chain.balanceOf(tether, solver.address), await chain.balanceOf(usdc, BOB)]).to.deep.equal([60n, 59n]); // prettier-ignore
  });

  it("takes native coin, which goes on to the maker", async () => {
    const before = await chain.native(solver.address);
    await swap(order({ tokenIn: NATIVE, amountIn: 5n }), 5n);
    expect((await chain.native(solver.address)) - before).to.equal(5n);
    expect(await chain.balanceOf(usdc, BOB)).to.equal(59n);
  });

  it("gives native coin from its own stock, which only the maker takes back", async () => {
    await stock(10n);
    const before = await chain.native(BOB);
    await swap(order({ tokenOut: NATIVE, amountOut: 4n }));
    expect((await chain.native(BOB)) - before).to.equal(4n);
    const taking = chain.write(desk, "withdrawNative", [6n], { from: mallory });
    expect(await refusal(taking)).to.equal("OnlyMaker");
    await chain.write(desk, "withdrawNative", [6n], { from: solver });
    expect(await chain.native(desk.address)).to.equal(0n);
    const more = chain.write(desk, "withdrawNative", [1n], { from: solver });
    expect(await refusal(more)).to.equal("NativeTransferFailed");
  });

  it("is stocked by a plain transfer", async () => {
    const hash = await chain.client.sendTransaction({ account: solver, to: desk.address, value: ETHER });
    await chain.client.waitForTransactionReceipt({ hash });
    expect(await chain.native(desk.address)).to.equal(ETHER);
  });

  it("fills an order once, whatever else it says", async () => {
    await swap(order({ amountIn: 1n }));
    expect(await refusal(swap(order({ amountIn: 1n })))).to.equal("OrderUsed");
    expect(await refusal(swap(order({ amountIn: 2n })))).to.equal("OrderUsed");
    expect(await chain.read(desk, "orderUsed", [ID])).to.equal(true);
  });

  it("fills until the deadline, and not a second longer", async () => {
    const at = (await chain.now()) + 1_000n;
    await chain.client.setNextBlockTimestamp({ timestamp: at });
    const { status } = await swap(order({ deadline: at }), 0n, undefined, 400_000n);
    expect(status).to.equal("success");
    const late = order({ id: `0x${"2e".repeat(32)}`, deadline: at - 1n });
    expect(await refusal(swap(late))).to.equal("OrderExpired");
  });

  it("wants the maker's own signature over these terms, this chain and this desk", async () => {
    const terms = order();
    const elsewhere = swapOrderData({ chainId: chain.client.chain.id, contract: BOB }, terms);
    const wrong = [
      await sign(terms, alice),
      await sign(terms, solver, 1),
      await solver.signTypedData(elsewhere),
      await sign(order({ amountOut: 58n })),
      await sign(order({ recipient: mallory.address })),
    ];
    for (const signature of wrong) expect(await refusal(swap(terms, 0n, signature))).to.equal("WrongSigner");
    for (const signature of ["0x", `0x${"00".repeat(65)}`] as const)
      expect(await refusal(swap(terms, 0n, signature))).to.equal("InvalidSignature");
  });

  it("wants exactly the value that the order names", async () => {
    const native = order({ tokenIn: NATIVE, amountIn: 5n });
    for (const value of [0n, 4n, 6n]) expect(await refusal(swap(native, value))).to.equal("WrongValue");
    expect(await refusal(swap(order(), 1n))).to.equal("WrongValue");
  });

  it("moves nothing when one side cannot be paid", async () => {
    await stock(3n);
    expect(await refusal(swap(order({ tokenOut: NATIVE, amountOut: 4n })))).to.equal("NativeTransferFailed");
    expect(await refusal(swap(order({ amountOut: 1_001n })))).to.equal("InsufficientAllowance");
    expect(await refusal(swap(order({ amountIn: 101n })))).to.equal("allowance too small");
    expect(await refusal(swap(order({ recipient: NATIVE })))).to.equal("RecipientMissing");
    expect(await refusal(swap(order({ tokenIn: BOB })))).to.equal("TokenFailed"); // no token lies there
    expect(await chain.balanceOf(tether, alice.address)).to.equal(100n);
    expect(await chain.read(desk, "orderUsed", [ID])).to.equal(false);
  });

  it("withstands a recipient that fills the order again while it is paid", async () => {
    await stock(10n);
    const puppet = await chain.deployArtifact(attacks.Puppet);
    const terms = order({ tokenIn: NATIVE, amountIn: 0n, tokenOut: NATIVE, amountOut: 4n, recipient: puppet.address }); // prettier-ignore
    await chain.write(puppet, "arm", [desk.address, encode(desk, "swap", [terms, await sign(terms)])]);
    await swap(terms);
    expect([await chain.read(puppet, "attempts"), await chain.read(puppet, "successes")]).to.deep.equal([1n, 0n]); // prettier-ignore
    expect([await chain.native(puppet.address), await chain.native(desk.address)]).to.deep.equal([4n, 6n]);
  });

  it("withstands a token that fills the order again while it is taken", async () => {
    const token = await chain.deployArtifact(attacks.HookToken);
    await chain.write(token, "mint", [alice.address, 100n]);
    await chain.write(token, "approve", [desk.address, 100n], { from: alice });
    const terms = order({ tokenIn: token.address });
    await chain.write(token, "arm", [desk.address, encode(desk, "swap", [terms, await sign(terms)])]);
    await swap(terms);
    expect([await chain.read(token, "attempts"), await chain.read(token, "successes")]).to.deep.equal([1n, 0n]); // prettier-ignore
    expect(await chain.balanceOf(usdc, BOB)).to.equal(59n);
  });
});
