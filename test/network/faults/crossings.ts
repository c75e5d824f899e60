import { expect } from "chai";
import { payments } from "bitcoinjs-lib";
import { networkParameters, scriptOf, type BitcoinAddress } from "../../../src/bitcoin/codec/address.ts";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { payerBitcoin } from "../../../src/sandbox/accounts.ts";
import { createPayees, transferOf } from "../evmRoutes.ts";
import { EVM_CHAIN_ID, OTHER_CHAIN_ID, type World } from "../world.ts";

/** One of the chains of a world. */
export type Side = "bitcoin" | "evm" | "other";

/** A way for money to take: what is asked for, how it is paid, and where it has to arrive. */
export type Crossing = Readonly<{
  name: string;
  outcome: "success" | "refund";
  body: Readonly<Record<string, unknown>>;
  pay(address: string): Promise<unknown>;
  payee: string;
  origin: Side;
  destination: Side;
  at: Side; // where the payee is paid
  deposited: bigint; // smallest units of the origin currency
}>;

/** Makes crossings of every kind, each with a payee of its own and a wallet that no other of its round uses. */
export async function createCrossings(world: World): Promise<() => readonly Crossing[]> {
  const { wallet: walletOf } = world.evm; // one after the other: the same account gives all of them their tokens
  const wallets = [await walletOf(10), await walletOf(11), await walletOf(12)] as const;
  const payee = createPayees();
  let scripts = 0;
  const script = () => {
    const hash = Buffer.alloc(20, 7);
    hash.writeUInt32BE(++scripts);
    return payments.p2wpkh({ hash, network: networkParameters("regtest") }).address ?? "";
  };
  const { usdc } = world.evm;
  const coins = 10n ** 17n;
  const dollars = 200_000_000n;
  const sats = 100_000n;
  const fromBitcoin = { user: payerBitcoin().address, ...from(BITCOIN_CHAIN_ID, BTC_CURRENCY, sats) };
  const toBitcoin = to(BITCOIN_CHAIN_ID, BTC_CURRENCY);
  const toDollars = to(OTHER_CHAIN_ID, world.other.usdc);
  const wallet = (index: 0 | 1 | 2) => ({ user: wallets[index].address });
  const sendDollars = (index: 0 | 1 | 2, address: string, amount: bigint) =>
    wallets[index].send(transferOf(usdc, address, amount));

  return () => {
    const [first, second, third, back, home] = [payee(), payee(), script(), payee(), script()] as const;
    return [
      {
        ...success("bitcoin", "other", first, sats),
        body: { ...fromBitcoin, ...toDollars, recipient: first, refundTo: script() },
        pay: (address) => world.pay(address, 100_000),
      },
      {
        ...success("evm", "other", second, coins),
        body: { ...wallet(0), ...from(EVM_CHAIN_ID, ZERO_ADDRESS, coins), ...toDollars, recipient: second },
        pay: (address) => wallets[0].send({ to: address, value: coins }),
      },
      {
        ...success("evm", "bitcoin", third, dollars),
        body: { ...wallet(1), ...from(EVM_CHAIN_ID, usdc, dollars), ...toBitcoin, recipient: third },
        pay: (address) => sendDollars(1, address, dollars),
      },
      {
        ...refund("evm", back, dollars - 1n), // a strict order takes nothing less than its amount
        body: {
          ...{ ...wallet(2), ...from(EVM_CHAIN_ID, usdc, dollars), ...toDollars },
          ...{ recipient: payee(), refundTo: back, strict: true },
        },
        pay: (address) => sendDollars(2, address, dollars - 1n),
      },
      {
        ...refund("bitcoin", home, sats - 1n),
        body: { ...fromBitcoin, ...toDollars, recipient: payee(), refundTo: home, strict: true },
        pay: (address) => world.pay(address, 99_999),
      },
    ];
  };
}

/** Every payment that a payee got, in smallest units: tokens on EVM chains, outputs on Bitcoin. */
async function paymentsTo(world: World, { payee, at }: Crossing): Promise<readonly bigint[]> {
  if (at === "bitcoin") {
    const entry = world.ledger.view.script(scriptOf("regtest", payee as BitcoinAddress));
    return [...(entry?.unspent.values() ?? [])].map(({ value }) => value);
  }
  const { client, usdc: address } = world[at];
  const logs = await client.getLogs({
    address,
    event: TRANSFER,
    args: { to: payee as `0x${string}` },
    fromBlock: 0n,
  });
  return logs.map(({ args }) => args.value ?? 0n);
}

/** A call of the service: GET, or POST with a body. */
export type Ask = (path: string, body?: unknown) => Promise<Json>;
export type Json = Record<string, unknown>;

export type Quoted = Readonly<{ crossing: Crossing; requestId: string; address: string; minimum: bigint }>;

/** Asks for the quote of a crossing; undefined when it is refused. */
export async function quote(ask: Ask, crossing: Crossing): Promise<Quoted | undefined> {
  const answer = await ask("/quote/v2", crossing.body);
  if (answer.steps === undefined) return undefined;
  const { steps, details } = answer as {
    steps: [{ requestId: string; depositAddress: string }];
    details: { currencyOut: { minimumAmount: string } };
  };
  const [{ requestId, depositAddress: address }] = steps;
  return { crossing, requestId, address, minimum: BigInt(details.currencyOut.minimumAmount) };
}

/** The deposits reach their chains: those on Bitcoin one after the other, because one wallet pays them, the others at once. */
export async function depositAll(world: World, quotes: readonly Quoted[]): Promise<void> {
  const isBitcoin = ({ crossing }: Quoted) => crossing.origin === "bitcoin";
  const onBitcoin = async () => {
    for (const { crossing, address } of quotes.filter(isBitcoin)) await crossing.pay(address);
    await world.mine();
  };
  const others = quotes.filter((one) => !isBitcoin(one));
  await Promise.all([onBitcoin(), ...others.map(({ crossing, address }) => crossing.pay(address))]);
}

/** The status word that a client is told. */
export async function statusOf(ask: Ask, { requestId }: Quoted): Promise<string> {
  return String((await ask(`/intents/status/v3?requestId=${requestId}`)).status);
}

/** The request has ended as it should, and its payee got one payment: of the amount that the service tells. */
export async function expectPaidOnce(world: World, ask: Ask, one: Quoted): Promise<void> {
  const { crossing, requestId, minimum } = one;
  const { name, outcome, deposited } = crossing;
  expect(await statusOf(ask, one), name).to.equal(outcome);
  const paid = await paymentsTo(world, crossing);
  expect(paid, `${name}: payments to ${crossing.payee}`).to.have.length(1);
  const { requests } = await ask(`/requests/v2?id=${requestId}`);
  const [row] = requests as readonly { data: { metadata: Record<string, { amount: string } | null> } }[];
  const told = row?.data.metadata[outcome === "success" ? "currencyOut" : "currencyRefunded"]?.amount;
  expect(String(paid[0]), `${name}: what the service says`).to.equal(told);
  const least = outcome === "success" ? minimum : (deposited * 95n) / 100n; // a refund pays for its own way
  expect((paid[0] ?? 0n) >= least, `${name}: ${paid[0]} is at least ${least}`).to.equal(true);
}

const TRANSFER = {
  type: "event",
  name: "Transfer",
  inputs: [
    { name: "from", type: "address", indexed: true },
    { name: "to", type: "address", indexed: true },
    { name: "value", type: "uint256", indexed: false },
  ],
} as const;

function success(origin: Side, destination: Side, payee: string, deposited: bigint) {
  const name = `${origin} to ${destination}`;
  return { name, origin, destination, outcome: "success", payee, at: destination, deposited } as const;
}

function refund(origin: Side, payee: string, deposited: bigint) {
  const name = `a refund on ${origin}`;
  return { name, origin, destination: "other", outcome: "refund", payee, at: origin, deposited } as const;
}

function from(originChainId: number, originCurrency: string, amount: bigint) {
  return {
    ...{ originChainId, originCurrency, amount: String(amount) },
    tradeType: "EXACT_INPUT",
    useDepositAddress: true,
  };
}

function to(destinationChainId: number, destinationCurrency: string) {
  return { destinationChainId, destinationCurrency };
}
