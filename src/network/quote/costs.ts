import { divCeil, sum } from "../../values/amount.ts";
import type { Currency } from "../catalog.ts";
import type { DataFee } from "../chains/dataFee.ts";
import type { PermitKind } from "../permits/permit.ts";
import type { Call, Method } from "../request.ts";
import type { Coin, Cost, Market } from "./pricing.ts";

/**
 * What a price depends on besides the amount. `fillGas` is what the transaction of the fill uses where that is more than a plain
 * payment: it makes calls, or the recipient is a contract.
 */
export type Route = Readonly<{
  origin: Currency;
  destination: Currency;
  method: Method;
  fillGas?: bigint;
  calls?: readonly Call[];
  permit?: PermitKind | undefined; // of the method permit
}>;

/**
 * A chain's own coin, and what it takes for one unit of work: wei per gas, or sats per 1,000 virtual bytes. On chains of the OP
 * stack and of Arbitrum a transaction pays for its data too.
 */
export type ChainPrices = Readonly<{ coin: Coin; perUnit: bigint; data: DataFee }>;

// The extra gas of deposit addresses (interface specification 4.4, 8): by what is deposited, or bridged from Bitcoin.
const DEPOSIT_ADDRESS_NATIVE_GAS = 33_000n;
const DEPOSIT_ADDRESS_TOKEN_GAS = 70_000n;

const NATIVE_TRANSFER_GAS = 21_000n;
const TOKEN_TRANSFER_GAS = 65_000n; // to a new holder
const PERMIT_GAS: Readonly<Record<PermitKind, bigint>> = {
  eip3009: 80_000n,
  erc2612: 130_000n,
  permit2: 130_000n,
};
const DEPOSIT_NATIVE_GAS = 60_000n;
const DEPOSIT_TOKEN_GAS = 150_000n; // with the approval
const DESK_GAS = 200_000n; // with the approval
const WRAP_GAS = 45_000n;

// The bytes of signed transactions.
const NATIVE_TRANSFER_BYTES = 120n;
const TOKEN_TRANSFER_BYTES = 190n;
const ROUTER_BYTES = 600n; // around calls
const CALL_BYTES = 200n; // around the data of one
export const SWEEP_BYTES = 250n; // of a deposit address, into the depository
const AUTHORIZATION_BYTES = 450n;
const PERMIT_BYTES = 1_000n; // with a wallet's longer signature

const SWEEP_VBYTES = 191n; // one input, depository and OP_RETURN
const PAYMENT_VBYTES = 141n; // one input, payment and change

/** What a route costs the service and its user, in the coins of both chains. */
export function routeCosts(
  route: Route,
  here: ChainPrices,
  there: ChainPrices,
): Pick<Market, "relayerCosts" | "payerCost"> {
  return { relayerCosts: relayerCosts(route, here, there), payerCost: payerCost(route, here) };
}

function relayerCosts(route: Route, here: ChainPrices, there: ChainPrices): readonly Cost[] {
  const { method, origin, destination } = route;
  if (method === "desk" || method === "direct") return [];
  const costs = [fillCost(route, there)];
  if (origin.kind === "bitcoin") costs.push(vbytes("sweep", here, SWEEP_VBYTES));
  if (method === "permit") costs.push(permitCost(route, here));
  if (method === "deposit-address") {
    // The contract at the address works on the origin; a deposit of bitcoin is credited by its bridge's destination.
    if (origin.kind !== "bitcoin")
      costs.push(gas("deposit address", here, depositAddressGas(origin), SWEEP_BYTES));
    else if (destination.kind !== "bitcoin")
      costs.push(gas("deposit address", there, depositAddressGas(destination)));
  }
  return costs;
}

function permitCost({ permit = "eip3009" }: Route, here: ChainPrices): Cost {
  const units = PERMIT_GAS[permit] + DEPOSIT_ADDRESS_TOKEN_GAS;
  const bytes = permit === "eip3009" ? AUTHORIZATION_BYTES : PERMIT_BYTES;
  return gas("permit", here, units, bytes + SWEEP_BYTES);
}

function fillCost(route: Route, there: ChainPrices): Cost {
  const { destination, fillGas } = route;
  if (destination.kind === "bitcoin") return vbytes("fill", there, PAYMENT_VBYTES);
  if (fillGas === undefined) return gas("fill", there, plainFillGas(destination), fillBytes(route));
  return gas("fill", there, fillGas, there.data.inGas ? 0n : fillBytes(route)); // what a trial used has the data
}

function fillBytes({ destination, calls = [] }: Route): bigint {
  const transfer = destination.kind === "native" ? NATIVE_TRANSFER_BYTES : TOKEN_TRANSFER_BYTES;
  if (calls.length === 0) return transfer;
  return ROUTER_BYTES + sum(calls.map(({ data }) => CALL_BYTES + BigInt(data.length) / 2n)); // hex
}

/** The gas of a payment to a plain account, about. */
export function plainFillGas({ kind }: Currency): bigint {
  return kind === "native" ? NATIVE_TRANSFER_GAS : TOKEN_TRANSFER_GAS;
}

function depositAddressGas({ kind }: Currency): bigint {
  return kind === "native" ? DEPOSIT_ADDRESS_NATIVE_GAS : DEPOSIT_ADDRESS_TOKEN_GAS;
}

function payerCost({ method, origin, destination }: Route, here: ChainPrices): Cost {
  if (origin.kind === "bitcoin") return vbytes("deposit", here, PAYMENT_VBYTES);
  const native = origin.kind === "native";
  const transfer = native ? NATIVE_TRANSFER_GAS : TOKEN_TRANSFER_GAS;
  switch (method) {
    case "deposit-address":
      return gas("deposit", here, transfer);
    case "depository":
      return gas("deposit", here, native ? DEPOSIT_NATIVE_GAS : DEPOSIT_TOKEN_GAS);
    case "desk":
      return gas("swap", here, DESK_GAS);
    case "direct":
      return gas("send", here, origin.address === destination.address ? transfer : WRAP_GAS);
    case "permit": // the service sends what the user signed
    case "psbt": // from Bitcoin, as above
      return gas("nothing", here, 0n);
  }
}

/** What a transaction costs by its gas, and by its data where the chain takes something for that. */
function gas(what: string, { coin, perUnit, data }: ChainPrices, units: bigint, bytes = 0n): Cost {
  return { what, coin, amount: units * perUnit + divCeil(bytes * data.perKb, 1_000n) };
}

function vbytes(what: string, { coin, perUnit }: ChainPrices, units: bigint): Cost {
  return { what, coin, amount: divCeil(units * perUnit, 1_000n) };
}
