import type { BrowserContext } from "playwright-core";
import { createPublicClient, createWalletClient, http, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { SandboxFile } from "../../src/gateway/compose/sandboxFile.ts";

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

/** Puts it into every page of a context, as `window.ethereum` (EIP-1193), or announced under a name (EIP-6963). */
export async function injectWallet(context: BrowserContext, file: SandboxFile, name?: string): Promise<InjectedWallet> {
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
  const read = (method: string, params: Params) =>
    createPublicClient({ transport: transport() }).request({ method, params } as never) as Promise<unknown>;
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
    eth_call: (params) => read("eth_call", params),
    eth_getBalance: (params) => read("eth_getBalance", params),
    eth_getTransactionReceipt: async (params) =>
      wallet.hidesBlocks ? null : read("eth_getTransactionReceipt", params),
  };
  await context.exposeFunction("walletRequest", async (method: string, params: Params) => {
    try {
      return { result: await methods[method]?.(params) };
    } catch (error) {
      const { code = -32603, message } = error as { code?: number; message: string };
      return { error: { code, message } };
    }
  });
  await context.addInitScript(`${PROVIDER}${name === undefined ? "window.ethereum = provider;" : announcing(name)}`);
  return wallet;
} // prettier-ignore

const PROVIDER = `const provider = {
  async request({ method, params = [] }) {
    const { result, error } = await window.walletRequest(method, params);
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  },
};`;

function announcing(name: string): string {
  const info = JSON.stringify({ uuid: "5c1e3a0e-8f2b-4d8e-9a31-6f1f0b6f7a10", name, icon: "data:,", rdns: "example.wallet" });
  return `const announce = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info: ${info}, provider }) }));
addEventListener("eip6963:requestProvider", announce);
announce();`;
} // prettier-ignore

function refused(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
