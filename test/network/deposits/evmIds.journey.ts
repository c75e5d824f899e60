import { expect } from "chai";
import { encodeFunctionData, type Hex } from "viem";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { depositAddressFactoryAbi, depositoryAbi, routerAbi } from "../../../src/evm/codec/contracts.ts";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import { createKeys } from "../../../src/network/addresses.ts";
import { contractsOf } from "../../../src/network/contracts/artifacts.ts";
import { SANDBOX_MNEMONIC } from "../../../src/sandbox/accounts.ts";
import {
  balance,
  createPayees,
  evmQuote,
  family,
  transferOf,
  type Row,
  type Walk,
  listOfCalls,
  type ListedCall,
} from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { EVM_CHAIN_ID, startWorld, type World } from "../world.ts";

const COIN = 10n ** 17n;
const DOLLARS = 200_000_000n;
const keys = createKeys(SANDBOX_MNEMONIC, "regtest", [EVM_CHAIN_ID], contractsOf);

describe("several arrivals in one transaction", () => {
  let world: World;
  let user: Wallet;
  let issued = 0;
  const payee = createPayees();

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
    await world.evm.mint(world.evm.usdc, world.evm.contracts.Router, 10n * DOLLARS);
  });
  after(() => world.close());

  /** A quote for dollars to a deposit address: the next one of the service's row. */
  const quoted = async (changes: Readonly<Record<string, unknown>> = {}) => {
    const quote = await evmQuote(world, user, {
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.usdc, amount: String(DOLLARS) },
      ...{ useDepositAddress: true, refundTo: user.address, recipient: payee(), ...changes },
    });
    expect(quote.address).to.equal(keys.evmDepositAddress(issued++).address);
    return quote;
  };
  const walletQuote = (recipient = payee()) => evmQuote(world, user, { recipient });
  const wordOf = async ({ requestId }: Walk) => (await world.status(requestId)).status;
  const children = async ({ requestId }: Walk) => {
    const { body } = await world.get(`/requests/v2?id=${requestId}&includeChildRequests=true`);
    return (body.requests as Row[]).filter(({ id }) => id !== requestId);
  };
  const reindex = async ({ address }: Walk) => {
    world.now += 61_000; // one look a minute at an address
    const body = { chainId: EVM_CHAIN_ID, depositAddress: address };
    expect((await world.post("/transactions/deposit-address/reindex", body)).status).to.equal(200);
  };

  /** A list of calls of the router, which holds tokens here, signed and not sent. */
  const listOf = async (items: readonly ListedCall[]): Promise<Hex> => {
    const list = listOfCalls(world.evm, user, items);
    const nonce = await world.evm.client.getTransactionCount({ address: user.address });
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 8n, gas: 1_000_000n };
    const call = { ...list, nonce, chainId: EVM_CHAIN_ID, ...fees };
    return user.account.signTransaction({ type: "eip1559", ...call });
  };
  const send = async (raw: Hex) => {
    const hash = await world.evm.client.sendRawTransaction({ serializedTransaction: raw });
    const { status } = await world.evm.client.waitForTransactionReceipt({ hash });
    expect(status).to.equal("success");
  };
  const transfer = (to: string, amount: bigint): ListedCall => {
    return transferOf(world.evm.usdc, to, amount);
  };
  const depositNative = (depositor: string, id: string): ListedCall => ({
    to: world.evm.contracts.Depository,
    data: encodeFunctionData({
      ...{ abi: depositoryAbi, functionName: "depositNative" },
      args: [depositor as Hex, id as Hex],
    }),
    value: COIN,
  });
  const depositDollars = (depositor: string, id: string): readonly ListedCall[] => {
    const { Depository } = world.evm.contracts;
    const { usdc } = world.evm;
    const approve = { abi: erc20Abi, functionName: "approve", args: [Depository, DOLLARS] } as const;
    const args = [depositor as Hex, usdc, DOLLARS, id as Hex] as const;
    const deposit = { abi: depositoryAbi, functionName: "depositErc20", args } as const;
    return [
      { to: usdc, data: encodeFunctionData(approve) },
      { to: Depository, data: encodeFunctionData(deposit) },
    ];
  };

  it("keep their names when an address among them is issued before a reorganisation: none is filled twice", async () => {
    const { client } = world.evm;
    const recipient = payee();
    const early = await quoted({ recipient });
    const later = keys.evmDepositAddress(issued).address;
    const named = await walletQuote();
    const fork = await client.snapshot();
    const raw = await listOf([
      transfer(later, DOLLARS),
      transfer(early.address, DOLLARS),
      depositNative(user.address, named.requestId),
    ]);
    await send(raw);
    await world.tick(2);
    for (const quote of [early, named]) expect(await wordOf(quote)).to.equal("success");
    const paid = await balance(world.other, world.other.usdc, recipient);
    const late = await quoted();
    expect(late.address).to.equal(later);

    await client.revert({ id: fork });
    await client.mine({ blocks: 2 });
    await send(raw);
    await client.mine({ blocks: 1 });
    await world.tick(3);
    for (const quote of [early, named, late]) {
      expect(await wordOf(quote)).to.equal("success");
      expect(await children(quote)).to.have.length(0);
    }
    expect(await balance(world.other, world.other.usdc, recipient)).to.equal(paid);
  });

  it("in the name of a deposit address are no sweep of it: the money counts once, for the request that it names", async () => {
    const [address, byCoins, byDollars] = [await quoted(), await walletQuote(), await walletQuote()];
    await send(
      await listOf([
        depositNative(address.address, byCoins.requestId),
        ...depositDollars(address.address, byDollars.requestId),
      ]),
    );
    await world.evm.client.mine({ blocks: 6 });
    await world.tick(2);
    for (const quote of [byCoins, byDollars])
      expect((await children(quote)).map(({ status }) => status)).to.deep.equal(["success"]);
    await reindex(address);
    await world.tick(2);
    expect(await wordOf(address)).to.equal("waiting");
    expect(await family(world, address.address)).to.have.length(1);
  });

  it("of which one is a sweep are told apart, however alike they are", async () => {
    const [address, named] = [await quoted({ originCurrency: ZERO_ADDRESS, amount: String(COIN) }), await walletQuote()]; // prettier-ignore
    await user.send({ to: address.address, value: COIN });
    await world.tick(2);
    expect(await wordOf(address)).to.equal("success");
    const { salt } = keys.evmDepositAddress(issued - 1);
    const args = [salt, [ZERO_ADDRESS], named.requestId as Hex] as const;
    const data = encodeFunctionData({ abi: depositAddressFactoryAbi, functionName: "sweep", args });
    const sweep = { to: world.evm.contracts.DepositAddressFactory, data };
    const forged = depositNative(address.address, named.requestId);
    await send(await listOf([forged, sweep, forged]));
    await world.evm.client.mine({ blocks: 6 });
    await reindex(address);
    await world.tick(2);
    expect(await children(named)).to.have.length(2);
    expect(await family(world, address.address)).to.have.length(1);
  });

  it("that move something else in another block count as what they are there", async () => {
    const { client, usdc, weth, contracts, mint, setUsdc } = world.evm;
    const recipient = payee();
    const quote = await quoted({ recipient });
    await setUsdc(contracts.Router, 1n);
    const fork = await client.snapshot();
    const to = quote.address as Hex;
    const args = [
      [usdc, weth],
      [to, to],
      [0n, 0n],
    ] as const; // the whole balance of each, if there is one
    const data = encodeFunctionData({ abi: routerAbi, functionName: "cleanupErc20s", args });
    const raw = await listOf([{ to: contracts.Router, data }]);
    await send(raw); // a millionth of a dollar
    await world.tick(2);
    expect(await children(quote)).to.have.length(1);

    await client.revert({ id: fork });
    await setUsdc(contracts.Router, 0n);
    await mint(weth, contracts.Router, 10n ** 10n); // worth nothing; as so many dollars it would be 10,000
    await send(raw);
    await client.mine({ blocks: 2 });
    await world.tick(4);
    expect(await balance(world.other, world.other.usdc, recipient)).to.equal(0n);
    const amounts = (await children(quote)).map(({ status, data }) => [
      status,
      data.metadata.currencyIn?.amount,
    ]);
    expect(amounts).to.deep.include(["failure", String(10n ** 10n)]);
    expect(await wordOf(quote)).to.equal("waiting");
  });
});
