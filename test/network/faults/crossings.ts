import { payments } from "bitcoinjs-lib";
import { networkParameters, scriptOf, type BitcoinAddress } from "../../../src/bitcoin/address.ts";
import { ZERO_ADDRESS } from "../../../src/evm/address.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/protocol/identifiers.ts";
import { payerBitcoin } from "../../../src/sandbox/accounts.ts";
import { createPayees, transferOf } from "../evmRoutes.ts";
import { EVM_CHAIN_ID, OTHER_CHAIN_ID, type World } from "../world.ts";

/** A way for money to take: what is asked for, how it is paid, and where it has to arrive. */
export type Crossing = Readonly<{
  name: string;
  outcome: "success" | "refund";
  body: Readonly<Record<string, unknown>>;
  pay(address: string): Promise<unknown>;
  payee: string;
  origin: "bitcoin" | "evm";
  at: "bitcoin" | "evm" | "other"; // where the payee is paid
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
  const toDollars = to(OTHER_CHAIN_ID, world.other.usdc);
  const wallet = (index: 0 | 1 | 2) => ({ user: wallets[index].address });
  const sendDollars = (index: 0 | 1 | 2, address: string, amount: bigint) =>
    wallets[index].send(transferOf(usdc, address, amount));

  return () => {
    const [first, second, third, back, home] = [payee(), payee(), script(), payee(), script()] as const;
    return [
      {
        ...{
          name: "Bitcoin to EVM",
          origin: "bitcoin",
          outcome: "success",
          payee: first,
          at: "other",
          deposited: sats,
        },
        body: { ...fromBitcoin, ...toDollars, recipient: first, refundTo: script() },
        pay: (address) => world.pay(address, 100_000),
      },
      {
        ...{
          name: "EVM to EVM",
          origin: "evm",
          outcome: "success",
          payee: second,
          at: "other",
          deposited: coins,
        },
        body: { ...wallet(0), ...from(EVM_CHAIN_ID, ZERO_ADDRESS, coins), ...toDollars, recipient: second },
        pay: (address) => wallets[0].send({ to: address, value: coins }),
      },
      {
        ...{
          name: "EVM to Bitcoin",
          origin: "evm",
          outcome: "success",
          payee: third,
          at: "bitcoin",
          deposited: dollars,
        },
        body: {
          ...{ ...wallet(1), ...from(EVM_CHAIN_ID, usdc, dollars) },
          ...{ ...to(BITCOIN_CHAIN_ID, BTC_CURRENCY), recipient: third },
        },
        pay: (address) => sendDollars(1, address, dollars),
      },
      {
        // A strict order takes nothing less than its amount.
        ...{
          name: "a refund on EVM",
          origin: "evm",
          outcome: "refund",
          payee: back,
          at: "evm",
          deposited: dollars - 1n,
        },
        body: {
          ...{ ...wallet(2), ...from(EVM_CHAIN_ID, usdc, dollars), ...toDollars },
          ...{ recipient: payee(), refundTo: back, strict: true },
        },
        pay: (address) => sendDollars(2, address, dollars - 1n),
      },
      {
        ...{
          name: "a refund on Bitcoin",
          origin: "bitcoin",
          outcome: "refund",
          payee: home,
          at: "bitcoin",
          deposited: sats - 1n,
        },
        body: { ...fromBitcoin, ...toDollars, recipient: payee(), refundTo: home, strict: true },
        pay: (address) => world.pay(address, 99_999),
      },
    ];
  };
}

/** Every payment that a payee got, in smallest units: tokens on EVM chains, outputs on Bitcoin. */
export async function paymentsTo(world: World, { payee, at }: Crossing): Promise<readonly bigint[]> {
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

const TRANSFER = {
  type: "event",
  name: "Transfer",
  inputs: [
    { name: "from", type: "address", indexed: true },
    { name: "to", type: "address", indexed: true },
    { name: "value", type: "uint256", indexed: false },
  ],
} as const;

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
