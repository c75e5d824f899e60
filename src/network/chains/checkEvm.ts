import { BaseError, BlockNotFoundError, HttpRequestError, RpcRequestError, type PublicClient } from "viem";
import { HttpFailure } from "../../http-client/http.ts";
import type { EvmChainConfig } from "../catalog.ts";
import { isZkStack, zkStackProblem } from "./zkStack.ts";
import { asking, isCause, WrongChain, type EarlyBlock, type RecogniseChain } from "./asking.ts";
import { checkPools } from "../pools/checkPools.ts";
import { checkToken } from "./checkToken.ts";

/** The URL of a node, and whether it is the only one of its chain. */
type CheckedNode = Readonly<{ url: string; isOnly: boolean }>;

/**
 * A wrong RPC URL or wrong decimals would send wrong money, so the chain is asked before it is believed: for its id, for the
 * tokens, and whether it is the chain that the database belongs to. Gives a sentence for everything that is odd. Throws
 * WrongChain with everything that is wrong, and another HttpFailure when the chain gave no answer.
 */
export async function checkEvmChain(
  rpc: PublicClient,
  config: EvmChainConfig,
  node: CheckedNode,
  recognise: RecogniseChain | undefined,
): Promise<readonly string[]> {
  const found = await askForId(rpc, config.id, node);
  if (found !== config.id) {
    const at = node.isOnly ? "" : ` at ${new URL(node.url).host}`; // the host only: providers put keys into URLs
    throw new WrongChain([
      `NETWORK_RPC_${config.id}: the RPC URL of chain ${config.id}${at} leads to chain ${found}.`,
    ]);
  }
  if (await isZkStack(rpc)) throw new WrongChain([zkStackProblem(config.id)]);
  const { id, tokens, pools } = config;
  const checked = await Promise.all([
    ...tokens.map((token) => checkToken(rpc, id, token)),
    ...(pools ? [checkPools(rpc, id, pools, tokens)] : []),
  ]);
  const problems = checked.flatMap(({ wrong }) => wrong);
  if (problems.length > 0) throw new WrongChain(problems);
  const remarks = checked.flatMap(({ odd }) => odd);
  if (!recognise) return remarks;
  // Anvils share the first block, and pruned nodes may have only that one: each is compared where it is
  // available.
  const blocks = await Promise.all([0, 1].map((height) => earlyBlock(rpc, config.id, height)));
  const foreign = await recognise(
    config.id,
    blocks.flatMap((block) => block ?? []),
  );
  if (foreign !== undefined) throw new WrongChain([foreign]);
  return remarks;
}

/** The chain id that the RPC URL returns. Throws WrongChain when the URL is not a JSON-RPC endpoint. */
function askForId(rpc: PublicClient, id: number, { url }: CheckedNode): Promise<number> {
  return asking(id, async () => {
    try {
      return await rpc.getChainId();
    } catch (error) {
      const { host } = new URL(url); // the host only: providers put keys into URLs
      if (isKeyRefused(error))
        throw new HttpFailure("unreachable", `${host} refuses the call. Is the key in the URL right?`); // it may have been withdrawn
      if (!isNoJsonRpc(error)) throw error;
      throw new WrongChain([
        `NETWORK_RPC_${id}: what answers at ${host} is no JSON-RPC of an EVM chain (is a path missing?).`,
      ]);
    }
  });
}

/**
 * A page, or a server without that path or without POST there. Overloaded or broken servers may still be
 * correct.
 */
function isNoJsonRpc(error: unknown): boolean {
  const answer = httpAnswer(error);
  if (answer === undefined) return false;
  return answer.status === 404 || answer.status === 405 || answer.cause instanceof SyntaxError;
}

function isKeyRefused(error: unknown): boolean {
  const { status } = httpAnswer(error) ?? {};
  return status === 401 || status === 403;
}

function httpAnswer(error: unknown): HttpRequestError | undefined {
  const answer = error instanceof BaseError && error.walk((cause) => cause instanceof HttpRequestError);
  return answer instanceof HttpRequestError ? answer : undefined;
}

/** Undefined where there is no such block, or the node does not give it away. */
function earlyBlock(rpc: PublicClient, chainId: number, height: number): Promise<EarlyBlock | undefined> {
  return asking(chainId, async () => {
    try {
      const { hash } = await rpc.getBlock({ blockNumber: BigInt(height) }); // a height, not money
      return { height, hash };
    } catch (error) {
      if (isCause(error, BlockNotFoundError) || isCause(error, RpcRequestError)) return undefined;
      throw error;
    }
  });
}
