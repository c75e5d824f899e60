import { checkBitcoinAddress } from "../../bitcoin/codec/address.ts";
import { HttpFailure } from "../../http-client/http.ts";
import { checkEvmAddress } from "../../evm/codec/address.ts";
import { createLog, type Log } from "../../runtime/log.ts";
import { formatDecimal } from "../../values/amount.ts";
import { createAuditParts } from "../../network/audit/auditParts.ts";
import type { Catalog } from "../../network/catalog.ts";
import { configuredPrices } from "../../network/configuredPrices.ts";
import { draftOf, draftWrites, observe } from "../../network/observe.ts";
import type { BridgeRequest, Deposit } from "../../network/request.ts";
import { PriceUnavailable } from "../../network/prices/priceSource.ts";
import { createMarketReader } from "../../network/quote/market.ts";
import { estimateRefund, type EstimateParts } from "../../network/refundEstimate.ts";
import type { NetworkStore } from "../../network/persistence/open.ts";
import { newestChildren } from "../../network/persistence/requestList.ts";
import { requestById } from "../../network/persistence/requests.ts";
import type { Clock } from "../../values/time.ts";
import type { Command } from "../command.ts";
import { readNetworkSettings, type NetworkSettings } from "./config.ts";
import { nameOfDatabase, withServiceStore } from "./store.ts";
import { readArguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";

const REQUEST_ID = /^0x[0-9a-f]{64}$/;

/**
 * Orders the refund of a deposit that could be neither bridged nor refunded automatically (interface
 * specification 3, rule 6). Without --yes it is a dry run. Throws when nothing would arrive. The running
 * service makes the payment; safe beside it.
 */
export const networkRefund: Command = async ({ args, env, clock, print }) => {
  const given = readArguments(args, "network refund", { words: 1 });
  const id = readRequestId(given.words[0]);
  const to = given.require("to");
  const settings = readNetworkSettings(env);
  const log = createLog(settings.logLevel);
  await withServiceStore(settings, async (store) => {
    const parts = estimateParts(settings, store, { clock, log });
    const request = await requestById(store, id);
    if (!request)
      throw new Error(`There is no request ${id} in ${nameOfDatabase(settings.config.databaseUrl)}.`);
    const deposit = requireRefundable(request, await furtherDeposit(store, request));
    const receiver = readReceiver(settings, parts.catalog, deposit, to);
    const what = `${describeDeposit(parts.catalog, deposit)} to ${receiver}`;
    const outlook = await outlookOf(parts, request, deposit, receiver);
    if (!given.has("yes"))
      return print(`Would refund ${what}: ${outlook}. Nothing was ordered: say it again with --yes.`);
    const { draft } = observe(draftOf(request), { kind: "refund-ordered", to: receiver, at: clock() });
    if (draft.now === request) throw new Error(`Request ${id} cannot be refunded: ${request.state}.`);
    await store.commit(draftWrites(store, draft));
    print(
      `Ordered the refund of ${what}: ${outlook}. The running service pays it; see GET /intents/status/v3?requestId=${id}`,
    );
  });
};

function estimateParts(
  { config }: NetworkSettings,
  store: NetworkStore,
  deps: Readonly<{ clock: Clock; log: Log }>,
): EstimateParts {
  const parts = createAuditParts(config, store, deps);
  const prices = configuredPrices(config, deps);
  const market = createMarketReader({ ...parts, solver: parts.keys.solverEvmAddress, prices });
  return { ...parts, prices, market };
}

/** What the payment costs and what arrives, as words. Throws when nothing would be left of the deposit. */
async function outlookOf(
  parts: EstimateParts,
  request: BridgeRequest,
  deposit: Deposit,
  to: string,
): Promise<string> {
  const shown = (amount: bigint) => amountOf(parts.catalog, deposit, amount);
  try {
    const { fee, arrives } = await estimateRefund(parts, request, deposit, to);
    if (arrives !== undefined) return `the fee is about ${shown(fee)} now, so about ${shown(arrives)} arrive`;
    throw new Error(
      `Nothing would be left of ${shown(deposit.amount)}: the fee is about ${shown(fee)} now. Nothing was ordered; order it when fees are lower.`,
    );
  } catch (error) {
    if (!(error instanceof HttpFailure) && !(error instanceof PriceUnavailable)) throw error;
    return `the fee cannot be told now (${error.message})`;
  }
}

function readRequestId(id = ""): string {
  if (REQUEST_ID.test(id)) return id;
  throw new Error(
    `Expected a request id (0x and 64 hex digits), got "${id}". Usage: crosstill ${USAGE["network refund"]}`,
  );
}

const WHY_NOT: Readonly<Record<Exclude<BridgeRequest["state"], "failure">, string>> = {
  waiting: "no confirmed deposit has come",
  pending: "the deposit is being bridged; if that fails, it is refunded or waits for this command",
  filling: "the fill is on its way",
  success:
    "the recipient was paid. A further deposit is a request of its own: see supersededByRequestId in GET /requests/v2?id=<this id>",
  refunding: "its refund is on its way",
  refund: "it was refunded",
  superseded: "its money came in another coin or on another chain",
};

/** Names the request of a deposit that came to this one's address and did not become its own: dust, for one. */
async function furtherDeposit(store: NetworkStore, { id, deposit }: BridgeRequest): Promise<string> {
  const child = deposit ? undefined : (await newestChildren(store, [id])).get(id);
  return child === undefined ? "" : `, but request ${child} of the same address has one`;
}

/** The deposit that waits for a person. Throws with the reason, and what else there is, when there is none. */
function requireRefundable({ id, state, deposit, refund, method }: BridgeRequest, but: string): Deposit {
  if (state !== "failure") throw new Error(`Request ${id} has nothing to refund: ${WHY_NOT[state]}${but}.`);
  if (deposit && !refund && method !== "direct" && method !== "desk") return deposit;
  const why = refund
    ? `its refund was signed already, in transaction ${refund.hash}`
    : "the service never held its money";
  throw new Error(`Request ${id} has nothing to refund: ${why}.`);
}

/** The address, in the deposit's chain's own form. Throws where it is none there, or names a currency. */
function readReceiver(
  { config }: NetworkSettings,
  catalog: Catalog,
  { chainId }: Deposit,
  text: string,
): string {
  const family = catalog.family(chainId);
  if (!family)
    throw new Error(
      `The deposit is on chain ${chainId}, which is not configured any more. Set NETWORK_RPC_${chainId}.`,
    );
  const address =
    family === "bitcoin" ? checkBitcoinAddress(config.bitcoinNetwork, text) : checkEvmAddress(text);
  const kind = family === "bitcoin" ? `a Bitcoin address on ${config.bitcoinNetwork}` : "an EVM address";
  if (!address)
    throw new Error(
      `Expected --to to be ${kind}, because the deposit is on chain ${chainId}; got "${text}".`,
    );
  if (!catalog.isIdentifier(address)) return address;
  throw new Error(
    `--to ${text} names a currency: money sent there is lost. Give the receiver's own address.`,
  );
}

function describeDeposit(catalog: Catalog, deposit: Deposit): string {
  const { chainId, amount, txHash } = deposit;
  return `${amountOf(catalog, deposit, amount)} on chain ${chainId} (deposited by ${txHash})`;
}

function amountOf(catalog: Catalog, { chainId, currency }: Deposit, amount: bigint): string {
  const known = catalog.currency(chainId, currency);
  return known ? `${formatDecimal(amount, known.decimals)} ${known.symbol}` : `${amount} of ${currency}`;
}
