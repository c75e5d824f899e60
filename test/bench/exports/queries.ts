/**
 * The files as SQL alone can have them: the same lines and columns, but times and amounts as they are stored, and sums of fees
 * left out.
 */
export type Asked = Readonly<{ storeId: string; to: number }>; // milliseconds

export const QUERIES = { ledger: ledgerQuery, payments: paymentsQuery } as const;

const LEAD = "'UTC' as zone, kind, at as booked_at, store_id, invoice_id";

function ledgerQuery({ storeId, to }: Asked): string {
  return `
    select 'crosstill.ledger/1' as schema, l.at || '.' || l.id || '~' || part as line, 'UTC' as zone,
      iif(l.id glob '*:reversed*', 'reversed', iif(l.id glob '*:corrected.*', 'corrected', 'booked')) as kind,
      l.at as booked_at, store_id, invoice_id,
      iif(part = 1, from_account, to_account) as account, iif(part = 1, to_account, from_account) as other_account,
      substr(currency, 1, instr(currency, ':') - 1) as chain_id, substr(currency, instr(currency, ':') + 1) as currency,
      symbol, '' as amount, iif(part = 1, '-', '') || amount as units
    from ledger l cross join (select 1 as part union all select 2) left join assets on assets.id = currency
    where store_id = '${storeId}' and l.at >= 0 and l.at < ${to} order by l.at, l.id`;
}

const COIN = {
  chain_id: "chainId",
  currency: "currency",
  symbol: "symbol",
  amount: "amount",
  units: "units",
};
const WORTH = { currency: "currency", value: "value", rate: "rate", source: "source", at: "at" };

/** Where a line's cells are in its body. */
const CELLS: Readonly<Record<string, string | undefined>> = {
  ...{ order_id: "orderId", description: "description", outcome: "outcome", paid_at: "paidAt", ended_at: "endedAt" },
  ...{ method: "method", ...inside("paid_", "paid", COIN), paid_txid: "txid", paid_output: "output" },
  ...{ paid_address: "address", confirmations: "confirmations", request_id: "requestId" },
  ...{ ...inside("settled_", "settled", COIN), settled_txid: "settledTxid", settled_to: "recipient" },
  ...{ evidence: "evidence", refunded_amount: "refunded.amount", refunded_units: "refunded.units" },
  ...{ refund_txid: "refundTxid", price_currency: "priceCurrency", rate: "rate", value: "value" },
  ...{ ...inside("tracked1_", "worths[0]", WORTH), ...inside("tracked2_", "worths[1]", WORTH) },
  ...{ ...inside("tracked3_", "worths[2]", WORTH), fees: undefined, fee_gas: "fees.gas", fee_relayer: "fees.relayer" },
  ...{ fee_relayer_gas: "fees.relayerGas", fee_relayer_service: "fees.relayerService", fee_app: "fees.app" },
  ...{ fee_other: undefined, surplus: "surplus", cost_bps: "costBps", oddity: "oddity", route: undefined },
  cost: undefined, cost_known: undefined,
}; // prettier-ignore

function inside(prefix: string, place: string, names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(names).map(([name, key]) => [`${prefix}${name}`, `${place}.${key}`]));
} // prettier-ignore

function paymentsQuery({ storeId, to }: Asked): string {
  const cells = Object.entries(CELLS).map(([name, path]) => (path === undefined ? `'' as ${name}` : `body ->> '$.${path}' as ${name}`));
  return `
    select 'crosstill.payments/4' as schema, at || '.' || id as line, ${LEAD}, ${cells.join(", ")}
    from plain_lines where store_id = '${storeId}' and file = 'payments' and at >= 0 and at < ${to} order by at, id`;
} // prettier-ignore
