import { concat, getContractAddress } from "viem";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { create2Address, DEPLOYMENT_SALT, DETERMINISTIC_DEPLOYER } from "../../evm/codec/deployment.ts";
import type { TokenConfig } from "../../network/catalog.ts";
import { readArtifact } from "../../network/contracts/artifacts.ts";
import { deployerEvm } from "../accounts.ts";
import { mined, signingClient } from "./evmClients.ts";
import type { EvmChain } from "./evmChain.ts";

/** A token of the sandbox: the same contract at the same address on each of its EVM chains. */
export type SandboxToken = TokenConfig & Readonly<{ address: EvmAddress; contract: string }>;

const FIRST = { symbol: "USDC", name: "Sandbox USD Coin", decimals: 6, contract: "SandboxUsd" };

/** In the order in which the deployer creates them, which is what their addresses follow from. */
const KINDS: readonly Omit<SandboxToken, "address">[] = [
  { ...FIRST, permit: { name: FIRST.name, version: "2" } },
  { symbol: "USDT", name: "Sandbox Tether", decimals: 6, contract: "SandboxTether", approveZeroFirst: true },
  { symbol: "WETH", name: "Wrapped Ether", decimals: 18, contract: "WrappedNative", wrapsNative: true },
];

/** The tokens of every EVM chain: a dollar coin with permits, an awkward dollar coin, and the wrapped native coin. */
export const SANDBOX_TOKENS: readonly SandboxToken[] = KINDS.map((kind, index) => ({
  ...kind,
  address: getContractAddress({
    from: deployerEvm().address,
    nonce: BigInt(index),
  }).toLowerCase() as EvmAddress, // computed, so surely an address
}));

/** Where the dollar coin lies. */
export const USDC_ADDRESS = tokenOf("USDC").address;

/** The token of a symbol. Throws when there is none. */
export function tokenOf(symbol: string): SandboxToken {
  const token = SANDBOX_TOKENS.find((candidate) => candidate.symbol === symbol);
  if (token) return token;
  throw new Error(`The sandbox has no token ${symbol}.`);
}

/** Deploys the tokens that are not there yet. On a chain without any they are the deployer's first transactions. */
export async function deployTokens(chain: EvmChain): Promise<void> {
  const client = signingClient(chain, deployerEvm());
  for (const { contract, address } of SANDBOX_TOKENS) {
    if (await client.getCode({ address })) continue;
    await mined(client, await client.deployContract(readArtifact(contract)));
  }
}

/** Where the sandbox's stand-in for Permit2 is on each of its EVM chains. */
export function permit2Address(): EvmAddress {
  return create2Address(DETERMINISTIC_DEPLOYER, DEPLOYMENT_SALT, readArtifact("SandboxPermit2").bytecode);
}

/** Deploys the stand-in for Permit2 where it is not there yet. */
export async function deployPermit2(chain: EvmChain): Promise<void> {
  const client = signingClient(chain, deployerEvm());
  if (await client.getCode({ address: permit2Address() })) return;
  const data = concat([DEPLOYMENT_SALT, readArtifact("SandboxPermit2").bytecode]);
  await mined(client, await client.sendTransaction({ to: DETERMINISTIC_DEPLOYER, data }));
}
