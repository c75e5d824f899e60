import {
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  keccak256,
  publicActions,
  toHex,
  walletActions,
  type Hex,
} from "viem";
import { checkEvmAddress, type EvmAddress } from "../../src/evm/codec/address.ts";
import type { ContractAddresses } from "../../src/evm/codec/deployment.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import type { EvmChainConfig } from "../../src/network/catalog.ts";
import { readArtifact, readServiceArtifacts } from "../../src/network/contracts/artifacts.ts";
import { deployContracts } from "../../src/network/contracts/deploy.ts";
import { evmAccount } from "../../src/sandbox/accounts.ts";
import { miningTransport } from "../support/anvilState.ts";
import { startAnvil, type Anvil } from "./anvil.ts";

/** A real anvil with the service's contracts and four tokens on it. Account 0 of the test mnemonic deploys and mints. */
export type EvmWorld = Readonly<{
  id: number;
  url: string;
  contracts: ContractAddresses;
  usdc: EvmAddress; // EIP-3009
  usdt: EvmAddress; // needs its allowance reset
  weth: EvmAddress;
  unknown: EvmAddress; // a token that nobody configured
  permit2: EvmAddress;
  client: ReturnType<typeof clientOf>;
  /** What the service is told about this chain, with an RPC URL of the caller's choice. */
  config(rpcUrl: string): EvmChainConfig;
  balanceOf(token: EvmAddress, owner: string): Promise<bigint>;
  /** Gives an account tokens, and returns when they are there. */
  mint(token: EvmAddress, to: string, amount: bigint): Promise<void>;
  /** Changes what an account has of a token, behind everybody's back: no transaction, no log. */
  setTokens(token: EvmAddress, owner: string, amount: bigint): Promise<void>;
  /** The same of the USDC. */
  setUsdc(owner: string, amount: bigint): Promise<void>;
  /** A wallet with coins and tokens: account `index` of the test mnemonic (10 and more are nobody's). */
  wallet(index: number): Promise<Wallet>;
  stop(): Promise<void>;
}>;

export type Wallet = Readonly<{
  address: EvmAddress;
  account: ReturnType<typeof evmAccount>;
  /** Sends a transaction and waits until it is in a block; throws when it reverts. */
  send(call: Readonly<{ to: string; value?: bigint; data?: string }>): Promise<Hex>;
}>;

/** Starts the chain with everything deployed. The solver's account gets nothing: see mint and client.setBalance. */
export async function startEvmWorld(id: number, solver: EvmAddress, genesis?: number): Promise<EvmWorld> {
  const anvil = await startAnvil(id, genesis);
  return furnish(id, solver, anvil).catch(async (error: unknown) => {
    await anvil.stop();
    throw error;
  });
}

async function furnish(id: number, solver: EvmAddress, { url, stop }: Anvil): Promise<EvmWorld> {
  const client = clientOf(id, url, 0);
  const contracts = await deployContracts(client, readServiceArtifacts(), solver);
  const deploy = async (name: string) => {
    const hash = await client.deployContract({ ...readArtifact(name), args: [] });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    const address = checkEvmAddress(contractAddress ?? "");
    if (!address) throw new Error(`${name} was not deployed.`);
    return address;
  };
  const usdc = await deploy("SandboxPermitUsd");
  const usdt = await deploy("SandboxTether");
  const weth = await deploy("WrappedNative");
  const unknown = await deploy("SandboxUsd");
  const permit2 = await deploy("SandboxPermit2");
  const minted = [usdc, usdt, unknown];
  const included = async (hash: Hex) => void (await client.waitForTransactionReceipt({ hash }));
  const world: EvmWorld = {
    ...{ id, url, contracts, usdc, usdt, weth, unknown, permit2, client, stop },
    config: (rpcUrl) => ({
      ...{ id, rpcUrl, slug: `sandbox-${id}`, name: `Sandbox ${id}` },
      native: { symbol: "ETH", decimals: 18 },
      permit2,
      tokens: [
        {
          symbol: "USDC",
          name: "USD Coin",
          address: usdc,
          decimals: 6,
          permit: { name: "Sandbox USD Coin", version: "2" },
        },
        { symbol: "USDT", name: "Tether USD", address: usdt, decimals: 6, approveZeroFirst: true },
        { symbol: "WETH", name: "Wrapped Ether", address: weth, decimals: 18, wrapsNative: true },
      ],
    }),
    balanceOf: (token, owner) =>
      client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [owner as EvmAddress],
      }),
    async mint(token, to, amount) {
      if (token === weth) {
        await client.setBalance({ address: client.account.address, value: 10n ** 24n });
        await included(await client.sendTransaction({ to: weth, value: amount })); // its receive function wraps
        const transfer = { address: weth, abi: erc20Abi, functionName: "transfer" } as const;
        await included(await client.writeContract({ ...transfer, args: [to as EvmAddress, amount] }));
      } else {
        const { abi } = readArtifact("SandboxUsd"); // every sandbox token mints in the same way
        const mint = { address: token, abi, functionName: "mint", args: [to, amount] };
        await included(await client.writeContract(mint));
      }
    },
    async setTokens(token, owner, amount) {
      const place = [{ type: "address" }, { type: "uint256" }] as const; // balanceOf is the contract's first variable
      const index = keccak256(encodeAbiParameters(place, [owner as EvmAddress, 0n]));
      await client.setStorageAt({ address: token, index, value: toHex(amount, { size: 32 }) });
    },
    setUsdc: (owner, amount) => world.setTokens(usdc, owner, amount),
    async wallet(index) {
      const own = clientOf(id, url, index);
      const address = own.account.address.toLowerCase() as EvmAddress; // viem derives valid addresses only
      await client.setBalance({ address, value: 10n ** 20n });
      for (const token of minted) await world.mint(token, address, 10n ** 12n);
      return {
        address,
        account: own.account,
        async send({ to, value = 0n, data = "0x" }) {
          const hash = await own.sendTransaction({ to: to as EvmAddress, value, data: data as Hex });
          const { status } = await own.waitForTransactionReceipt({ hash });
          if (status !== "success") throw new Error(`Transaction ${hash} was reverted.`);
          return hash;
        },
      };
    },
  };
  return world;
}

function clientOf(id: number, url: string, addressIndex: number) {
  const chain = {
    id,
    name: "anvil",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  };
  const account = evmAccount(addressIndex);
  const wallet = createWalletClient({ account, chain, transport: miningTransport(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
  const test = createTestClient({ mode: "anvil", chain, transport: miningTransport(url) });
  const { setBalance, setStorageAt, mine, reset, snapshot, revert, setAutomine } = test;
  return { ...wallet, setBalance, setStorageAt, mine, reset, snapshot, revert, setAutomine };
}
