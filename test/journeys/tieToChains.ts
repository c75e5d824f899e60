import { readTable } from "../gateway/domain/exports/sumExports.ts";

/**
 * Ties a month's files to the chains, as an auditor would: it knows the files' documentation (docs/reference/exports.md), JSON-RPC and an
 * explorer, and nothing of the program that wrote them. Gives every difference in a sentence; amounts are smallest units.
 */
export async function tieToChains(files: Files, chains: Chains): Promise<readonly string[]> {
  const [payments, refunds, ledger] = [files.payments, files.refunds, files.ledger].map(readTable) as [Rows, Rows, Rows];
  const own = refunds.filter(({ how }) => how !== "automatic");
  return [
    ...tied("paid in", await legs(chains, payments, "paid", "paid_txid", (row) => ({ to: row["paid_address"]! }))),
    ...tied("settled", await legs(chains, payments, "settled", "settled_txid", (row) => ({ to: row["settled_to"]! }))),
    ...tied("went out to", await legs(chains, refunds, "paid", "txid", (row) => ({ to: row["to"]! }))),
    ...tied("left", await legs(chains, own, "spent", "spent_txid", (row) => (row["spent_txid"] === row["txid"] ? { to: row["to"]! } : "sender"))),
    ...ledgerDifferences(ledger, payments, refunds, own),
    ...(await balanceDifferences(chains, payments, own)),
  ];
} // prettier-ignore

export type Files = Readonly<Record<"payments" | "refunds" | "ledger", string>>;

/** Where chains are read, and of which block each EVM chain's balances are at the beginning. */
export type Chains = Readonly<{
  rpcUrls: ReadonlyMap<string, string>; // by chain id
  explorerUrl: string;
  opening: ReadonlyMap<string, string>; // block in hexadecimal, by chain id
}>;

type Row = Readonly<Record<string, string>>;
type Rows = readonly Row[];
type Party = Readonly<{ to: string }> | "sender";
type Leg = Readonly<{ about: string; booked: bigint; seen: bigint }>;

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const NATIVE = `0x${"0".repeat(40)}`;

function tied(verb: string, found: readonly Leg[]): readonly string[] {
  return found.flatMap(({ about, booked, seen }) =>
    booked === seen ? [] : [`${about} ${verb} ${booked} by the files, ${seen} by the chain`],
  );
}

/** What the files say of each transaction, coin and party, and what its chain shows. Lines that take back count against it. */
async function legs(chains: Chains, rows: Rows, coin: string, txid: string, partyOf: (row: Row) => Party): Promise<readonly Leg[]> {
  const booked = new Map<string, { row: Row; party: Party; units: bigint }>();
  for (const row of rows) {
    if (!row[`${coin}_units`]) continue;
    const party = partyOf(row);
    const key = [row[txid], row[`${coin}_chain_id`], row[`${coin}_currency`], JSON.stringify(party)].join(" ");
    const units = (booked.get(key)?.units ?? 0n) + BigInt(row[`${coin}_units`]!);
    booked.set(key, { row, party, units });
  }
  return Promise.all([...booked].map(async ([about, { row, party, units }]) => {
    const place = { chainId: row[`${coin}_chain_id`]!, currency: row[`${coin}_currency`]!, txid: row[txid]! };
    return { about, booked: units, seen: await moved(chains, place, party) };
  }));
} // prettier-ignore

type Place = Readonly<{ chainId: string; currency: string; txid: string }>;

async function moved(chains: Chains, place: Place, party: Party): Promise<bigint> {
  const rpcUrl = chains.rpcUrls.get(place.chainId);
  if (rpcUrl !== undefined) return movedOnEvm(rpcUrl, place, party);
  const answer = await fetch(`${chains.explorerUrl}/tx/${place.txid}`);
  const tx = (await answer.json()) as { vout: { scriptpubkey_address?: string; value: number }[] };
  if (party === "sender") throw new Error("On Bitcoin the files name who is paid.");
  return total(
    tx.vout.filter((out) => out.scriptpubkey_address === party.to).map(({ value }) => BigInt(value)),
  );
}

type Log = Readonly<{ address: string; topics: readonly string[]; data: string }>;

async function movedOnEvm(rpcUrl: string, { currency, txid }: Place, party: Party): Promise<bigint> {
  const tx = await rpc<{ from: string; to: string; value: string }>(rpcUrl, "eth_getTransactionByHash", [txid]);
  const receipt = await rpc<{ status: string; logs: readonly Log[] }>(rpcUrl, "eth_getTransactionReceipt", [txid]);
  if (receipt.status !== "0x1") return 0n;
  if (currency === NATIVE) {
    const isIts = party === "sender" || tx.to === party.to.toLowerCase();
    return isIts ? BigInt(tx.value) : nativeInside(rpcUrl, txid, party.to);
  }
  const [place, address] = party === "sender" ? [1, tx.from] : [2, party.to.toLowerCase()];
  const own = receipt.logs.filter(({ address: token, topics }) => {
    return token === currency.toLowerCase() && topics[0] === TRANSFER && topics[place]?.endsWith(address.slice(2));
  });
  return total(own.map(({ data }) => BigInt(data)));
} // prettier-ignore

type Call = Readonly<{ to?: string; value?: string; calls?: readonly Call[] }>;

async function nativeInside(rpcUrl: string, txid: string, to: string): Promise<bigint> {
  const trace = await rpc<Call>(rpcUrl, "debug_traceTransaction", [txid, { tracer: "callTracer" }]);
  const paid = (call: Call): bigint =>
    (call.to === to.toLowerCase() ? BigInt(call.value ?? 0) : 0n) + total((call.calls ?? []).map(paid));
  return paid(trace);
}

/** The ledger's accounts against the lines of payments and refunds; its lines of each coin sum to zero. */
function ledgerDifferences(ledger: Rows, payments: Rows, refunds: Rows, own: Rows): readonly string[] {
  const account = (name: string) =>
    summed(
      ledger.filter((row) => row["account"] === name),
      "",
    );
  const automatic = refunds.filter(({ how }) => how === "automatic");
  const negated = (sums: Sums) => new Map([...sums].map(([key, sum]) => [key, -sum]));
  return [
    ...apart("every account", summed(ledger, ""), new Map()),
    ...apart("settled", account("settled"), summed(payments, "settled_")),
    ...apart("refunded", account("refunded"), summed(automatic, "paid_")),
    ...apart("merchant", account("merchant"), negated(summed(own, "spent_"))),
    ...apart("paid_out", account("paid_out"), summed(own, "paid_")),
  ];
}

type Sums = ReadonlyMap<string, bigint>;

function summed(rows: Rows, prefix: string): Sums {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    if (!row[`${prefix}units`]) continue;
    const key = `${row[`${prefix}chain_id`]}:${row[`${prefix}currency`]?.toLowerCase()}`;
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(row[`${prefix}units`]!));
  }
  return sums;
}

function apart(what: string, ledger: Sums, lines: Sums): readonly string[] {
  return [...new Set([...ledger.keys(), ...lines.keys()])].flatMap((key) => {
    const [a, b] = [ledger.get(key) ?? 0n, lines.get(key) ?? 0n];
    return a === b ? [] : [`${what} has ${a} of ${key} in the ledger, ${b} by the lines`];
  });
}

/** What the address where the shop is paid holds more than at the beginning, against what settled less what left it. */
async function balanceDifferences({ rpcUrls, opening }: Chains, payments: Rows, own: Rows): Promise<readonly string[]> {
  const places = new Map(payments.filter((row) => row["settled_units"]).map((row) => [
    `${row["settled_chain_id"]} ${row["settled_currency"]} ${row["settled_to"]}`.toLowerCase(),
    { chainId: row["settled_chain_id"]!, currency: row["settled_currency"]!, to: row["settled_to"]! },
  ]));
  return (await Promise.all([...places].map(async ([key, { chainId, currency, to }]) => {
    const rpcUrl = rpcUrls.get(chainId)!;
    const balance = async (block: string) => BigInt(await rpc<string>(rpcUrl, "eth_call", [
      { to: currency, data: `0x70a08231${to.slice(2).toLowerCase().padStart(64, "0")}` }, block,
    ]));
    const came = (await balance("latest")) - (await balance(opening.get(chainId) ?? "earliest"));
    const settled = total(payments.filter((row) => `${row["settled_chain_id"]} ${row["settled_currency"]} ${row["settled_to"]}`.toLowerCase() === key)
      .map((row) => BigInt(row["settled_units"]!)));
    const left = await Promise.all(own.filter((row) => row["spent_chain_id"] === chainId && row["spent_currency"]?.toLowerCase() === currency.toLowerCase())
      .map(async (row) => {
        const { from } = await rpc<{ from: string }>(rpcUrl, "eth_getTransactionByHash", [row["spent_txid"]]);
        return from === to.toLowerCase() ? BigInt(row["spent_units"]!) : 0n;
      }));
    const booked = settled - total(left);
    return came === booked ? [] : [`${to} has got ${came} of ${currency} on chain ${chainId}, and ${booked} by the files`];
  }))).flat();
} // prettier-ignore

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

async function rpc<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { result, error } = (await answer.json()) as { result?: T; error?: unknown };
  if (result === undefined || result === null) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}
