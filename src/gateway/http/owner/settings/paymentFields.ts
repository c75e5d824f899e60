import type { BitcoinNetwork } from "../../../../bitcoin/codec/address.ts";
import { BITCOIN_CHAIN_ID } from "../../../../intents/identifiers.ts";
import type { ServiceChain } from "../../../../intents/chains.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { chainTitle, type Method } from "../../../usecases/pricing/methods.ts";
import type { StoreSettings } from "../../../usecases/stores/merchantStore.ts";
import { OptionError, type Given } from "../../../usecases/stores/optionError.ts";
import { isRefundAddress, readStoreOptions } from "../../../usecases/stores/storeOptions.ts";
import type { Instant } from "../../../../values/time.ts";
import { coinTitle } from "../coinTitle.ts";
import type { Field, Group } from "./field.ts";
import { givenOf } from "./formOptions.ts";
import { sentence, type Sentence } from "../../../../values/sentence.ts";

const COIN = "coin ";
const REFUND = "refund ";

type Texts = Readonly<Record<string, string>>;

/** A field for the refund address of each chain that payments come from. */
export function refundFields(tr: Translate, chains: readonly ServiceChain[]): readonly Field[] {
  return chains.map((chain) => ({
    name: `${REFUND}${chain.id}`,
    label: tr("Refund address on {chain}", { chain: chainTitle(chain) }),
    kind: "address",
    isOptional: true,
  }));
}

/** A switch for each coin that the store can take, and the refund addresses: what the payments page has beside its options. */
export function paymentGroups(
  tr: Translate,
  methods: readonly Method[],
  chains: readonly ServiceChain[],
): readonly Group[] {
  const switches = methods.map((method): Field => {
    const coin = coinTitle(method, tr);
    const label = method.direct ? tr("{coin}, directly", { coin }) : coin;
    return { name: `${COIN}${method.id}`, label, kind: "switch" };
  });
  return [
    ...(switches.length > 0 ? [{ title: tr("Coins that customers are offered"), fields: switches }] : []),
    {
      title: tr("Refund addresses"),
      note: tr(
        "The service sends money there that it cannot convert. Coins of a chain without an address are not offered: empty a field to remove its address.",
      ),
      fields: refundFields(tr, chains),
    },
  ];
}

/** What those fields show of a store. */
export function paymentValues(
  settings: StoreSettings,
  methods: readonly Method[],
  chains: readonly ServiceChain[],
): Texts {
  return Object.fromEntries([
    ...methods.map(({ id, isOff }) => [`${COIN}${id}`, isOff ? "off" : "on"]),
    ...chains.map(({ id }) => [`${REFUND}${id}`, settings.refunds[String(id)] ?? ""]),
  ]) as Texts;
}

/**
 * Options of a form whose coins and refund addresses are fields of their own; an address that is empty is removed. Throws
 * OptionError under the name of the field.
 */
export function readFormOptions(
  options: Texts,
  network: BitcoinNetwork,
  known: StoreSettings,
  at: Instant,
): StoreSettings {
  const fields = Object.entries(options).filter(([name]) => name.startsWith(REFUND));
  const refunds = fields.filter(([, address]) => address !== "");
  const removed = fields.filter(([, address]) => address === "").map(([name]) => name);
  for (const [name, address] of refunds) requireRefund(name, address, network);
  const plain = givenOf(options);
  const given: Given = {
    option: (name) => (name === "methods-off" ? methodsOff(options, known) : plain.option(name)),
    options: (name) =>
      name === "refund"
        ? refunds.map(([field, address]) => `${field.slice(REFUND.length)}:${address}`)
        : plain.options(name),
  };
  const settings = readStoreOptions(given, { bitcoinNetwork: network }, known, at);
  return { ...settings, refunds: withoutRemoved(settings.refunds, removed) };
}

/** Without any address no coin could be converted, so one stays. */
function withoutRemoved(
  refunds: StoreSettings["refunds"],
  removed: readonly string[],
): StoreSettings["refunds"] {
  const kept = Object.entries(refunds).filter(([chain]) => !removed.includes(`${REFUND}${chain}`));
  const [field] = removed;
  if (kept.length === 0 && field !== undefined)
    throw new OptionError(
      field,
      sentence(
        "an address: it is the store's only one, and without any no coin can be converted. Add one of another chain first.",
      ),
    );
  return Object.fromEntries(kept);
}

function requireRefund(name: string, address: string, network: BitcoinNetwork): void {
  const chainId = Number(name.slice(REFUND.length));
  if (isRefundAddress(network, chainId, address)) return;
  throw new OptionError(name, refundExpected(chainId, address, network));
}

/** What is expected in the place of a refund address that is none. */
export function refundExpected(chainId: number, address: string, network: BitcoinNetwork): Sentence {
  if (chainId === BITCOIN_CHAIN_ID)
    return sentence('a Bitcoin address of {network}; got "{address}".', { network, address });
  return /^0x[0-9a-fA-F]{40}$/.test(address)
    ? sentence("an address with a correct checksum: one of its characters may be wrong. Paste it again.")
    : sentence('an address that starts with 0x and has 40 more characters; got "{address}".', { address });
}

/** The methods that are off once the switches of the form were set; undefined where none was touched. */
function methodsOff(options: Texts, { methodsOff: known }: StoreSettings): string | undefined {
  const said = Object.entries(options)
    .filter(([name]) => name.startsWith(COIN))
    .map(([name, state]) => ({ id: name.slice(COIN.length), isOff: state === "off" }));
  if (said.length === 0) return undefined;
  const kept = known.filter((id) => !said.some((one) => one.id === id));
  return [...kept, ...said.filter(({ isOff }) => isOff).map(({ id }) => id)].join(",") || "none";
}
