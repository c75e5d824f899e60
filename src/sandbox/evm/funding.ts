import type { Address } from "viem";
import { scriptOf, type BitcoinAddress } from "../../bitcoin/codec/address.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import { readArtifact } from "../../network/contracts/artifacts.ts";
import { deployerEvm, type BitcoinAccount } from "../accounts.ts";
import type { SimulatedChain } from "../bitcoin/chain/simulatedChain.ts";
import { mined, signingClient, type SigningClient } from "./evmClients.ts";
import type { EvmChain } from "./evmChain.ts";
import { signTransfer, transferSize } from "../wallet/signing.ts";
import { SANDBOX_TOKENS, type SandboxToken } from "./tokens.ts";

/**
 * The least balance of an account after a set-up, in smallest units; below half of it, it is filled up
 * again.
 */
export type Allowance = Readonly<{ native: bigint; tokens: Readonly<Record<string, bigint>> }>; // tokens by their symbols

const FEE_RATE = 2; // sat/vB
const COINS = 10; // outputs of one gift, so that as many payments need not wait for one another's change
const COINBASE_AGE = 100; // blocks after which a coinbase may be spent

/** Fills up the balances of an account on an EVM chain. Calling it again changes nothing until half of them is gone. */
export async function fund(chain: EvmChain, account: Address, allowance: Allowance): Promise<void> {
  const client = signingClient(chain, deployerEvm());
  const [native, ...held] = await Promise.all([
    client.getBalance({ address: account }),
    ...SANDBOX_TOKENS.map(({ address }) =>
      client.readContract({ address, abi: erc20Abi, functionName: "balanceOf", args: [account] }),
    ),
  ]);
  for (const [index, token] of SANDBOX_TOKENS.entries()) {
    const missing = missingOf(allowance.tokens[token.symbol] ?? 0n, held[index] ?? 0n);
    if (missing > 0n) await give(client, token, account, missing);
  }
  const missing = missingOf(allowance.native, native);
  if (missing > 0n) await mined(client, await client.sendTransaction({ to: account, value: missing }));
}

function missingOf(wanted: bigint, held: bigint): bigint {
  return held < wanted / 2n ? wanted - held : 0n;
}

/** The dollar coins are printed, the wrapped coin is wrapped first. */
async function give(
  client: SigningClient,
  { address, contract, wrapsNative }: SandboxToken,
  account: Address,
  amount: bigint,
): Promise<void> {
  if (!wrapsNative) {
    const { abi } = readArtifact(contract);
    const args = [account, amount];
    return mined(client, await client.writeContract({ address, abi, functionName: "mint", args }));
  }
  await mined(client, await client.sendTransaction({ to: address, value: amount })); // wraps for the sender
  const args = [account, amount] as const;
  await mined(client, await client.writeContract({ address, abi: erc20Abi, functionName: "transfer", args }));
}

/** Pays an address from the miner's coinbases, in several confirmed coins, once half of `sats` is gone. */
export async function fundBitcoin(
  ledger: SimulatedChain,
  miner: BitcoinAccount,
  address: BitcoinAddress,
  sats: bigint,
): Promise<void> {
  const script = scriptOf("regtest", address);
  const { view } = ledger;
  const held = [...(view.script(script)?.unspent.values() ?? [])].reduce((sum, { value }) => sum + value, 0n);
  if (held >= sats / 2n) return;
  const ripe = view.tip().height + 1 - COINBASE_AGE;
  const coins: { txid: string; vout: number; value: bigint }[] = [];
  let total = 0n;
  for (const coin of view.script(miner.script)?.unspent.values() ?? []) {
    if (total >= sats) break;
    if ((coin.record.block?.height ?? Infinity) > ripe) continue;
    coins.push(coin);
    total += coin.value;
  }
  if (coins.length === 0) return; // the miner has nothing ripe; the next start looks again
  const outputs = (each: bigint) => Array.from({ length: COINS }, () => ({ script, value: each }));
  const fee = BigInt(transferSize(coins.length, outputs(0n)) * FEE_RATE);
  await ledger.accept(signTransfer(miner, coins, outputs((total - fee) / BigInt(COINS))));
  await ledger.mine(1);
}
