import { isoTime, type Instant } from "../../../../values/time.ts";
import { bankMoveOf, type BankItem, type BankMove } from "./bankMove.ts";
import type { ImportFile } from "./importFile.ts";

/**
 * Koinly's universal template (support.koinly.io, article 9489976). No label: the tax treatment is the
 * accountant's decision. No fee: the cost of a conversion is taken before the arrival, and Koinly would
 * subtract it again.
 */
export const koinlyFile: ImportFile<BankItem, BankMove> = {
  name: "crosstill.koinly",
  version: 1,
  most: 10_000,
  columns: [
    { name: "Date", kind: "plain", cell: ({ at }) => utcMinute(at) },
    { name: "Sent Amount", kind: "plain", cell: ({ isIn, coin }) => (isIn ? undefined : coin?.amount) },
    { name: "Sent Currency", kind: "text", cell: ({ isIn, coin }) => (isIn ? undefined : coin?.symbol) },
    { name: "Received Amount", kind: "plain", cell: ({ isIn, coin }) => (isIn ? coin?.amount : undefined) },
    { name: "Received Currency", kind: "text", cell: ({ isIn, coin }) => (isIn ? coin?.symbol : undefined) },
    { name: "Fee Amount", kind: "plain", cell: () => undefined },
    { name: "Fee Currency", kind: "text", cell: () => undefined },
    { name: "Net Worth Amount", kind: "plain", cell: ({ worth }) => worth },
    {
      name: "Net Worth Currency",
      kind: "text",
      cell: ({ worth }, { currency }) => (worth === undefined ? undefined : currency),
    },
    { name: "Label", kind: "text", cell: () => undefined },
    { name: "Description", kind: "text", cell: ({ description }) => description },
    { name: "TxHash", kind: "text", cell: ({ txid }) => txid },
  ],
  rowsOf(item, { currency }) {
    const move = bankMoveOf(item, currency);
    if (!move) return [];
    return move.coin?.amount === undefined ? "unknown" : [move];
  },
};

/** 2026-11-21 10:30 UTC */
function utcMinute(at: Instant): string {
  return `${isoTime(at).slice(0, 16).replace("T", " ")} UTC`;
}
