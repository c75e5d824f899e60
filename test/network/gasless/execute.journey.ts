import { expect } from "chai";
import { encodeFunctionData, maxUint256, parseAbi, zeroAddress, type Hex } from "viem";
import { depositoryAbi, routerAbi } from "../../../src/evm/codec/contracts.ts";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import type { Wallet } from "../evmWorld.ts";
import { ask, walletQuote, type Step } from "../quote/quoted.ts";
import { API_KEY, RECIPIENT, type World } from "../world.ts";
import {
  deployAccountContracts,
  handleOpsOf,
  signDelegation,
  smartAccount,
  type AccountContracts,
  type Calls,
} from "./smartAccounts.ts";
import { rawCall, sponsoringApp, type App } from "./sponsored.ts";

const KEY = 12;

describe("POST /execute", function () {
  this.timeout(60_000);
  let audited: AuditedWorld;
  let world: World;
  let accounts: AccountContracts;
  let owner: Wallet;
  let app: App;

  before(async () => {
    audited = await startAuditedWorld({ twoChains: true, elevatedPerSecond: 10_000 });
    world = audited.world;
    accounts = await deployAccountContracts(world.evm);
    owner = await world.evm.wallet(KEY);
    app = await sponsoringApp(audited);
  });
  afterEach(() => world.evm.client.setAutomine(true)); // of a test that failed in between
  after(() => audited.close());

  const approve = (amount: bigint, spender: string = world.evm.contracts.Depository) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender as EvmAddress, amount] });
  const allowance = (of: string) =>
    world.evm.client.readContract({
      ...{ address: world.usdc, abi: erc20Abi, functionName: "allowance" },
      args: [of as EvmAddress, world.evm.contracts.Depository],
    });
  const callsOf = (steps: readonly Step[]): Calls =>
    steps.flatMap(({ items }) => items.map(({ data: { to, data, value } }) => ({ to: to as Hex, data: data as Hex, value: BigInt(value) }))); // prettier-ignore
  /** A quote for a smart account, and the calls that pay it. */
  const quoted = async (user: string, changes: Record<string, unknown> = {}) => {
    const { steps, details } = await ask(
      world,
      walletQuote(world, user, { recipient: RECIPIENT, ...changes }),
    );
    const requestId = steps[0]?.requestId ?? "";
    return { requestId, steps, calls: callsOf(steps), minimum: BigInt(details.currencyOut.minimumAmount) };
  };
  /** A smart account that no operation has deployed yet, with dollars. */
  let next = 20;
  const newAccount = async (eip7702 = false) => {
    const wallet = await world.evm.wallet(next++);
    const account = await smartAccount(world.evm, accounts, wallet, eip7702);
    const address = account.address.toLowerCase();
    if (!eip7702) await world.evm.mint(world.usdc, address, 100_000_000n);
    return { wallet, account, address };
  };
  const status = (id: string) => world.status(id);
  const dollars = async () => Number((await app.balance())["balanceUsd"]);

  describe("submits, with one signature of the user", () => {
    it("approve and deposit of a smart account that is not deployed yet (EIP-4337), and charges the gas", async () => {
      const { account, address } = await newAccount();
      const { requestId, steps, calls, minimum } = await quoted(address);
      expect(steps.map(({ id }) => id)).to.deep.equal(["approve", "deposit"]);
      const before = await world.other.balanceOf(world.other.usdc, RECIPIENT);
      const had = await dollars();
      const { status: code, body } = await app.execute(
        rawCall(world, await handleOpsOf(account, calls), { requestId }),
      );
      expect(body).to.deep.equal({ message: "Transaction submitted", requestId });
      expect(code).to.equal(200);
      await world.tick(4);
      expect(await status(requestId)).to.include({ status: "success" });
      const got = (await world.other.balanceOf(world.other.usdc, RECIPIENT)) - before;
      expect(got >= minimum).to.equal(true);
      expect(await world.evm.balanceOf(world.usdc, address)).to.equal(75_000_000n);
      expect(await allowance(address), "nothing stays allowed").to.equal(0n);
      const { balanceUsd, availableUsd } = await app.balance();
      expect(Number(balanceUsd) < had && Number(balanceUsd) > had - 10).to.equal(true);
      expect(availableUsd, "nothing is held once it is in a block").to.equal(balanceUsd);
    });

    it("the same of an account with a key, which delegates in the same transaction (EIP-7702)", async () => {
      const { wallet, account, address } = await newAccount(true);
      const { requestId, calls } = await quoted(address);
      const authorization = await signDelegation(world.evm, wallet, accounts.account7702);
      const call = { ...(await handleOpsOf(account, calls)), authorizationList: [authorization] };
      const native = await world.evm.client.getBalance({ address: wallet.address });
      expect((await app.execute(rawCall(world, call, { requestId }))).body).to.include({ requestId });
      await world.tick(4);
      expect(await status(requestId)).to.include({ status: "success" });
      expect(await world.evm.client.getBalance({ address: wallet.address }), "the user paid no gas").to.equal(
        native,
      );
      const code = await world.evm.client.getCode({ address: wallet.address });
      expect(code).to.equal(`0xef0100${accounts.account7702.slice(2)}`);
    });

    it("a swap on one chain, and calls on the other one", async () => {
      const { account, address } = await newAccount();
      const received = await world.evm.balanceOf(world.evm.weth, RECIPIENT);
      const swap = await quoted(address, { destinationChainId: world.evm.id, destinationCurrency: "WETH" });
      expect(swap.steps.map(({ id }) => id)).to.deep.equal(["approve", "swap"]);
      const swapped = await app.execute(rawCall(world, await handleOpsOf(account, swap.calls), { requestId: swap.requestId })); // prettier-ignore
      expect(swapped.status, JSON.stringify(swapped.body)).to.equal(200);
      await world.tick(4);
      expect(await status(swap.requestId)).to.include({ status: "success" });
      expect((await world.evm.balanceOf(world.evm.weth, RECIPIENT)) > received).to.equal(true);
      const txs = [{ to: world.other.usdc, value: "0", data: approve(1n, RECIPIENT) }];
      const called = await quoted(address, { amount: "1000000", tradeType: "EXACT_OUTPUT", txs });
      await app.execute(
        rawCall(world, await handleOpsOf(account, called.calls), { requestId: called.requestId }),
      );
      await world.tick(4);
      expect(await status(called.requestId)).to.include({ status: "success" });
    });

    it("a call without a quote, whose status is asked for by the id that it gets", async () => {
      const { account } = await newAccount();
      const call = await handleOpsOf(account, [{ to: world.usdc, data: approve(7n) }]);
      const { body } = await app.execute(rawCall(world, call));
      const id = String(body["requestId"]);
      expect(await status(id)).to.include({ status: "pending", originChainId: world.evm.id });
      await world.tick(3);
      expect(await status(id)).to.include({ status: "success" });
      expect(await allowance(account.address)).to.equal(7n);
    });

    it("the same call once, however often and at the same time it comes [x.execute]", async () => {
      const { account, address } = await newAccount();
      const { requestId, calls } = await quoted(address);
      const body = rawCall(world, await handleOpsOf(account, calls), { requestId });
      const sent = world.sent.length;
      const answers = await Promise.all([1, 2, 3].map(() => app.execute(body)));
      expect(
        answers.map(({ status: code, body: { requestId: id } }) => `${code} ${String(id)}`),
      ).to.deep.equal(answers.map(() => `200 ${requestId}`));
      await world.tick(4);
      expect((await app.execute(body)).body, "after it is in a block").to.include({ requestId });
      await world.tick(3);
      const { executions } = audited.parts.store.tables;
      const rows = await audited.parts.store.db.select().from(executions);
      expect(rows.filter((row) => row.requestId === requestId)).to.have.length(1);
      expect(world.sent.length > sent).to.equal(true);
      expect(await world.evm.balanceOf(world.usdc, address)).to.equal(75_000_000n);
      const other = rawCall(world, await handleOpsOf(account, calls), { requestId });
      expect((await app.execute(other)).body["message"]).to.contain("has its deposit already");
    });
  });

  describe("when a batch fails half-way", () => {
    it("before it is submitted: it is refused with the reason, costs nothing and leaves nothing allowed [x.smart-accounts]", async () => {
      const { account, address } = await newAccount();
      const { requestId, calls } = await quoted(address, { amount: "500000000" }); // more than it has
      const had = await app.balance();
      const { status: code, body } = await app.execute(
        rawCall(world, await handleOpsOf(account, calls), { requestId }),
      );
      expect(code).to.equal(400);
      expect(body).to.include({ errorCode: "EXECUTION_REVERTED", requestId });
      const { topLevel, innermost, path, revert } = body["details"] as Record<
        string,
        Record<string, unknown>
      >;
      expect(topLevel).to.include({ type: "CALL", address: accounts.entryPoint });
      expect([innermost, path]).to.deep.equal([topLevel, [topLevel]]);
      expect(revert).to.include({ type: "unknownCustomError", label: body["error"] });
      expect(body["error"]).to.match(/^UNKNOWN_CUSTOM_ERROR_0x[0-9a-f]{8}$/);
      expect(await app.balance()).to.deep.equal(had);
      expect(await status(requestId)).to.include({ status: "waiting" });
    });

    it("in the block: the status says so, the application pays the gas, and the quote can still be paid", async () => {
      const { account, address, wallet } = await newAccount();
      await app.execute(rawCall(world, await handleOpsOf(account, [{ to: world.usdc, data: approve(0n) }])));
      await world.tick(3); // it is deployed now
      const { requestId, calls } = await quoted(address);
      await world.evm.client.setAutomine(false);
      const ops = await handleOpsOf(account, calls);
      expect((await app.execute(rawCall(world, ops, { requestId }))).status).to.equal(200);
      await world.evm.setUsdc(address, 0n); // its owner has moved everything away in the meantime
      await world.tick(1);
      await world.evm.client.setAutomine(true);
      await world.evm.client.mine({ blocks: 1 });
      const had = await dollars();
      await world.tick(3);
      const told = await status(requestId);
      expect(told).to.include({ status: "waiting", failReason: "EXECUTION_REVERTED" });
      expect(told["details"]).to.contain("nothing was taken");
      expect(await allowance(address)).to.equal(0n);
      expect((await dollars()) < had).to.equal(true);
      await world.evm.mint(world.usdc, address, 100_000_000n);
      const again = rawCall(world, await handleOpsOf(account, calls), { requestId });
      expect((await app.execute(again)).status).to.equal(200);
      await world.tick(4);
      expect(await status(requestId)).to.include({ status: "success", failReason: "N/A" });
      expect(wallet.address).to.not.equal(address);
    });
  });

  describe("the application's balance", () => {
    const approveCall = async () => {
      const { account } = await newAccount();
      return rawCall(world, await handleOpsOf(account, [{ to: world.usdc, data: approve(1n) }]));
    };
    const refused = async (by: App) => {
      const { status: code, body } = await by.execute(await approveCall());
      expect(`${code} ${String(body["error"])}`).to.equal("400 SPONSOR_BALANCE_TOO_LOW");
      return String(body["message"]);
    };

    it("must cover what the call may cost, and the limits for a call and a day must allow it", async () => {
      expect(await refused(await sponsoringApp(audited, { balance: "0.000001" }))).to.contain(
        "balance has 0.000001",
      );
      expect(await refused(await sponsoringApp(audited, { perCall: "0.000001" }))).to.contain("on one");
      expect(await refused(await sponsoringApp(audited, { perDay: "0.000001" }))).to.contain("a day");
    });

    it("is held for calls that are in no block yet, so that calls at the same moment cannot spend it twice [x.sponsor]", async () => {
      const measured = await sponsoringApp(audited);
      await measured.execute(await approveCall());
      const { balanceUsd, availableUsd } = await measured.balance();
      const one = Number(balanceUsd) - Number(availableUsd);
      expect(one > 0).to.equal(true);
      const poor = await sponsoringApp(audited, { balance: (one * 1.5).toFixed(6) });
      const calls = [await approveCall(), await approveCall(), await approveCall()];
      const answers = await Promise.all(calls.map((call) => poor.execute(call)));
      const codes = answers.map(({ status: code, body }) => (code === 200 ? "ok" : String(body["error"])));
      expect(codes.toSorted()).to.deep.equal(["SPONSOR_BALANCE_TOO_LOW", "SPONSOR_BALANCE_TOO_LOW", "ok"]);
      await world.tick(3);
      expect((await poor.balance())["availableUsd"]).to.equal((await poor.balance())["balanceUsd"]);
    });

    it("belongs to a key: without one, and with one that was given nothing, no call is submitted", async () => {
      expect((await world.post("/execute", await approveCall())).body).to.include({
        errorCode: "UNAUTHORIZED",
      });
      const { status: code, body } = await world.post("/execute", await approveCall(), {
        "x-api-key": API_KEY,
      });
      expect(`${code} ${String(body["errorCode"])}`).to.equal("400 SPONSOR_BALANCE_TOO_LOW");
    });

    it("and the books agree with the chains to the unit", async () => {
      await world.tick(4);
      expect(troublesOf(await audited.audit())).to.deep.equal([]);
    });
  });

  describe("refuses", () => {
    const message = async (data: Record<string, unknown>, more: Record<string, unknown> = {}) => {
      const { status: code, body } = await app.execute(rawCall(world, data, more));
      expect(code, JSON.stringify(body)).to.equal(400);
      return String(body["message"]);
    };

    it("what would make the service's own account pay or act", async () => {
      const { Depository, SwapDesk, Router } = world.evm.contracts;
      const everything = await world.evm.balanceOf(world.usdc, world.network.solver.evm);
      const steal = encodeFunctionData({
        abi: erc20Abi,
        functionName: "transfer",
        args: [owner.address, 1n],
      });
      const own = encodeFunctionData({
        abi: depositoryAbi,
        functionName: "setAllocator",
        args: [owner.address],
      });
      const drain = encodeFunctionData({ abi: parseAbi(["function withdrawNative(uint256)"]), args: [1n] });
      const nested = encodeFunctionData({ abi: routerAbi, functionName: "multicall", args: [[], zeroAddress, zeroAddress] }); // prettier-ignore
      await message({ to: world.usdc, data: steal });
      expect(await message({ to: Depository, data: own })).to.equal("Only owner");
      expect(await message({ to: SwapDesk, data: drain })).to.equal("Only maker");
      expect(await message({ to: Router, data: nested })).to.equal("Reentered");
      expect(await message({ to: owner.address, data: "0x", value: "1" })).to.contain(
        "none of its own coins",
      );
      const stake = encodeFunctionData({ abi: parseAbi(["function depositTo(address) payable"]), args: [owner.address] }); // prettier-ignore
      expect(await message({ to: accounts.entryPoint, data: stake })).to.contain("only handleOps");
      expect(await world.evm.balanceOf(world.usdc, world.network.solver.evm)).to.equal(everything);
    });

    it("fields that it does not support, by their names", async () => {
      const data = { to: world.usdc, data: approve(1n) };
      const options = (executionOptions: Record<string, unknown>) => message(data, { executionOptions });
      expect(await options({ referrer: "x" })).to.contain("executionOptions.subsidizeFees");
      const more = { subsidizeFees: true, destinationChainExecutionData: { calls: [] } };
      expect(await options(more)).to.contain("destinationChainExecutionData is not supported");
      expect(await message(data, { executionKind: "swap" })).to.contain("executionKind");
      expect(await message({ to: RECIPIENT, data: "0x" })).to.contain("no contract at");
      expect(await message({ ...data, chainId: 8253038 })).to.contain("not an EVM chain");
      expect(await message({ ...data, to: "0x12" })).to.contain("not an EVM address");
    });

    it("a quote of another key, of another chain, and one that no call pays", async () => {
      const { account, address } = await newAccount();
      const data = await handleOpsOf(account, [{ to: world.usdc, data: approve(1n) }]);
      const stranger = await sponsoringApp(audited);
      const theirs = await ask(world, walletQuote(world, address, { recipient: RECIPIENT }), { "x-api-key": stranger.key }); // prettier-ignore
      expect(await message(data, { requestId: theirs.steps[0]?.requestId })).to.contain(
        "no quote of this API key",
      );
      const { requestId } = await quoted(address);
      const other = { ...data, to: world.other.usdc, chainId: world.other.id, data: approve(1n) };
      expect(await message(other, { requestId })).to.contain(`paid on chain ${world.evm.id}`);
      const permit = await ask(
        world,
        walletQuote(world, owner.address, { recipient: RECIPIENT, usePermit: true }),
      );
      expect(await message(data, { requestId: permit.steps[0]?.requestId })).to.contain(
        "not paid by a transaction",
      );
    });

    it("to show a quote as being paid by a call that pays something else, or nothing", async () => {
      const { address } = await newAccount();
      const { requestId } = await quoted(address); // without a key
      await world.evm.client.setAutomine(false);
      const call = { to: world.usdc, data: approve(3n) };
      expect((await app.execute(rawCall(world, call, { requestId }))).status).to.equal(200);
      expect(await status(requestId)).to.include({ status: "waiting" });
      expect((await status(requestId))["inTxHashes"]).to.deep.equal([]);
      await world.tick(1);
      await world.evm.client.setAutomine(true);
      await world.evm.client.mine({ blocks: 1 });
      await world.tick(4);
      expect(await status(requestId)).to.include({ status: "waiting", failReason: "N/A" });
      expect((await status(requestId))["inTxHashes"]).to.deep.equal([]);
    });

    it("an operation that somebody else has signed, and one that was used", async () => {
      const { account } = await newAccount();
      const { account: other } = await newAccount();
      const calls = [{ to: world.usdc, data: approve(1n) }];
      const stolen = await handleOpsOf({ ...account, signUserOperation: other.signUserOperation }, calls);
      const { status: code, body } = await app.execute(rawCall(world, stolen));
      expect(code).to.equal(400);
      expect(body).to.include({ error: "FAILED_OP", message: "AA24 signature error" });
      const op = rawCall(world, await handleOpsOf(account, calls));
      await app.execute(op);
      await world.tick(3);
      expect(String((await app.execute(op)).body["message"])).to.match(/^AA(10|25) /); // its account is there, its nonce used
    });

    it("authorizations for another chain, of another moment, to nothing, and of a damaged signature", async () => {
      const { wallet, account } = await newAccount(true);
      const call = await handleOpsOf(account, [{ to: world.usdc, data: approve(1n) }]);
      const trying = async (authorization: Record<string, unknown>) =>
        message({ ...call, authorizationList: [authorization] });
      const signed = (changes: object, contract = accounts.account7702) =>
        signDelegation(world.evm, wallet, contract, changes);
      expect(await trying(await signed({ chainId: world.other.id }))).to.contain(
        `for chain ${world.other.id}`,
      );
      expect(await trying(await signed({ nonce: 99 }))).to.contain("has nonce 99");
      expect(await trying(await signed({}, RECIPIENT as EvmAddress))).to.contain("no contract at");
      const good = await signed({});
      expect(await trying({ ...good, r: `0x${"ff".repeat(32)}` })).to.contain("no valid signature");
      expect(await message({ ...call, authorizationList: [good, good] })).to.contain(
        "another one in this call",
      );
    });

    it("a batch for one account contract when the account has delegated to a foreign one", async () => {
      const { wallet, account, address } = await newAccount(true);
      const foreign = await signDelegation(world.evm, wallet, world.evm.weth);
      const call = await handleOpsOf(account, [{ to: world.usdc, data: approve(maxUint256) }]);
      const { status: code, body } = await app.execute(
        rawCall(world, { ...call, authorizationList: [foreign] }),
      );
      expect(code).to.equal(400);
      expect(String(body["message"])).to.match(/^AA2\d/); // the EntryPoint: the account does not answer as one
      expect(await allowance(address)).to.equal(0n);
    });
  });
});
