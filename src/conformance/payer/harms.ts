import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { textOf } from "../json.ts";
import type { Sample } from "../samples.ts";
import { shown } from "../shown.ts";
import { findBitcoinHarms } from "./bitcoinHarms.ts";
import { findDeposit, findEvmHarms, isListed } from "./evmHarms.ts";
import { findDepositAddress, readOrder, type Facts, type Harm, type Quoted } from "./quoted.ts";
import { findStatedHarms } from "./statedHarms.ts";

/** The rows that are judged over every quote of a run. */
export const PAYER_ROWS: ReadonlySet<string> = new Set([
  "chains.solver-currencies",
  "deposit.step",
  "item.chain-id",
  "item.data",
  "item.psbt",
  "item.to",
  "item.value",
  "quote.exact-input",
  "quote.exact-output",
  "quote.recipient",
  "quote.txs",
  "quote.use-deposit-address",
  "step.deposit-address",
  "step.request-id",
  "x.erc20-deposit",
  "x.fees",
]);

/** Everything that would cost the payer money who carries out this quote. */
export function findHarms(facts: Facts, quoted: Quoted): readonly Harm[] {
  const isBitcoin = quoted.body["originChainId"] === BITCOIN_CHAIN_ID;
  return [
    ...(isBitcoin ? findBitcoinHarms(facts, quoted) : findEvmHarms(facts, quoted)),
    ...findStatedHarms(facts, quoted),
  ];
}

/** What quotes of different requests must not share: ids, orders, deposit addresses; and the depository that they must. */
export function findSharedHarms(facts: Facts, samples: readonly Sample[]): readonly Harm[] {
  return [
    ...findRepeated("step.request-id", "the requestId", samples, ({ steps }) =>
      textOf(steps[0]?.fields["requestId"]),
    ),
    ...findRepeated("item.data", "the order", samples, (sample) => {
      const { call } = findDeposit(sample) ?? {};
      if (call?.functionName === "depositNative") return call.args[1];
      return call?.functionName === "depositErc20" ? call.args[3] : undefined;
    }),
    ...findRepeated("step.deposit-address", "the deposit address", samples, (sample) =>
      sample.body["useDepositAddress"] === true ? findDepositAddress(sample) : undefined,
    ),
    ...findStrayDepositories(facts, samples),
  ];
}

function findRepeated(
  row: string,
  what: string,
  samples: readonly Sample[],
  read: (sample: Sample) => string | undefined,
): readonly Harm[] {
  const seen = new Map<string, Sample>();
  return samples.flatMap((sample) => {
    const value = read(sample);
    if (value === undefined) return [];
    const first = seen.get(value);
    if (!first) seen.set(value, sample);
    if (!first) return [];
    return [
      {
        row,
        says: `${sample.kind}: expected ${what} of its own, got that of ${first.kind}, ${shown(value)}`,
      },
    ];
  });
}

/** Section 3: deposits of wallets go to the depository contract of the chain. */
function findStrayDepositories(facts: Facts, samples: readonly Sample[]): readonly Harm[] {
  const contracts = new Map<number, string>();
  return samples.flatMap((sample) => {
    const deposit = findDeposit(sample);
    const { chain, wantsAddress } = readOrder(facts, sample);
    const isDeposit = deposit?.call?.functionName.startsWith("deposit") ?? false;
    if (!deposit || !chain || wantsAddress || !isDeposit || isListed(chain, deposit.to)) return [];
    const first = contracts.get(chain.id) ?? deposit.to;
    contracts.set(chain.id, first);
    if (first === deposit.to) return [];
    return [
      {
        row: "item.to",
        says: `${sample.kind}: expected the depository of chain ${chain.id}, ${shown(first)}, got ${shown(deposit.to)}`,
      },
    ];
  });
}
