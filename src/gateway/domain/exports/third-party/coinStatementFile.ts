import { currencyId } from "../../books/ledger.ts";
import { bankMoveOf, signed, type BankItem, type BankMove } from "./bankMove.ts";
import { dayText, type ImportFile } from "./importFile.ts";

type CoinMove = BankMove & Readonly<{ amount: string; symbol: string | undefined }>;

/**
 * A bank statement in the coin that the merchant really received, to the unit: an account of one coin is one file, for programs
 * that keep accounts in coins, and to compare with the wallet. Gas that the wallet paid is in no booking, and not in here.
 */
export const coinStatementFile: ImportFile<BankItem, CoinMove> = {
  name: "crosstill.coin-statement",
  version: 1,
  most: 1_000,
  columns: [
    { name: "Date", kind: "plain", cell: ({ at }, { day, monthFirst }) => dayText(day(at), monthFirst) },
    { name: "Amount", kind: "plain", cell: ({ amount }) => amount },
    { name: "Currency", kind: "text", cell: ({ symbol }) => symbol },
    { name: "Payee", kind: "text", cell: ({ payee }) => payee },
    { name: "Description", kind: "text", cell: ({ description }) => description },
    { name: "Reference", kind: "text", cell: ({ reference }) => reference },
    { name: "Transaction", kind: "text", cell: ({ txid }) => txid },
  ],
  rowsOf(item, { coin: wanted }) {
    const move = bankMoveOf(item, undefined);
    if (!move) return [];
    const { coin } = move;
    if (!coin) return "unknown";
    if (currencyId(coin.chainId, coin.currency) !== wanted) return [];
    const { amount, symbol } = coin;
    return amount === undefined ? "unknown" : [{ ...move, amount: signed(move, amount), symbol }];
  },
};
