import { decodeFunctionData, parseAbi, zeroAddress, type Hex } from "viem";
import { isHex } from "viem/utils";
import { checkEvmAddress } from "../../evm/codec/address.ts";
import { PERMIT2 } from "../../evm/codec/contracts.ts";
import { listContracts } from "../../intents/chains.ts";
import { textOf, unitsOf } from "../json.ts";
import type { ListedChain } from "../routes.ts";
import type { Item } from "../samples.ts";
import { shown } from "../shown.ts";
import {
  findDepositAddress,
  isSameAddress,
  listTransactions,
  readOrder,
  type Facts,
  type Harm,
  type Order,
  type Quoted,
} from "./quoted.ts";

/** The calls that bring a payer's money to a depository, or move tokens by themselves. */
const CALLS = parseAbi([
  "function approve(address spender, uint256 amount)",
  "function increaseAllowance(address spender, uint256 amount)",
  "function transfer(address to, uint256 amount)",
  "function transferFrom(address from, address to, uint256 amount)",
  "function depositNative(address depositor, bytes32 id)",
  "function depositErc20(address depositor, address token, uint256 amount, bytes32 id)",
]);

type Call = ReturnType<typeof decodeFunctionData<typeof CALLS>>;
type Transaction = Readonly<{ item: Item; to: string; value: bigint; call: Call | undefined }>;

/** What a payer on an EVM chain would lose by the transactions of a quote. */
export function findEvmHarms(facts: Facts, quoted: Quoted): readonly Harm[] {
  const order = readOrder(facts, quoted);
  const items = listTransactions(quoted);
  const transactions = items.map(readTransaction);
  return [
    ...items.flatMap((item) => findFormHarms(item, quoted)),
    ...(order.wantsAddress
      ? findAddressHarms(quoted, order, transactions)
      : findWalletHarms(quoted, order, transactions)),
  ];
}

function readTransaction(item: Item): Transaction {
  const { to, data, value } = item.data;
  return {
    item,
    to: String(to).toLowerCase(),
    value: unitsOf(value) ?? 0n,
    call: readCall(textOf(data)),
  };
}

/** A call that is known; undefined for others. */
export function readCall(data: string | undefined): Call | undefined {
  try {
    return decodeFunctionData({ abi: CALLS, data: data as Hex }); // throws for what is no hex
  } catch {
    return undefined;
  }
}

/** An amount that wallets read in different ways, or a chain other than the one that was asked for. */
function findFormHarms({ place, data: { value, chainId } }: Item, { body }: Quoted): readonly Harm[] {
  const isMisread = typeof value === "string" && !/^\d+$/.test(value);
  const isElsewhere = typeof chainId === "number" && chainId !== body["originChainId"];
  return [
    ...(isMisread
      ? [harm("item.value", `${place}: expected a value in decimal digits, got ${shown(value)}`)]
      : []),
    ...(isElsewhere
      ? [
          harm(
            "item.chain-id",
            `${place}: expected chain ${shown(body["originChainId"])}, got ${shown(chainId)}`,
          ),
        ]
      : []),
  ];
}

/** Section 4.4: one plain payment of the amount to the address. */
function findAddressHarms(
  quoted: Quoted,
  order: Order,
  transactions: readonly Transaction[],
): readonly Harm[] {
  const address = findDepositAddress(quoted);
  if (address === undefined) return [];
  if (checkEvmAddress(address) === undefined || isSameAddress(address, zeroAddress))
    return [
      harm(
        "step.deposit-address",
        `expected an EVM address with a right checksum as depositAddress, got ${shown(address)}`,
      ),
    ];
  const [payment, ...others] = transactions;
  if (!payment) return [];
  if (others.length > 0)
    return [harm("deposit.step", `expected one payment, got ${transactions.length} transactions`)];
  return order.isNative
    ? findNativeDepositHarms(address, order, payment)
    : findTokenDepositHarms(address, order, payment);
}

function findNativeDepositHarms(
  address: string,
  { input }: Order,
  { item, to, value }: Transaction,
): readonly Harm[] {
  if (isSameAddress(to, address) && (input === undefined || value === input)) return [];
  return [
    harm(
      "deposit.step",
      `${item.place}: expected ${input ?? value} to ${shown(address)}, got ${value} to ${shown(item.data["to"])}`,
    ),
  ];
}

function findTokenDepositHarms(
  address: string,
  { currency, input }: Order,
  { item, to, value, call }: Transaction,
): readonly Harm[] {
  const isTransfer =
    isSameAddress(to, currency) &&
    value === 0n &&
    call?.functionName === "transfer" &&
    isSameAddress(call.args[0], address) &&
    (input === undefined || call.args[1] === input);
  const canBeSent = isHex(item.data["data"]) || isSameAddress(to, address);
  if (isTransfer || !canBeSent) return [];
  return [
    harm(
      "x.erc20-deposit",
      `${item.place}: expected a transfer of ${input ?? "an amount"} of ${shown(currency)} to ${shown(address)}, got ${shown(item.data["data"])} to ${shown(item.data["to"])} with ${value} of the native coin`,
    ),
  ];
}

/** Sections 3, 4.1 and 4.6: what the payer's wallet signs. */
function findWalletHarms(
  quoted: Quoted,
  order: Order,
  transactions: readonly Transaction[],
): readonly Harm[] {
  const address = findDepositAddress(quoted);
  if (address !== undefined)
    return [
      harm(
        "quote.use-deposit-address",
        `expected transactions of the payer's wallet, got the deposit address ${shown(address)}, which was not asked for`,
      ),
    ];
  const carried = transactions.reduce((total, { value }) => total + value, 0n);
  const most = order.isNative ? order.input : 0n;
  return [
    ...(most !== undefined && carried > most
      ? [harm("item.value", `expected at most ${most} of the native coin, got ${carried}`)]
      : []),
    ...transactions.flatMap((one) => findCallHarms(order, one, transactions)),
  ];
}

function findCallHarms(order: Order, transaction: Transaction, all: readonly Transaction[]): readonly Harm[] {
  const { item, call } = transaction;
  const fault = (says: string) => [harm("item.data", `${item.place}: ${says}`)];
  switch (call?.functionName) {
    case "approve":
    case "increaseAllowance":
      return findApprovalFaults(order, transaction, call.args, all).flatMap(fault);
    case "transfer":
      return findTransferFaults(order, transaction, call.args).flatMap(fault);
    case "transferFrom":
      return fault(
        `expected no call that moves tokens by itself, got transferFrom of ${shown(transaction.to)}`,
      );
    case "depositNative":
      return [
        ...findDepositorFaults(order, call.args[0]).flatMap(fault),
        ...findContractHarms(order, transaction),
      ];
    case "depositErc20":
      return [
        ...findDepositFaults(order, call.args).flatMap(fault),
        ...findContractHarms(order, transaction),
      ];
    case undefined:
      return findContractHarms(order, transaction);
  }
}

/** The tokens that the deposit of a quote takes; undefined where its call is not known. */
function findPulled(all: readonly Transaction[]): bigint | undefined {
  for (const { call } of all) if (call?.functionName === "depositErc20") return call.args[2];
  return undefined;
}

function findApprovalFaults(
  order: Order,
  { to }: Transaction,
  [spender, amount]: readonly [string, bigint],
  all: readonly Transaction[],
): readonly string[] {
  const called = new Set(all.filter(({ call }) => call?.functionName !== "approve").map((one) => one.to));
  const most = order.input ?? findPulled(all);
  return [
    ...(isSameAddress(to, order.currency)
      ? []
      : [`expected an approval of ${shown(order.currency)}, got one of ${shown(to)}`]),
    ...(called.has(spender.toLowerCase()) || isListed(order.chain, spender) || isSameAddress(spender, PERMIT2)
      ? []
      : [`expected the contract that is called next as the spender, got ${spender}`]),
    ...(most !== undefined && amount > most
      ? [`expected an approval of at most ${most}, the amount to be spent, got ${amount}`]
      : []),
  ];
}

/** A bare transfer goes to the service's own contracts, or to the recipient of a plain send. */
function findTransferFaults(
  { chain, currency, input, recipient }: Order,
  { to }: Transaction,
  [payee, amount]: readonly [string, bigint],
): readonly string[] {
  return [
    ...(isSameAddress(to, currency)
      ? []
      : [`expected a transfer of ${shown(currency)}, got one of ${shown(to)}`]),
    ...(isListed(chain, payee) || isSameAddress(payee, recipient)
      ? []
      : [`expected a transfer to a contract that /chains lists, got one to ${payee}`]),
    ...(input !== undefined && amount > input
      ? [`expected a transfer of at most ${input}, got ${amount}`]
      : []),
  ];
}

/** A deposit is booked, and refunded, to its depositor. */
function findDepositorFaults({ user }: Order, depositor: string): readonly string[] {
  const isOwn = isSameAddress(depositor, user) || isSameAddress(depositor, zeroAddress);
  return isOwn ? [] : [`expected the user ${user} as the depositor, got ${depositor}`];
}

function findDepositFaults(
  order: Order,
  [depositor, token, amount]: readonly [string, string, bigint, string],
): readonly string[] {
  return [
    ...findDepositorFaults(order, depositor),
    ...(isSameAddress(token, order.currency)
      ? []
      : [`expected a deposit of ${shown(order.currency)}, got ${token}`]),
    ...(order.input === undefined || amount === order.input
      ? []
      : [`expected a deposit of ${order.input}, got ${amount}`]),
  ];
}

/** Money goes to a contract of the service, to a listed coin that wraps it, or to the recipient of a plain send. */
function findContractHarms({ chain, recipient }: Order, { item, to }: Transaction): readonly Harm[] {
  const isCoin = chain?.currencies.some(({ address }) => isSameAddress(address, to)) ?? false;
  const isKnown = contractsOn(chain).size === 0 || isListed(chain, to);
  if (isKnown || isCoin || isSameAddress(to, recipient)) return [];
  return [
    harm(
      "item.to",
      `${item.place}: expected a contract that /chains lists for chain ${chain?.id}, got ${shown(item.data["to"])}`,
    ),
  ];
}

/** What brings money from a wallet to the service: the last transaction of its quote. */
export function findDeposit(quoted: Pick<Quoted, "steps">): Transaction | undefined {
  return listTransactions(quoted).map(readTransaction).at(-1);
}

/** True for an address that the service lists as its own on the chain. */
export function isListed(chain: ListedChain | undefined, address: string): boolean {
  return contractsOn(chain).has(address.toLowerCase());
}

function contractsOn(chain: ListedChain | undefined): ReadonlySet<string> {
  return chain ? listContracts([chain.entry], chain.id) : new Set();
}

function harm(row: string, says: string): Harm {
  return { row, says };
}
