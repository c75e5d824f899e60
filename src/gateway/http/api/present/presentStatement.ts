import type { Statement } from "../../../usecases/books/makeStatement.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import { formatDecimal } from "../../../../values/amount.ts";
import { unixSeconds } from "../../../../values/time.ts";
import type { Answer } from "../../answers/scalars.ts";
import type { statementAnswer } from "../../answers/statement.ts";

type Answered = Answer<typeof statementAnswer>;
type Figures = Answered["coins"][number]["units"];

/** A month of a store's books as the merchant API shows it. */
export function presentStatement(
  { id: storeId }: MerchantStore,
  { month, until, rows, worth, faults }: Statement,
): Answered {
  return {
    storeId,
    month: month.name,
    zone: month.zone,
    from: unixSeconds(month.from),
    until: unixSeconds(until),
    isFinal: until === month.to,
    worth,
    coins: rows.map(coinOf),
    faults,
  };
}

function coinOf(row: Statement["rows"][number]): Answered["coins"][number] {
  const { chainId, chainName, token: currency, asset } = row;
  return {
    chainId,
    chainName,
    currency,
    symbol: asset?.symbol ?? null,
    decimals: asset?.decimals ?? null,
    units: figures(row, String),
    amounts: asset ? figures(row, (amount) => formatDecimal(amount, asset.decimals)) : null,
  };
}

function figures(row: Statement["rows"][number], show: (amount: bigint) => string): Figures {
  const {
    opening,
    received,
    converted,
    brought,
    fees,
    surplus,
    refunded,
    settled,
    closing,
    paidOut,
    spent,
    payoutCost,
  } = row;
  return {
    opening: show(opening),
    received: show(received),
    converted: show(converted),
    brought: show(brought),
    fees: show(fees),
    surplus: show(surplus),
    refunded: show(refunded),
    settled: show(settled),
    closing: show(closing),
    paidOut: show(paidOut),
    spent: show(spent),
    payoutCost: show(payoutCost),
  };
}
