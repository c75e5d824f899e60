import { scriptOf, type BitcoinAddress } from "../../bitcoin/codec/address.ts";
import type { BitcoinAccount } from "../accounts.ts";
import type { SimulatedChain } from "../bitcoin/chain/simulatedChain.ts";
import { feeEstimates } from "../bitcoin/chain/feeEstimates.ts";
import type { ChainOutput } from "../bitcoin/chain/transactionRecord.ts";
import type { TxRecord } from "../bitcoin/chain/blockRecord.ts";
import { dustLimit } from "../bitcoin/rules/outputScript.ts";
import { SandboxRefusal } from "../refusal.ts";
import type { Unspent } from "../bitcoin/chain/scriptIndex.ts";
import { signTransfer, transferSize, type Coin } from "./signing.ts";
import { RefusedTransaction } from "../bitcoin/rules/transactionRules.ts";

export type Payment = Readonly<{ address: BitcoinAddress; sats: bigint; feeRate?: number | undefined }>;
export type Replacement = Readonly<{
  txid: string;
  address?: BitcoinAddress | undefined;
  sats?: bigint | undefined;
  feeRate: number;
}>;

/** A payer's Bitcoin wallet with one key and many coins. */
export type TestWallet = Readonly<{
  address: string;
  wif: string;
  /** What can be spent, unconfirmed change included, in sats. */
  balance(): bigint;
  /** The newest transactions first, unconfirmed ones on top. */
  recent(count: number): readonly TxRecord[];
  /** Pays and gives the txid. Without a fee rate (sat/vB) the ledger's estimate is used. Throws SandboxRefusal. */
  pay(payment: Payment): Promise<string>;
  /** Pays again from the same coins with a higher fee rate, perhaps to another address or another amount. Throws SandboxRefusal. */
  replace(replacement: Replacement): Promise<string>;
}>;

const FEE_TARGET = "3"; // blocks
const SCALE = 1000; // fee rates have three decimals

/** A Bitcoin wallet of an account on the simulated chain. */
export function createTestWallet(ledger: SimulatedChain, account: BitcoinAccount): TestWallet {
  const { view } = ledger;
  const own = account.script;
  const entry = () => view.script(own);

  /** Own coins, confirmed first, each group from small to large: then the first that suffices is also the smallest. */
  const spendable = (): readonly Unspent[] => {
    const isOwnChange = ({ record }: Unspent) => record.spent.some(({ script }) => script === own);
    const usable = [...(entry()?.unspent.values() ?? [])].filter(
      (coin) => coin.record.block || isOwnChange(coin),
    );
    const rank = (coin: Unspent) => (coin.record.block ? 0 : 1);
    return usable.sort((a, b) => rank(a) - rank(b) || (a.value < b.value ? -1 : 1));
  };

  const send = async (
    fixed: readonly Coin[],
    available: readonly Coin[],
    payees: readonly ChainOutput[],
    feeRate: number,
  ): Promise<string> => {
    const { coins, outputs } = fundTransfer(own, fixed, available, payees, feeRate);
    try {
      return await ledger.accept(signTransfer(account, coins, outputs));
    } catch (error) {
      if (!(error instanceof RefusedTransaction)) throw error;
      throw new SandboxRefusal("transaction_refused", `The ledger refused the transaction: ${error.message}`);
    }
  };

  return {
    address: account.address,
    wif: account.wif,
    balance: () => spendable().reduce((total, { value }) => total + value, 0n),
    recent(count) {
      const confirmed = entry()?.confirmed ?? [];
      return [
        ...[...(entry()?.mempool.values() ?? [])].reverse(),
        ...confirmed.slice(-count).reverse(),
      ].slice(0, count);
    },
    async pay({ address, sats, feeRate = feeEstimates(view)[FEE_TARGET] ?? 1 }) {
      return send([], spendable(), [{ script: scriptOf("regtest", address), value: sats }], feeRate);
    },
    async replace({ txid, address, sats, feeRate }) {
      const old = view.tx(txid);
      if (!old)
        throw new SandboxRefusal("unknown_transaction", `Transaction ${txid} is not in the ledger.`, 404);
      if (old.block)
        throw new SandboxRefusal("already_confirmed", `Transaction ${txid} is in a block already.`);
      if (old.spent.some(({ script }) => script !== own)) {
        throw new SandboxRefusal("not_ours", `Transaction ${txid} was not made by the sandbox's wallet.`);
      }
      const coins = old.tx.inputs.map((input, vin) => ({ ...input, value: old.spent[vin]?.value ?? 0n }));
      const settled = spendable().filter(({ record }) => record.block); // the old change goes with its transaction
      return send(coins, settled, payeesOf(old, own, address, sats), feeRate);
    },
  };
}

/** The payees of the old transaction, the first of them changed as requested. */
function payeesOf(
  old: TxRecord,
  own: string,
  address: BitcoinAddress | undefined,
  sats: bigint | undefined,
): readonly ChainOutput[] {
  const payees = old.tx.outputs.filter(({ script }) => script !== own);
  const [first = old.tx.outputs[0], ...others] = payees; // a payment to ourselves has no payee
  if (!first) return [];
  const script = address ? scriptOf("regtest", address) : first.script;
  return [{ script, value: sats ?? first.value }, ...others];
}

/** Adds coins until payees and fee are covered; what is left comes back as change unless it would be dust. */
function fundTransfer(
  own: string,
  fixed: readonly Coin[],
  available: readonly Coin[],
  payees: readonly ChainOutput[],
  feeRate: number,
): { coins: readonly Coin[]; outputs: readonly ChainOutput[] } {
  const due = payees.reduce((total, { value }) => total + value, 0n);
  const feeOf = (inputs: number, outputs: readonly ChainOutput[]) =>
    (BigInt(transferSize(inputs, outputs)) * BigInt(Math.ceil(feeRate * SCALE)) + BigInt(SCALE - 1)) /
    BigInt(SCALE);
  const withChange = [...payees, { script: own, value: 0n }];
  const attempt = (coins: readonly Coin[]) => {
    const total = coins.reduce((sum, { value }) => sum + value, 0n);
    const change = total - due - feeOf(coins.length, withChange);
    if (change >= dustLimit(own)) return { coins, outputs: [...payees, { script: own, value: change }] };
    return coins.length > 0 && total - due >= feeOf(coins.length, payees)
      ? { coins, outputs: payees }
      : undefined;
  };
  const without = attempt(fixed);
  if (without) return without;
  for (const coin of available) {
    const funded = attempt([...fixed, coin]);
    if (funded) return funded;
  }
  const coins = [...fixed];
  for (const coin of available.toSorted((a, b) => (a.value > b.value ? -1 : 1))) {
    coins.push(coin);
    const funded = attempt(coins);
    if (funded) return funded;
  }
  const held = coins.reduce((sum, { value }) => sum + value, 0n);
  throw new SandboxRefusal(
    "insufficient_funds",
    `The wallet holds ${held} sats, which do not cover ${due} sats and the fee.`,
  );
}
