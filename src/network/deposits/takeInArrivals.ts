import type { EvmBlock } from "../../evm/reader/evmBlocks.ts";
import { ZERO_ADDRESS } from "../../evm/codec/address.ts";
import type { Write } from "../../database/driver.ts";
import { keyOf, type Currency } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import type { BridgeRequest, Deposit } from "../request.ts";
import { issuedAmong, type IssuedAddress } from "../persistence/addresses.ts";
import { depositsByIds } from "../persistence/deposits.ts";
import { requestsById } from "../persistence/requests.ts";
import type { DepositRow } from "../persistence/rows.ts";
import { noteStray, type Stray } from "../persistence/strays.ts";
import { noteSweep } from "../persistence/sweeps.ts";
import type { DepositBook } from "./depositBook.ts";
import { arrivalsIn, type Arrival, type SwappedOrder } from "./evmArrivals.ts";

type Of<Kind extends Arrival["kind"]> = Extract<Arrival, Readonly<{ kind: Kind }>>;
type ArrivalContext = Readonly<{
  parts: NetworkParts;
  chainId: number;
  book: DepositBook;
  issued: ReadonlyMap<string, IssuedAddress>; // by address
  requests: ReadonlyMap<string, BridgeRequest>; // those that the arrivals name, by id
  known: ReadonlyMap<string, DepositRow>; // deposits that are stored already, by the arrival's id
}>;

const IN_ONE_QUERY = 500;

/**
 * Processes the arrivals of some blocks: deposits and executions go into the deposit book; the writes for
 * other arrivals (sweeps of our own addresses, unsupported tokens, NFTs, unattributed money) are returned.
 */
export async function takeInArrivals(
  parts: NetworkParts,
  chainId: number,
  book: DepositBook,
  blocks: readonly EvmBlock[],
): Promise<readonly Write[]> {
  const found = blocks.flatMap((block) => arrivalsIn(chainId, block).map((arrival) => ({ block, arrival })));
  if (found.length === 0) return [];
  const context = await lookUp(
    parts,
    chainId,
    book,
    found.map(({ arrival }) => arrival),
  );
  const writes: Write[] = [];
  for (const { block, arrival } of found) writes.push(...(await takeIn(context, block, arrival)));
  return writes;
}

async function lookUp(
  parts: NetworkParts,
  chainId: number,
  book: DepositBook,
  arrivals: readonly Arrival[],
): Promise<ArrivalContext> {
  const { store } = parts;
  const addresses = new Set<string>();
  const ids = new Set<string>();
  for (const arrival of arrivals) {
    if (arrival.kind === "transfer" || arrival.kind === "collected") addresses.add(arrival.to);
    else ids.add(arrival.requestId);
    if (arrival.kind === "deposited") addresses.add(arrival.from);
  }
  const requests: BridgeRequest[] = [];
  for (let from = 0; from < ids.size; from += IN_ONE_QUERY)
    requests.push(...(await requestsById(store, [...ids].slice(from, from + IN_ONE_QUERY))));
  const rows = await depositsByIds(
    store,
    arrivals.map(({ id }) => id),
  );
  return {
    parts,
    chainId,
    book,
    issued: await issuedAmong(store, [...addresses]),
    requests: new Map(requests.map((request) => [request.id, request])),
    known: new Map(rows.map((row) => [row.id, row])),
  };
}

async function takeIn(context: ArrivalContext, block: EvmBlock, arrival: Arrival): Promise<readonly Write[]> {
  switch (arrival.kind) {
    case "transfer":
      return takeInTransfer(context, block, arrival);
    case "deposited":
      return takeInDeposit(context, block, arrival);
    case "swapped":
      takeInSwap(context, block, arrival);
      return [];
    case "collected":
      return takeInPiece(context, block, arrival);
  }
}

async function takeInTransfer(
  context: ArrivalContext,
  block: EvmBlock,
  arrival: Of<"transfer">,
): Promise<readonly Write[]> {
  const { parts, chainId, book, issued, known } = context;
  const to = issued.get(arrival.to);
  if (!to) return [];
  const { token, from: sender, amount } = arrival;
  const currency = parts.catalog.currency(chainId, token);
  const stray = { standard: "erc20", token, tokenId: null, amount } as const;
  if (!currency) return noteStrayOf(context, block, arrival, { ...to, ...stray });
  const deposit = depositOf(block, arrival, currency, sender, amount);
  await book.credit(to.requestId, to.address, deposit, known.get(arrival.id));
  return [];
}

/**
 * What the factory swept from one of our addresses is not a deposit: any account may trigger a sweep, and
 * name any request. The depositor field alone proves nothing, because the depository accepts its caller's
 * claim: such money is a deposit like any other.
 */
async function takeInDeposit(
  context: ArrivalContext,
  block: EvmBlock,
  arrival: Of<"deposited">,
): Promise<readonly Write[]> {
  const { parts, chainId, book, issued, requests, known } = context;
  const { id, requestId, from: sender, token, amount, swept } = arrival;
  const { number: height, hash: blockHash } = block;
  if (swept !== undefined && issued.has(sender)) {
    const sweep = { id, chainId, address: sender, currency: token, amount: swept, height, blockHash };
    return [noteSweep(parts.store, sweep)];
  }
  const currency = parts.catalog.currency(chainId, token);
  const request = requests.get(requestId);
  if (!currency || !request) {
    const standard = token === ZERO_ADDRESS ? "native" : "erc20";
    const money = { standard, token, tokenId: null, amount } as const;
    const address = parts.contracts.Depository;
    return noteStrayOf(context, block, arrival, { address, requestId, ...money });
  }
  const deposit = depositOf(block, arrival, currency, sender, amount);
  await book.credit(request.id, undefined, deposit, known.get(id));
  return [];
}

function takeInSwap(
  { parts, chainId, book, requests, known }: ArrivalContext,
  block: EvmBlock,
  arrival: Of<"swapped">,
) {
  const { id, requestId, order } = arrival;
  const request = requests.get(requestId);
  const currency = parts.catalog.currency(chainId, order.tokenIn);
  if (!request || !currency || !isPromised(request, chainId, order)) {
    parts.log.error("network.swap_not_promised", { chain: chainId, request: requestId, transaction: id });
    return;
  }
  const deposit = depositOf(block, arrival, currency, undefined, order.amountIn); // any account may fill an order
  book.execute(request.id, deposit, known.get(id));
}

/** The desk carries out what the solver has signed, so this holds unless keys or database are not its own. */
function isPromised(request: BridgeRequest, chainId: number, order: SwappedOrder): boolean {
  const { method, origin, destination, floor, promised, recipient } = request;
  return (
    method === "desk" &&
    origin.chainId === chainId &&
    order.tokenIn === origin.currency &&
    order.amountIn === floor?.input &&
    order.tokenOut === destination.currency &&
    order.amountOut === promised &&
    order.recipient === recipient
  );
}

async function takeInPiece(
  context: ArrivalContext,
  block: EvmBlock,
  arrival: Of<"collected">,
): Promise<readonly Write[]> {
  const to = context.issued.get(arrival.to);
  if (!to) return [];
  const { standard, token, tokenId, amount } = arrival.piece;
  const piece = { standard, token, tokenId: String(tokenId), amount };
  return noteStrayOf(context, block, arrival, { ...to, ...piece });
}

function noteStrayOf(
  { parts, chainId }: ArrivalContext,
  block: EvmBlock,
  { id, txHash }: Arrival,
  {
    address,
    requestId,
    standard,
    token,
    tokenId,
    amount,
  }: Pick<Stray, "address" | "requestId" | "standard" | "token" | "tokenId" | "amount">,
): readonly Write[] {
  const what = { address, requestId, standard, token, tokenId, amount };
  const seen = { blockHash: block.hash, seenAt: parts.clock() };
  const facts = { chain: chainId, address, request: requestId, standard, token, transaction: txHash };
  const isAtDepository = address === parts.contracts.Depository; // no error: any account can cause either for little gas
  parts.log.warn(isAtDepository ? "network.unattributed" : "network.unsupported", facts);
  return [noteStray(parts.store, { id, chainId, txHash, ...what, ...seen })];
}

function depositOf(
  block: EvmBlock,
  { id, txHash }: Arrival,
  currency: Currency,
  sender: string | undefined,
  amount: bigint,
): Deposit {
  const place = { height: block.number, blockHash: block.hash };
  return { ...keyOf(currency), ...place, id, txHash, sender, amount };
}
