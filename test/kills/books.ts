import { checkBitcoinAddress, scriptOf } from "../../src/bitcoin/codec/address.ts";
import { unpack } from "../../src/database/packed.ts";
import { readJournal } from "../../src/gateway/persistence/journal.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { constantPart } from "../support/webhookWords.ts";
import type { KillableGateway } from "./killable.ts";
import type { ApiInvoice, Shop, Shown } from "./shop.ts";
import type { Ending } from "./stories.ts";
import type { Surroundings } from "./surroundings.ts";

/** A payment that a customer has made on an EVM chain; those on Bitcoin are read from the ledger. */
export type Sent = Readonly<{ shown: Shown; txHash: string; units: bigint }>;

/** What the gateway says in the end, and all that is true about it. */
export type Run = Readonly<{
  around: Surroundings;
  gateway: KillableGateway;
  shop: Shop;
  sent: readonly Sent[];
  endings: ReadonlyMap<string, Readonly<{ story: string; ends: Ending }>>; // by invoice
}>;

type Answers = Readonly<{ invoices: readonly ApiInvoice[]; unattributed: readonly Readonly<{ outpoint: string; units: string }>[] }>; // prettier-ignore

/** A fault, when something is so. */
const when = (isSo: boolean, fault: () => string): readonly string[] => (isSo ? [fault()] : []);

export async function readAnswers(shop: Shop): Promise<Answers> {
  return { invoices: await shop.invoices(), unattributed: await shop.unattributed() };
}

/** What is still under way: while there is any, the books cannot be compared. Empty once everything has ended. */
export function unfinished({ around, shop, sent }: Run, { invoices, unattributed }: Answers): readonly string[] {
  const stray = new Set(unattributed.map(({ outpoint }) => outpoint));
  const ended = new Set(
    invoices.flatMap(({ crosstill: { deposits } }) =>
      deposits.filter(({ state }) => state === "settled" || state === "refunded").map(({ outpoint }) => outpoint),
    ),
  );
  const open = paidOnBitcoin(around, shop.acknowledged.addresses).filter(
    ({ outpoint }) => !ended.has(outpoint) && !stray.has(outpoint),
  );
  const openTokens = sent.filter(({ txHash }) => ![...ended, ...stray].some((one) => one.includes(txHash)));
  return [
    ...open.map(({ outpoint }) => `${outpoint} has not ended`),
    ...openTokens.map(({ txHash }) => `${txHash} has not ended`),
    ...when(around.world.ledger.view.mempool().size > 0, () => "a transaction waits for a block"),
  ];
} // prettier-ignore

/** Every sentence that is not as it should be, once nothing is under way any more. */
export async function faults(run: Run, answers: Answers): Promise<readonly string[]> {
  return [
    ...everyOrderIsOneInvoice(run, answers),
    ...everyPaymentIsCreditedOnce(run, answers),
    ...(await whatSettledIsWhatArrived(run, answers)),
    ...(await everyAddressWasWrittenDown(run)),
    ...endingsAreRight(run, answers),
  ];
}

function everyOrderIsOneInvoice({ shop }: Run, { invoices }: Answers): readonly string[] {
  return [...shop.acknowledged.orders].flatMap(([orderId, invoiceId]) => {
    const found = invoices.filter(({ metadata }) => metadata.orderId === orderId).map(({ id }) => id);
    return when(found.length !== 1 || found[0] !== invoiceId, () => `${orderId} was invoice ${invoiceId}, and is ${found.join(" and ") || "lost"}`);
  });
} // prettier-ignore

function everyPaymentIsCreditedOnce({ around, shop, sent }: Run, { invoices, unattributed }: Answers): readonly string[] {
  const { addresses } = shop.acknowledged;
  const tokens = sent.map(({ shown, txHash, units }) => ({ outpoint: txHash, value: units, owners: [shown.invoiceId] }));
  return [...paidOnBitcoin(around, addresses), ...tokens].flatMap(({ outpoint, value, owners }) => {
    const isIt = (one: Readonly<{ outpoint: string }>) => one.outpoint.startsWith(outpoint);
    const credited = invoices.flatMap(({ id, crosstill: { deposits } }) => deposits.filter(isIt).map((deposit) => ({ id, ...deposit })));
    const strays = unattributed.filter(isIt);
    const [one] = [...credited, ...strays];
    const owner = credited[0]?.id;
    return [
      ...when(credited.length + strays.length === 0, () => `${outpoint} (${value}) is lost`),
      ...when(credited.length + strays.length > 1, () => `${outpoint} counts ${credited.length} times, and ${strays.length} times as nobody's`),
      ...when(one !== undefined && BigInt(one.units) !== value, () => `${outpoint} brought ${value}, and ${one?.units} is in the books`),
      ...when(owner !== undefined && !owners.includes(owner), () => `${outpoint} was paid to ${owners.join(" or ")} and credited to ${owner}`),
    ];
  });
} // prettier-ignore

/** To the unit: what the invoices say to have settled is what the merchant has, and no transaction settled twice. */
async function whatSettledIsWhatArrived({ around: { world } }: Run, { invoices }: Answers): Promise<readonly string[]> {
  const settlements = invoices.flatMap(({ crosstill }) => crosstill.settlements);
  const total = settlements.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n);
  const received = await world.received();
  const hashes = settlements.map(({ txHash }) => txHash);
  return [
    ...when(total !== received, () => `${received} has arrived at the merchant, and ${total} is in the books`),
    ...settlements.filter(({ claimed }) => claimed).map(({ originOutpoint }) => `${originOutpoint} is only claimed to have settled`),
    ...hashes.filter((hash, index) => hashes.indexOf(hash) < index).map((hash) => `${hash} settled twice`),
    ...invoices.flatMap(({ id, crosstill }) => crosstill.anomalies.map((anomaly) => `${id}: ${JSON.stringify(anomaly)}`)),
  ];
} // prettier-ignore

/** No address was ever shown without the journal and a lease behind it. */
async function everyAddressWasWrittenDown({ gateway, shop }: Run): Promise<readonly string[]> {
  const lines = new Set<string>();
  for (const file of gateway.journalFiles)
    for await (const { invoiceId, depositAddress, requestId } of readJournal(file, () => {})) {
      lines.add(`${invoiceId} ${depositAddress}`);
      lines.add(`${invoiceId} ${depositAddress} ${requestId}`);
    }
  const leases = await gateway.rows("select invoice_id, address from leases");
  const leased = new Set(leases.map((lease) => `${String(lease["invoice_id"])} ${String(lease["address"])}`));
  const { addresses, onPages } = shop.acknowledged;
  const shown = [...addresses, ...onPages].map(({ invoiceId, address }) => `${invoiceId} ${address}`);
  const asked = addresses.map(({ invoiceId, address, requestId }) => `${invoiceId} ${address} ${requestId}`);
  return [
    ...[...shown, ...asked].filter((one) => !lines.has(one)).map((one) => `${one} was shown and is not in the journal`),
    ...shown.filter((one) => !leased.has(one)).map((one) => `${one} was shown without a lease`),
  ];
} // prettier-ignore

function endingsAreRight({ endings }: Run, { invoices }: Answers): readonly string[] {
  return invoices.flatMap(({ id, status, additionalStatus }) => {
    const { story, ends } = endings.get(id) ?? { story: "of nobody", ends: "any" };
    return when(ends !== "any" && ends !== status, () => `invoice ${id} (${story}) is ${status} ${additionalStatus}, not ${ends}`);
  });
} // prettier-ignore

/**
 * Every event reached the merchant, with the same words whenever it came. What is due is on its way: an event may be written just
 * before this look, such as the new price of a rest two seconds after its payment has settled.
 */
export async function unheard({ around, gateway }: Run): Promise<readonly string[]> {
  const bodies = new Map<string, Set<string>>();
  for (const { originalDeliveryId: id, body } of around.heard) bodies.set(id, (bodies.get(id) ?? new Set()).add(constantPart(body)));
  const deliveries = await gateway.rows("select d.id, d.webhook_id, d.original_id, e.body, d.state from deliveries d join events e on e.id = d.event_id");
  return deliveries.flatMap(({ id, webhook_id: webhookId, original_id: original, body: stored, state }) => {
    const event = JSON.parse(unpack(String(stored))) as object;
    const body = JSON.stringify({ webhookId, originalDeliveryId: original ?? id, ...event });
    const told = bodies.get(String(id));
    return [
      ...when(told === undefined && state !== "due", () => `delivery ${String(id)} (${String(state)}) was never heard: ${body.slice(0, 200)}`),
      ...when(told !== undefined && (told.size > 1 || !told.has(constantPart(body))), () => `delivery ${String(id)} changed its words`),
    ];
  });
} // prettier-ignore

type Output = Readonly<{ outpoint: string; value: bigint; owners: readonly string[] }>;

/** Every output in a block that pays an address which somebody was shown, and whom it may belong to. */
function paidOnBitcoin({ world }: Surroundings, addresses: readonly Shown[]): readonly Output[] {
  const { view } = world.ledger;
  const owners = new Map<string, Set<string>>(); // by address
  for (const { chainId, address, invoiceId } of addresses)
    if (chainId === BITCOIN_CHAIN_ID) owners.set(address, (owners.get(address) ?? new Set()).add(invoiceId));
  return [...owners].flatMap(([address, invoices]) => {
    const checked = checkBitcoinAddress("regtest", address);
    const script = checked ? scriptOf("regtest", checked) : "";
    return (view.script(script)?.confirmed ?? []).flatMap(({ tx }) =>
      tx.outputs.flatMap((output, vout) =>
        output.script === script ? [{ outpoint: `${tx.txid}:${vout}`, value: output.value, owners: [...invoices] }] : [],
      ),
    );
  });
} // prettier-ignore
