import { checkEvmAddress, type EvmAddress } from "../../evm/codec/address.ts";
import { formatDecimal, parseDecimal } from "../../values/amount.ts";
import { feeBalance, statusOfClaim } from "../../network/appFees/balance.ts";
import { makeClaim, payableToken, requireAvailable } from "../../network/appFees/makeClaim.ts";
import { createCatalog } from "../../network/catalog.ts";
import { APP_FEES_IN } from "../../network/ledger/accounts.ts";
import { newRequestId } from "../../network/parts.ts";
import { walletsWithFees, type Claim } from "../../network/persistence/claims.ts";
import type { NetworkStore } from "../../network/persistence/open.ts";
import { isoTime } from "../../values/time.ts";
import type { Command, Invocation } from "../command.ts";
import { readNetworkSettings, type NetworkSettings } from "./config.ts";
import { nameOfDatabase, withServiceStore } from "./store.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";

const NAME = "network fees";

/**
 * Lists what applications have earned (app fees), and orders payments of it. The running service makes the
 * payment; safe beside it. Without --yes `pay` is a dry run. Throws when nothing would be paid.
 */
export const networkFees: Command = async (invocation) => {
  const given = readArguments(invocation.args, NAME, { words: invocation.args[0] === "list" ? 1 : 2 });
  const [action = ""] = given.words;
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!run)
    throw new Error(`Expected list, history or pay; got "${action}". Usage: crosstill ${USAGE[NAME]}`);
  const settings = readNetworkSettings(invocation.env);
  invocation.note(`Database: ${nameOfDatabase(settings.config.databaseUrl)}`);
  await withServiceStore(settings, (store) => run(store, given, invocation, settings));
};

type Action = (
  store: NetworkStore,
  given: Arguments,
  invocation: Invocation,
  settings: NetworkSettings,
) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = { list, history, pay };

async function list(store: NetworkStore, _given: Arguments, { print }: Invocation): Promise<void> {
  const wallets = await walletsWithFees(store);
  if (wallets.length === 0) return print("No application has earned anything yet.");
  for (const wallet of wallets) {
    const { earned, claimed, available } = await feeBalance(store, wallet);
    print(
      `${wallet}  earned ${dollars(earned)}  claimed ${dollars(claimed)}  can be paid ${dollars(available)}`,
    );
  }
}

async function history(store: NetworkStore, given: Arguments, { print }: Invocation): Promise<void> {
  const { claims } = await feeBalance(store, readWallet(given.words[1]));
  if (claims.length === 0) return print("Nothing was claimed yet.");
  for (const one of claims) print(lineOf(one));
}

function lineOf(one: Claim): string {
  const { id, createdAt, amount, chainId, recipient, reason } = one.claim;
  const how = one.payment?.hash ?? reason ?? "";
  return `${isoTime(createdAt)}  ${dollars(amount)}  ${statusOfClaim(one)}  chain ${chainId} to ${recipient}  ${id}  ${how}`.trimEnd();
}

async function pay(
  store: NetworkStore,
  given: Arguments,
  { clock, random, print }: Invocation,
  settings: NetworkSettings,
): Promise<void> {
  const wallet = readWallet(given.words[1]);
  const recipient = readWallet(given.option("to") ?? wallet);
  const catalog = createCatalog(settings.config.evmChains);
  if (catalog.isIdentifier(recipient))
    throw new Error(
      `--to ${recipient} names a currency: money sent there is lost. Give the receiver's own address.`,
    );
  const chainId = Number(given.require("chain"));
  const token = payableToken({ catalog }, chainId, APP_FEES_IN.currency);
  const { available } = await feeBalance(store, wallet);
  const dollarsAsked = given.option("amount");
  const amount = dollarsAsked === undefined ? available : parseDecimal(dollarsAsked, APP_FEES_IN.decimals);
  requireAvailable({ wallet, amount }, available);
  const what = `${dollars(amount)} of ${wallet}'s app fees to ${recipient} on chain ${chainId}, less the network's fee`;
  if (!given.has("yes")) return print(`Would pay ${what}. Nothing was ordered: say it again with --yes.`);
  const id = newRequestId(random);
  await makeClaim({ store, clock }, { id, wallet, chainId, currency: token.address, recipient, amount });
  print(
    `Ordered ${what}: claim ${id}. The running service pays it; see crosstill network fees history ${wallet}`,
  );
}

function readWallet(text = ""): EvmAddress {
  const address = checkEvmAddress(text);
  if (address) return address;
  throw new Error(`Expected an EVM address, got "${text}". Usage: crosstill ${USAGE[NAME]}`);
}

function dollars(amount: bigint): string {
  return `${formatDecimal(amount, APP_FEES_IN.decimals)} ${APP_FEES_IN.currency}`;
}
