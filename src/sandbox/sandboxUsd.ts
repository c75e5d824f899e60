import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { getContractAddress, type Abi, type Address, type Hex } from "viem";
import { z } from "zod";
import { erc20Abi } from "../evm/erc20.ts";
import type { EvmAddress } from "../evm/address.ts";
import { deployerEvm } from "./accounts.ts";
import { signingClient, type SigningClient } from "./evmClients.ts";
import type { EvmChain } from "./evmChain.ts";

const ARTIFACT = fileURLToPath(new URL("../../build/contracts/SandboxUsd.json", import.meta.url)); // the same from src and from build

/** What somebody holds at least after a set-up; below half of it, it is filled up again. */
export type Allowance = Readonly<{ usdc: bigint; native: bigint }>;

/** Where the dollar coin lies on every sandbox chain: it is the deployer's first contract. */
export function usdcAddress(): EvmAddress {
  const address = getContractAddress({ from: deployerEvm().address, nonce: 0n });
  return address.toLowerCase() as EvmAddress; // computed, so surely an address
}

/** Deploys the dollar coin unless it is there, and gives its address. */
export async function deployUsdc(chain: EvmChain): Promise<EvmAddress> {
  const client = signingClient(chain, deployerEvm());
  const address = usdcAddress();
  if (await client.getCode({ address })) return address;
  const { abi, bytecode } = readArtifact();
  await mined(client, await client.deployContract({ abi, bytecode }));
  return address;
}

/** Fills up the balances of an account. Calling it again changes nothing until half of them is gone. */
export async function fund(chain: EvmChain, account: Address, allowance: Allowance): Promise<void> {
  const client = signingClient(chain, deployerEvm());
  const token = usdcAddress();
  const usdc = await client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [account],
  });
  if (usdc < allowance.usdc / 2n) {
    const { abi } = readArtifact();
    const missing = allowance.usdc - usdc;
    await mined(
      client,
      await client.writeContract({ address: token, abi, functionName: "mint", args: [account, missing] }),
    );
  }
  const native = await client.getBalance({ address: account });
  if (native < allowance.native / 2n) {
    await mined(client, await client.sendTransaction({ to: account, value: allowance.native - native }));
  }
}

/** Throws unless a transaction is in a block and succeeded. The sandbox mines a block for each at once. */
export async function mined(client: SigningClient, hash: Hex): Promise<void> {
  const { status } = await client.getTransactionReceipt({ hash });
  if (status !== "success") throw new Error(`Transaction ${hash} was reverted.`);
}

const artifactSchema = z.object({
  abi: z.custom<Abi>((value) => Array.isArray(value)),
  bytecode: z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x")),
});

function readArtifact(): z.infer<typeof artifactSchema> {
  try {
    return artifactSchema.parse(JSON.parse(fs.readFileSync(ARTIFACT, "utf8")));
  } catch (cause) {
    throw new Error(`The compiled contract ${ARTIFACT} is missing or damaged: run "npm run build".`, {
      cause,
    });
  }
}
