import path from "node:path";
import Sqlite from "better-sqlite3";
import { encodeFunctionData, type Hex } from "viem";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import { EVM_CHAIN_ID, RECIPIENT, type World } from "../../network/world.ts";
import { percentile } from "../measure.ts";
import { rounded, type Row } from "../table.ts";

/** From the first look at the block that holds all the deposits until each fill was handed to the chain. */
export async function measureFills(world: World, folder: string, deposits: number): Promise<Row> {
  const addresses: string[] = [];
  for (let count = 0; count < deposits; count++) addresses.push((await world.quote()).address);
  for (const address of addresses) await world.pay(address, 100_000);
  await world.mine();
  const ours = percentile(await sendingTimes(world, deposits, () => world.tick()), 0.99);
  const bare = percentile(await bareFills(world, folder, deposits), 0.99);
  return [
    `confirmed deposit → fill sent, p99 of ${deposits} in one block`,
    `${rounded(ours)} ms, and up to 1 s until the next poll`,
    `bare program: ${rounded(bare)} ms`,
    rounded(bare / ours, 2),
  ];
}

const MOST_TICKS = 100; // a fill that is not sent by then never will be

/** The milliseconds after which each of so many transactions was sent. */
async function sendingTimes(
  world: World,
  count: number,
  work: () => Promise<void>,
): Promise<readonly number[]> {
  const took: number[] = [];
  const began = performance.now();
  world.sent.push = function (...raw) {
    took.push(performance.now() - began);
    return Array.prototype.push.apply(this, raw);
  };
  for (let ticks = 0; took.length < count; ticks++) {
    if (ticks === MOST_TICKS)
      throw new Error(
        `Only ${took.length} of ${count} fills were sent. Failures: ${world.failures.join("; ")}`,
      );
    await work();
  }
  return took.slice(0, count);
}

/** The same payments by a loop that signs a transfer, keeps it durably and sends it, and does nothing else. */
async function bareFills(world: World, folder: string, count: number): Promise<readonly number[]> {
  const { account } = await world.evm.wallet(15);
  const rpc = new URL(`/rpc/${EVM_CHAIN_ID}`, world.url);
  const db = new Sqlite(path.join(folder, "fills.db"));
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec("create table payments (nonce integer primary key, raw text)");
  const keep = db.prepare("insert into payments values (?, ?)");
  const data = encodeFunctionData({
    ...{ abi: erc20Abi, functionName: "transfer" },
    args: [RECIPIENT, 1n],
  });
  const fees = {
    type: "eip1559",
    gas: 100_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 10n ** 9n,
  } as const;
  let nonce = await world.evm.client.getTransactionCount({ address: account.address });
  const took = await sendingTimes(world, count, async () => {
    for (let sent = 0; sent < count; sent++, nonce++) {
      const raw = await account.signTransaction({
        ...fees,
        chainId: EVM_CHAIN_ID,
        to: world.usdc,
        data,
        nonce,
      });
      keep.run(nonce, raw);
      await send(rpc, raw);
    }
  });
  db.close();
  return took;
}

async function send(rpc: URL, raw: Hex): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendRawTransaction", params: [raw] });
  const response = await fetch(rpc, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { result, error } = (await response.json()) as { result?: Hex; error?: { message: string } };
  if (!result) throw new Error(`The bare program's transfer was refused: ${error?.message}`);
}
