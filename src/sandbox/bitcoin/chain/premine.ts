import { MINUTE_MS, type Clock } from "../../../values/time.ts";
import type { BitcoinAccount } from "../../accounts.ts";
import type { SimulatedChain } from "./simulatedChain.ts";
import { signTransfer, transferSize } from "../../wallet/signing.ts";
import type { ChainOutput } from "./transactionRecord.ts";

const MATURE_COINBASES = 8; // 400 BTC
const COINS = 400;
const HEIGHT = 100 + MATURE_COINBASES;
const FEE_RATE = 2;

/**
 * Fills a new chain: blocks of ten minutes each, and one fan-out that leaves the payer 400 coins of varied
 * size (half a bitcoin to one and a half), so that hundreds of payments need not wait for one another's
 * change. Idempotent; resumes after a crash.
 */
export async function premine(
  ledger: SimulatedChain,
  miner: BitcoinAccount,
  payer: BitcoinAccount,
  clock: Clock,
): Promise<void> {
  const { view } = ledger;
  const missing = HEIGHT - view.tip().height;
  const now = clock();
  if (missing > 0) await ledger.mine(missing, (index) => now - (missing + 1 - index) * 10 * MINUTE_MS);
  if (view.script(payer.script)) return;
  const coins = [...(view.script(miner.script)?.unspent.values() ?? [])].slice(0, MATURE_COINBASES);
  const total = coins.reduce((sum, { value }) => sum + value, 0n);
  const draft = fanOut(total, payer.script);
  const fee = BigInt(transferSize(coins.length, draft) * FEE_RATE);
  await ledger.accept(signTransfer(miner, coins, fanOut(total - fee, payer.script)));
  await ledger.mine(1);
}

/** Splits an amount in proportions 50 to 150 of a hundred; the last coin takes what rounding left. */
function fanOut(total: bigint, script: string): readonly ChainOutput[] {
  const shares = Array.from({ length: COINS }, (_, index) => BigInt(50 + ((index * 37) % 101)));
  const whole = shares.reduce((sum, share) => sum + share, 0n);
  const values = shares.map((share) => (total * share) / whole);
  const rest = total - values.reduce((sum, value) => sum + value, 0n);
  return values.map((value, index) => ({ script, value: index === COINS - 1 ? value + rest : value }));
}
