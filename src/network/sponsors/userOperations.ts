import { decodeEventLog, decodeFunctionData, parseAbi, type Hex } from "viem";
import { checkEvmAddress, type EvmAddress } from "../../evm/codec/address.ts";
import type { EvmCall, EvmLog } from "../chains/evm.ts";

/** The EntryPoints that Ethereum's account abstraction team has deployed at the same address on every chain: 0.8 and 0.7. */
export const ENTRY_POINTS: readonly string[] = [
  "0x4337084d9e255ff0702461cf8895ce9e3b5ff108",
  "0x0000000071727de22e5e9d8baf0edac6f37da032",
];

export const entryPointAbi = parseAbi([
  "struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }",
  "function handleOps(PackedUserOperation[] ops, address beneficiary)",
  "event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)",
  "event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)",
]);

/** What a user operation makes its account do, once the EntryPoint has checked its signature. */
export type OperationCall = Readonly<{ sender: EvmAddress; data: Hex; isDeployed: boolean }>;

const EXECUTE_USER_OP = "0x8dd7712f"; // gets the whole operation instead: it cannot be tried by its data alone

/** The operations of a call of handleOps; undefined for any other call. */
export function operationsIn(data: Hex): readonly OperationCall[] | undefined {
  try {
    const { args } = decodeFunctionData({ abi: entryPointAbi, data });
    return args[0].flatMap(({ sender, callData, initCode }) => {
      const address = checkEvmAddress(sender);
      if (!address || callData.startsWith(EXECUTE_USER_OP)) return [];
      return [{ sender: address, data: callData, isDeployed: initCode.length <= 2 }];
    });
  } catch {
    return undefined; // of another function, or damaged
  }
}

/** The call as the EntryPoint makes it. */
export function asMadeBy(call: Pick<EvmCall, "authorizationList">, { sender, data }: OperationCall): EvmCall {
  const { authorizationList } = call;
  return { to: sender, value: 0n, data, ...(authorizationList && { authorizationList }) };
}

/** An operation in a transaction that went through, which failed: the EntryPoint tells it by events only. */
export type FailedOperation = Readonly<{ reason: Hex }>; // what the account's own call gave back

/** The first failed operation that logs tell of, or undefined. */
export function failedOperation(
  logs: readonly Pick<EvmLog, "address" | "topics" | "data">[],
): FailedOperation | undefined {
  const events = logs
    .filter(({ address }) => ENTRY_POINTS.includes(address))
    .flatMap(({ topics, data }) => readEvent(topics, data) ?? []);
  const failed = events.find((event) => event.eventName === "UserOperationEvent" && !event.args.success);
  if (!failed) return undefined;
  for (const event of events)
    if (event.eventName === "UserOperationRevertReason" && event.args.userOpHash === failed.args.userOpHash)
      return { reason: event.args.revertReason };
  return { reason: "0x" };
}

function readEvent([signature, ...indexed]: readonly Hex[], data: Hex) {
  if (!signature) return undefined;
  try {
    return decodeEventLog({ abi: entryPointAbi, topics: [signature, ...indexed], data });
  } catch {
    return undefined; // another event
  }
}
