import { checkBitcoinAddress } from "../bitcoin/address.ts";
import { checkEvmAddress } from "../evm/address.ts";
import { formatDecimal } from "../money/amount.ts";
import { createCatalog, type Catalog } from "../network/catalog.ts";
import { draftOf, draftWrites, observe } from "../network/observe.ts";
import type { BridgeRequest, Deposit } from "../network/request.ts";
import { requestById } from "../network/store/requests.ts";
import { requireOption, type Command } from "./command.ts";
import { readNetworkSettings, type NetworkSettings } from "./networkConfig.ts";
import { withSharedStore } from "./networkStore.ts";

const USAGE = "network refund <requestId> --to <address> [--yes]";
const REQUEST_ID = /^0x[0-9a-f]{64}$/;

/**
 * Orders the refund of a deposit that could be neither bridged nor refunded by itself (interface specification 3, rule 6).
 * Without --yes it only says what it would do. The running service makes the payment; this may run beside it.
 */
export const networkRefund: Command = async ({ args, env, clock, print }) => {
  const id = readRequestId(args);
  const to = requireOption(args, "to", USAGE);
  const settings = readNetworkSettings(env);
  const catalog = createCatalog(settings.config.evmChains);
  await withSharedStore(settings.config.databaseUrl, async (store) => {
    const request = await requestById(store, id);
    if (!request) throw new Error(`There is no request ${id} in this database.`);
    const deposit = requireRefundable(request);
    const receiver = readReceiver(settings, catalog, deposit, to);
    const what = describeDeposit(catalog, deposit);
    if (!args.includes("--yes")) {
      return print(
        `Would refund ${what}, less the chain's fee, to ${receiver}. Nothing was ordered: say it again with --yes.`,
      );
    }
    const { draft } = observe(draftOf(request), { kind: "refund-ordered", to: receiver, at: clock() });
    if (draft.now === request) throw new Error(`Request ${id} cannot be refunded: ${request.state}.`);
    await store.commit(draftWrites(store, draft));
    print(
      `Ordered the refund of ${what}, less the chain's fee, to ${receiver}. The running service pays it; see GET /intents/status/v3?requestId=${id}`,
    );
  });
};

function readRequestId(args: readonly string[]): string {
  const [id = ""] = args;
  if (REQUEST_ID.test(id)) return id;
  throw new Error(`Expected a request id (0x and 64 hex digits), got "${id}". Usage: crosstill ${USAGE}`);
}

const WHY_NOT: Readonly<Record<Exclude<BridgeRequest["state"], "failure">, string>> = {
  waiting: "no confirmed deposit has come",
  pending: "the deposit is being bridged; if that fails, it is refunded or waits for this command",
  filling: "the fill is on its way",
  success: "the recipient was paid. A further deposit is a request of its own: see supersededByRequestId in GET /requests/v2?id=<this id>", // prettier-ignore
  refunding: "its refund is on its way",
  refund: "it was refunded",
};

/** The deposit that waits for a person. Throws with the reason when there is none. */
function requireRefundable({ id, state, deposit, refund, method }: BridgeRequest): Deposit {
  if (state !== "failure") throw new Error(`Request ${id} has nothing to refund: ${WHY_NOT[state]}.`);
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

function describeDeposit(catalog: Catalog, { chainId, currency, amount, txHash }: Deposit): string {
  const known = catalog.currency(chainId, currency);
  const shown = known
    ? `${formatDecimal(amount, known.decimals)} ${known.symbol}`
    : `${amount} of ${currency}`;
  return `${shown} on chain ${chainId} (deposited by ${txHash})`;
}
