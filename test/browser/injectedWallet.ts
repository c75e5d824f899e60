import type { BrowserContext } from "playwright-core";
import { createPublicClient, createWalletClient, http, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { SandboxFile } from "../../src/app/sandboxFile.ts";

/** A browser wallet with the sandbox's money, that does as a test tells it. It stands on the second chain until it is moved. */
export type InjectedWallet = {
  /** What its owner answers when it is asked to send: a hash is given, "no" declines, "silence" never answers. */
  answers: ("no" | "silence")[]; // the next ones; after them it sends
  staysOnChain: boolean;
  hidesBlocks: boolean;
  chainId: number;
  readonly sent: readonly Readonly<{ chainId: number; to: string }>[];
};

type Params = readonly Readonly<Record<string, string>>[];

/** Puts it into every page of a context as `window.ethereum` (EIP-1193). */
export async function injectWallet(context: BrowserContext, file: SandboxFile): Promise<InjectedWallet> {
  const account = privateKeyToAccount(file.wallet.evm.privateKey as Hex);
  const urls = new Map(file.chains.map(({ id, rpcUrl }) => [id, rpcUrl]));
  const elsewhere = file.chains.find(({ id }) => id !== file.settlement.chainId)?.id ?? 1;
  const sent: { chainId: number; to: string }[] = [];
  const wallet: InjectedWallet = { answers: [], staysOnChain: false, hidesBlocks: false, chainId: elsewhere, sent };
  const transport = () => http(urls.get(wallet.chainId));

  const send = async (transaction: Readonly<Record<string, string>> = {}) => {
    const answer = wallet.answers.shift();
    if (answer === "no") throw refused(4001, "The user said no.");
    if (answer === "silence") return new Promise(() => {});
    const { to = "", data = "", value = "0x0", chainId } = transaction;
    if (Number(chainId) !== wallet.chainId) throw refused(-32602, `The wallet is on chain ${wallet.chainId}.`);
    sent.push({ chainId: wallet.chainId, to });
    const client = createWalletClient({ account, transport: transport() });
    return client.sendTransaction({ chain: null, to: to as Hex, data: data as Hex, value: BigInt(value) });
  };
  const methods: Readonly<Record<string, (params: Params) => Promise<unknown>>> = {
    eth_requestAccounts: async () => [account.address],
    eth_accounts: async () => [account.address],
    eth_chainId: async () => `0x${wallet.chainId.toString(16)}`,
    wallet_switchEthereumChain: async ([wanted]) => {
      if (wallet.staysOnChain) throw refused(4902, "Unrecognized chain.");
      wallet.chainId = Number(wanted?.["chainId"]);
      return null;
    },
    eth_sendTransaction: ([transaction]) => send(transaction),
    eth_getTransactionReceipt: async (params) =>
      wallet.hidesBlocks ? null : createPublicClient({ transport: transport() }).request({ method: "eth_getTransactionReceipt", params: params as unknown as [Hex] }),
  };
  await context.exposeFunction("walletRequest", async (method: string, params: Params) => {
    try {
      return { result: await methods[method]?.(params) };
    } catch (error) {
      const { code = -32603, message } = error as { code?: number; message: string };
      return { error: { code, message } };
    }
  });
  await context.addInitScript(PROVIDER);
  return wallet;
} // prettier-ignore

const PROVIDER = `window.ethereum = {
  async request({ method, params = [] }) {
    const { result, error } = await window.walletRequest(method, params);
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  },
};`;

function refused(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
