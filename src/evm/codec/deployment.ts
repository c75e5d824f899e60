import {
  concat,
  encodeAbiParameters,
  getContractAddress,
  keccak256,
  toBytes,
  toHex,
  type Address,
  type Hex,
} from "viem";
import type { EvmAddress } from "./address.ts";

/**
 * Where the intent service's contracts lie: on every chain at the same address for the same solver and owner, because all are created
 * by the deterministic deployer (CREATE2) with one salt. Deposit addresses follow from the factory in the same way.
 */

/** The deployer that most EVM chains have: it creates the rest of its call data, with the first 32 bytes as the salt. */
export const DETERMINISTIC_DEPLOYER = "0x4e59b44847b379578588920ca78fbf26c0b4956c" as EvmAddress;
export const DEPLOYMENT_SALT = keccak256(toHex("crosstill network 1"));

export type ContractName =
  | "Depository"
  | "Router"
  | "ApprovalProxy"
  | "DepositAddressFactory"
  | "SwapDesk"
  | "PermitTransfer";
export type PlannedContract = Readonly<{ name: ContractName; address: EvmAddress; initCode: Hex }>;
export type ContractAddresses = Readonly<Record<ContractName, EvmAddress>>;

/**
 * The contracts in the order in which they are deployed. The solver makes the swaps and hands in permits; the owner names who
 * signs the depository's orders, and is the solver itself unless another is given.
 * @param artifacts the creation code of each contract, without constructor arguments
 */
export function deploymentPlan({
  solver,
  owner = solver,
  artifacts,
}: Readonly<{
  solver: Address;
  owner?: Address;
  artifacts: Readonly<Record<ContractName, Readonly<{ bytecode: Hex }>>>;
}>): readonly PlannedContract[] {
  const plan = (name: ContractName, argument?: Address): PlannedContract => {
    const args = argument ? encodeAbiParameters([{ type: "address" }], [argument]) : "0x";
    const initCode = concat([artifacts[name].bytecode, args]);
    return { name, initCode, address: create2Address(DETERMINISTIC_DEPLOYER, DEPLOYMENT_SALT, initCode) };
  };
  const depository = plan("Depository", owner);
  const router = plan("Router");
  return [
    depository,
    router,
    plan("ApprovalProxy", router.address),
    plan("DepositAddressFactory", depository.address),
    plan("SwapDesk", solver),
    plan("PermitTransfer", solver),
  ];
}

/** The addresses of a plan by name. */
export function plannedAddresses(plan: readonly PlannedContract[]): ContractAddresses {
  const entries = plan.map(({ name, address }) => [name, address]);
  return Object.fromEntries(entries) as ContractAddresses; // a plan has every name
}

/** The address of the contract that `deployer` creates from `initCode` with CREATE2 (EIP-1014). */
export function create2Address(deployer: Address, salt: Hex, initCode: Hex): EvmAddress {
  return addressIn(keccak256(create2Preimage(deployer, salt, keccak256(initCode)), "bytes"));
}

/** The deposit address that belongs to a salt: what the factory's computeDepositAddress answers, without asking it. */
export function depositAddressOf(factory: Address, salt: Hex): EvmAddress {
  return addressIn(keccak256(create2Preimage(factory, salt, cloneCodeHash(factory)), "bytes"));
}

/**
 * The salt of the deposit address number `index`, and the address: the first attempt with an address that
 * begins and ends with d, as section 4.4 of the contract asks (about 256 attempts, a few milliseconds).
 * Deterministic. @param seedTag keeps the addresses of different owners apart and, when it is secret,
 * unpredictable
 */
export function findDepositSalt(
  factory: Address,
  index: number,
  seedTag: Hex = "0x",
): Readonly<{ salt: Hex; address: EvmAddress }> {
  const start = keccak256(concat([toHex(index, { size: 32 }), seedTag])); // its last four bytes count the attempts
  const preimage = create2Preimage(factory, start, cloneCodeHash(factory));
  const salt = preimage.subarray(21, 53);
  const counter = new DataView(preimage.buffer, preimage.byteOffset + 49, 4);
  for (let attempt = 0; ; attempt++) {
    counter.setUint32(0, attempt);
    const hash = keccak256(preimage, "bytes");
    if (hasDAtBothEnds(hash)) return { salt: toHex(salt), address: addressIn(hash) };
  }
}

/** The address is the last 20 bytes of a hash. */
function hasDAtBothEnds(hash: Uint8Array): boolean {
  const [first = 0, last = 0] = [hash[12], hash[31]];
  return first >> 4 === 0xd && (last & 15) === 0xd;
}

function addressIn(hash: Uint8Array): EvmAddress {
  return toHex(hash.subarray(12)) as EvmAddress; // 20 bytes in lower case
}

/** 85 bytes: 0xff, the creator, the salt from byte 21, the code hash from byte 53 (EIP-1014). */
function create2Preimage(creator: Address, salt: Hex, codeHash: Hex): Uint8Array {
  return toBytes(concat(["0xff", creator, salt, codeHash]));
}

/** The hash of the code that creates a clone (EIP-1167) of the implementation, which is the factory's first own contract. */
function cloneCodeHash(factory: Address): Hex {
  const implementation = getContractAddress({ from: factory, nonce: 1n });
  return keccak256(
    concat([
      "0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
      implementation,
      "0x5af43d82803e903d91602b57fd5bf3",
    ]),
  );
}
