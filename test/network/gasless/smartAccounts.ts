import { createRequire } from "node:module";
import { toSimpleSmartAccount } from "permissionless/accounts";
import {
  concat,
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  http,
  type Abi,
  type Hex,
} from "viem";
import { entryPoint08Abi, toPackedUserOperation, type SmartAccount, type UserOperation } from "viem/account-abstraction"; // prettier-ignore
import { prepareAuthorization } from "viem/actions";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { create2Address, DETERMINISTIC_DEPLOYER } from "../../../src/evm/codec/deployment.ts";
import type { Artifact } from "../../../src/network/contracts/artifacts.ts";
import type { EvmWorld, Wallet } from "../evmWorld.ts";

const packaged = createRequire(import.meta.url);

/** What account abstraction needs on a chain (EIP-4337), from the package of its authors, version 0.8.0. */
export type AccountContracts = Readonly<{
  entryPoint: EvmAddress;
  factory: EvmAddress; // of accounts that are contracts
  account7702: EvmAddress; // what an account with a key delegates to
}>;

/** What the authors have deployed them with, so that they are at the same addresses on every chain. */
const SALT = "0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9";

/** Deploys them, in the same way as everywhere. */
export async function deployAccountContracts({ client }: EvmWorld): Promise<AccountContracts> {
  const deploy = async (name: string, args: readonly unknown[] = []) => {
    const { abi, bytecode } = packaged(`@account-abstraction/contracts/artifacts/${name}.json`) as Artifact;
    const initCode = args.length > 0 ? encodeDeployData({ abi: abi as Abi, bytecode, args }) : bytecode;
    const hash = await client.sendTransaction({ to: DETERMINISTIC_DEPLOYER, data: concat([SALT, initCode]) });
    await client.waitForTransactionReceipt({ hash });
    return create2Address(DETERMINISTIC_DEPLOYER, SALT, initCode);
  };
  const entryPoint = await deploy("EntryPoint");
  return {
    entryPoint,
    factory: await deploy("SimpleAccountFactory", [entryPoint]),
    account7702: await deploy("Simple7702Account"),
  };
}

/** The smart account of a key: a contract that its first operation deploys, or the key's own address (EIP-7702). */
export async function smartAccount(
  { url, client }: EvmWorld,
  { entryPoint, factory, account7702 }: AccountContracts,
  { account: owner }: Wallet,
  eip7702 = false,
): Promise<SmartAccount> {
  const reader = createPublicClient({ chain: client.chain, transport: http(url) });
  const options = { client: reader, owner, entryPoint: { address: entryPoint, version: "0.8" } } as const;
  const account = eip7702
    ? await toSimpleSmartAccount({ ...options, eip7702: true, accountLogicAddress: account7702 })
    : await toSimpleSmartAccount({ ...options, factoryAddress: factory });
  return account as unknown as SmartAccount;
}

export type Calls = readonly Readonly<{ to: Hex; data: Hex; value?: bigint }>[];

/** A signed operation that makes calls one after the other and pays nothing for its gas, as a call of handleOps. */
export async function handleOpsOf(
  account: SmartAccount,
  calls: Calls,
  changes: Partial<UserOperation<"0.8">> = {},
): Promise<Readonly<{ to: Hex; data: Hex }>> {
  const { factory, factoryData } = await account.getFactoryArgs();
  const unsigned = {
    ...{
      sender: account.address,
      nonce: await account.getNonce(),
      callData: await account.encodeCalls(calls),
    },
    ...{ callGasLimit: 600_000n, verificationGasLimit: 600_000n, preVerificationGas: 0n },
    ...{ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, signature: "0x" as Hex },
    ...(factory && factoryData && { factory, factoryData }),
    ...changes,
  };
  const signature = await account.signUserOperation(unsigned);
  const packed = toPackedUserOperation({
    ...unsigned,
    signature,
    ...(changes.signature && { signature: changes.signature }),
  });
  const beneficiary = "0x000000000000000000000000000000000000dEaD";
  const data = encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: "handleOps",
    args: [[packed], beneficiary],
  });
  return { to: account.entryPoint.address, data };
}

/** The key's consent to act by the account contract, as POST /execute takes it. */
export async function signDelegation(
  { client }: EvmWorld,
  { account, address }: Wallet,
  contract: EvmAddress,
  changes: Readonly<{ chainId?: number; nonce?: number }> = {},
): Promise<Record<string, unknown>> {
  const nonce = await client.getTransactionCount({ address });
  const { chainId } = await prepareAuthorization(client, { account, contractAddress: contract });
  const signed = await account.signAuthorization!({ address: contract, chainId, nonce, ...changes });
  return { ...signed, yParity: signed.yParity ?? 0, v: undefined };
}
