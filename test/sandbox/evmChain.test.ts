import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { silentLog } from "../../src/runtime/log.ts";
import type { EvmAddress } from "../../src/evm/codec/address.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { freePort, startAnvil } from "../../src/sandbox/evm/anvil.ts";
import { deployerEvm } from "../../src/sandbox/accounts.ts";
import { reapChildren, trackChildren } from "../../src/sandbox/evm/children.ts";
import { openEvmChain, type EvmChain, type StartNode } from "../../src/sandbox/evm/evmChain.ts";
import { readingClient, signingClient } from "../../src/sandbox/evm/evmClients.ts";
import { fund } from "../../src/sandbox/evm/funding.ts";
import { replayTransactions } from "../../src/sandbox/evm/replayTransactions.ts";
import { deployTokens, SANDBOX_TOKENS, tokenOf, USDC_ADDRESS } from "../../src/sandbox/evm/tokens.ts";
import { handClock } from "./ledgerAtHand.ts";

const MERCHANT = "0x00000000000000000000000000000000000a11ce" as EvmAddress;

describe("an embedded EVM chain", () => {
  let folder: string;
  const opened: EvmChain[] = [];
  const file = (name: string) => path.join(folder, name);
  const open = async (children = trackChildren(undefined), startNode?: StartNode) => {
    const chain = await openEvmChain({
      id: 31337,
      name: "Sandbox Base",
      slug: "base",
      journalFile: file("evm.jsonl"),
      children,
      clock: handClock().clock,
      log: silentLog,
      startNode,
    });
    opened.push(chain);
    return chain;
  };
  const usdcOf = (chain: EvmChain, owner: EvmAddress) =>
    readingClient(chain).readContract({
      address: USDC_ADDRESS,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [owner],
    });

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-evm-"));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((chain) => chain.close()));
    fs.rmSync(folder, { recursive: true });
  });

  it("lets 40 empty blocks follow a transaction, one a call, and has them again after a restart", async () => {
    const chain = await open();
    await chain.mineAfter();
    expect(await readingClient(chain).getBlockNumber(), "nothing waits for depth").to.equal(0n);
    await deployTokens(chain);
    const height = await readingClient(chain).getBlockNumber();
    for (let call = 0; call < 45; call++) await chain.mineAfter();
    expect(await readingClient(chain).getBlockNumber()).to.equal(height + 40n);
    const { hash } = await readingClient(chain).getBlock();
    await chain.close();
    opened.length = 0;
    expect((await readingClient(await open()).getBlock()).hash).to.equal(hash);
  });

  it("has dollar coins and the wrapped coin where they are expected, and funds an account once", async () => {
    const chain = await open();
    await deployTokens(chain);
    await deployTokens(chain);
    const client = readingClient(chain);
    const weth = tokenOf("WETH").address;
    const tokens = { USDC: 5_000_000n, USDT: 6_000_000n, WETH: 7n };
    await fund(chain, MERCHANT, { native: 10n ** 18n, tokens });
    const height = await client.getBlockNumber();
    await fund(chain, MERCHANT, { native: 10n ** 18n, tokens });
    expect(await client.getBlockNumber()).to.equal(height);
    expect(await client.getBalance({ address: MERCHANT })).to.equal(10n ** 18n);
    expect(await client.getBalance({ address: weth }), "the wrapped coin is covered").to.equal(7n);
    const read = { abi: erc20Abi } as const;
    for (const { address, symbol, decimals } of SANDBOX_TOKENS) {
      expect(await client.readContract({ ...read, address, functionName: "symbol" })).to.equal(symbol);
      expect(await client.readContract({ ...read, address, functionName: "decimals" })).to.equal(decimals);
      const held = await client.readContract({ ...read, address, functionName: "balanceOf", args: [MERCHANT] }); // prettier-ignore
      expect(held).to.equal(tokens[symbol as keyof typeof tokens]);
    }
  });

  it("comes back after a restart with the same blocks, receipts and balances", async () => {
    const first = await open();
    await deployTokens(first);
    await fund(first, MERCHANT, { native: 0n, tokens: { USDC: 7_000_000n } });
    const before = await readingClient(first).getBlock();
    await first.close();
    const second = await open();
    const after = await readingClient(second).getBlock();
    expect([after.hash, after.number]).to.deep.equal([before.hash, before.number]);
    expect((await readingClient(second).getTransactionReceipt({ hash: before.transactions[0] as `0x${string}` })).status).to.equal("success"); // prettier-ignore
    expect(await usdcOf(second, MERCHANT)).to.equal(7_000_000n);
  });

  it("sends a node that has the first transactions only the others, and has the same blocks", async () => {
    const first = await open();
    await deployTokens(first);
    const before = await readingClient(first).getBlock();
    await first.close();
    const second = await open(undefined, async (id, transactions) => {
      const anvil = await startAnvil(id);
      await replayTransactions(anvil.port, transactions.slice(0, 2));
      return { anvil, holds: 2 };
    });
    const after = await readingClient(second).getBlock();
    expect([after.hash, after.number]).to.deep.equal([before.hash, before.number]);
  });

  it("brings anvil back when it is killed with -9, and loses nothing", async () => {
    const record = file("children.json");
    const chain = await open(trackChildren(record));
    await deployTokens(chain);
    await fund(chain, MERCHANT, { native: 0n, tokens: { USDC: 9_000_000n } });
    const [child] = (JSON.parse(fs.readFileSync(record, "utf8")) as { children: { pid: number }[] }).children;
    process.kill(child?.pid ?? 0, "SIGKILL");
    const answers = async (): Promise<bigint> => usdcOf(chain, MERCHANT).catch(answers);
    expect(await answers()).to.equal(9_000_000n);
    await fund(chain, MERCHANT, { native: 0n, tokens: { USDC: 90_000_000n } });
    expect(await usdcOf(chain, MERCHANT)).to.equal(90_000_000n);
  });

  it("does not keep a transaction that the chain refused", async () => {
    const chain = await open();
    const client = signingClient(chain, deployerEvm());
    const raw = await client.signTransaction({ to: MERCHANT, value: 10n ** 30n, nonce: 0, gas: 21_000n, maxFeePerGas: 10n ** 10n, type: "eip1559", chainId: 31337 }); // prettier-ignore
    const answer = await chain.answer({
      jsonrpc: "2.0",
      id: 7,
      method: "eth_sendRawTransaction",
      params: [raw],
    });
    expect(answer).to.have.property("error");
    const hash = await client.sendTransaction({ to: MERCHANT, value: 5n });
    await chain.close();
    const again = await open();
    expect((await readingClient(again).getTransactionReceipt({ hash })).blockNumber).to.equal(1n);
    expect(await readingClient(again).getBlockNumber()).to.equal(1n);
  });

  it("mines each of many payments at once in a block of its own", async () => {
    const chain = await open();
    const client = signingClient(chain, deployerEvm());
    for (let sent = 1n; sent <= 5n; sent++) {
      const hash = await client.sendTransaction({ to: MERCHANT, value: 1n });
      expect((await client.getTransactionReceipt({ hash })).blockNumber).to.equal(sent);
    }
  });

  it("offers reading and raw transactions only, alone and in batches", async () => {
    const chain = await open();
    const ask = (method: string) => ({ jsonrpc: "2.0", id: method, method, params: [] });
    for (const method of [
      "anvil_setBalance",
      "evm_mine",
      "hardhat_reset",
      "eth_sendTransaction",
      "debug_traceCall",
    ]) {
      expect(await chain.answer(ask(method))).to.have.nested.property("error.code", -32601);
    }
    expect(await chain.answer([ask("eth_chainId"), ask("evm_revert")])).to.deep.include({
      jsonrpc: "2.0",
      id: "eth_chainId",
      result: "0x7a69",
    });
    expect(await chain.answer("nonsense")).to.have.nested.property("error.code", -32600);
    expect(await chain.answer(ask("eth_sendRawTransaction"))).to.have.nested.property("error.code", -32602);
  });

  it("never takes the node of another process for its own: a port that is taken is refused", async () => {
    const other = await startAnvil(31337);
    const taken = await startAnvil(31337, other.port).catch((error: unknown) => error);
    other.kill();
    expect(taken).to.be.an("error").with.property("message").that.includes("is its port taken?");
  });

  it("ends the orphans of an earlier process, and nothing else", async () => {
    const orphan = await startAnvil(31337, await freePort());
    const record = file("children.json");
    const write = (port: number, parent: number) =>
      fs.writeFileSync(
        record,
        JSON.stringify({ parent, children: [{ pid: orphan.pid, chainId: 31337, port }] }),
      );
    write(orphan.port + 1, 1);
    expect(await reapChildren(record)).to.deep.equal([]); // the same id, another command line
    expect(
      execFileSync("ps", ["-o", "pid=", "-p", String(orphan.pid)])
        .toString()
        .trim(),
    ).to.equal(String(orphan.pid));
    write(orphan.port, 1);
    expect(await reapChildren(record)).to.deep.equal([orphan.pid]);
    await orphan.exited;
    expect(await reapChildren(record)).to.deep.equal([]);
  });

  it("ends all its children and forgets them when it closes", async () => {
    const record = file("children.json");
    const children = trackChildren(record);
    const anvil = await startAnvil(31338);
    children.add(31338, anvil);
    expect(fs.existsSync(record)).to.equal(true);
    await children.endAll();
    await anvil.exited;
    expect(fs.existsSync(record)).to.equal(false);
  });
});
