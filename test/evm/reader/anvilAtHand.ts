import fs from "node:fs";
import {
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  http,
  pad,
  publicActions,
  type Abi,
  type Hex,
} from "viem";
import { createEvmRpc } from "../../../src/evm/reader/evmClient.ts";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { evmAccount } from "../../../src/sandbox/accounts.ts";
import { startAnvil } from "../../../src/sandbox/evm/anvil.ts";

export const CHAIN_ID = 31337;

const artifact = new URL("../../../build/contracts/SandboxUsd.json", import.meta.url);
const { abi, bytecode } = JSON.parse(fs.readFileSync(artifact, "utf8")) as { abi: Abi; bytecode: Hex };
/** Sends its value on to the address in its call data, and succeeds whatever becomes of it. */
const FORWARDER: Hex = "0x600f600c600039600f6000f36000600060006000346000355af100";
const EMITTER: Hex = "0x60006000a000"; // creation code that emits one log and makes no contract
const URGENT = { maxFeePerGas: 200n * 10n ** 9n, maxPriorityFeePerGas: 100n * 10n ** 9n };
const GAS = 300_000n; // given, so that nothing is tried out before it is sent

/** A real EVM node that mines when it is told to, a payer with coins, and two tokens that anybody may mint. */
export async function anvilAtHand() {
  const anvil = await startAnvil(CHAIN_ID);
  const payer = evmAccount(0);
  const stranger = evmAccount(1);
  const chain = {
    id: CHAIN_ID,
    name: "anvil",
    nativeCurrency: { name: "", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
  };
  const wallet = createWalletClient({ account: payer, chain, transport: http(anvil.url) }).extend(
    publicActions,
  );
  const test = createTestClient({ mode: "anvil", transport: http(anvil.url) });
  const mine = (blocks = 1) => test.mine({ blocks });
  const deploy = async (code: Hex) => {
    const hash = await wallet.sendTransaction({ data: code, gas: 3_000_000n });
    await mine();
    const { contractAddress } = await wallet.getTransactionReceipt({ hash });
    return (contractAddress ?? "").toLowerCase() as EvmAddress; // a contract was made
  };
  const [usdc, other, forwarder] = [await deploy(bytecode), await deploy(bytecode), await deploy(FORWARDER)];
  const minted = (to: string, value: bigint) =>
    encodeFunctionData({ abi, functionName: "mint", args: [to as Hex, value] });
  return {
    ...{ url: anvil.url, rpc: createEvmRpc(anvil.url), payer: payer.address.toLowerCase() as EvmAddress },
    ...{ usdc, other, test, mine, wallet },
    coins: (to: string, value: bigint) => wallet.sendTransaction({ to: to as Hex, value, gas: GAS }),
    tokens: (to: string, value: bigint, token: EvmAddress = usdc) =>
      wallet.sendTransaction({ to: token, data: minted(to, value), gas: GAS }),
    /** A log of somebody else, whose transaction comes first in the block. */
    logBefore: () => wallet.sendTransaction({ ...URGENT, account: stranger, data: EMITTER, gas: GAS }),
    /** The raw form of a transaction that pays tokens, to be sent as often as a test wants. */
    signedTokens: async (to: string, value: bigint) => {
      const request = await wallet.prepareTransactionRequest({ to: usdc, data: minted(to, value), gas: GAS });
      return wallet.signTransaction(request);
    },
    send: (serializedTransaction: Hex) => wallet.sendRawTransaction({ serializedTransaction }),
    /** Replaces the last blocks by empty ones, and forgets their transactions. */
    reorganise: (depth: number) =>
      test.request({ method: "anvil_reorg" as never, params: [depth, []] as never }),
    /** Coins that a contract sends on in the middle of its call. */
    coinsInside: (to: string, value: bigint) =>
      wallet.sendTransaction({ to: forwarder, value, data: pad(to as Hex), gas: GAS }),
    async stop() {
      anvil.kill();
      await anvil.exited;
    },
  };
}
export type AnvilAtHand = Awaited<ReturnType<typeof anvilAtHand>>;
