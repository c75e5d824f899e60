import http from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { encodeFunctionData, toHex, type Hex } from "viem";
import {
  entryPoint08Abi,
  getUserOperationHash,
  toPackedUserOperation,
  type RpcUserOperation,
  type UserOperation,
} from "viem/account-abstraction";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import type { EvmWorld } from "../evmWorld.ts";
import { startAlto } from "./alto.ts";

/** A bundler as wallets ask one over JSON-RPC (ERC-7769), as far as these tests need it. */
export type Bundler = Readonly<{ url: string; close(): Promise<void> }>;

/**
 * Submits each operation by itself from the deployer's account, and gets its gas back from the account. Bundlers of the market
 * do the same and much more: 352 packages of it are too much for what these tests need. With ALTO, the path of one's program, that
 * one is used (CONTRIBUTING.md).
 */
export async function startBundler(evm: EvmWorld, entryPoint: EvmAddress): Promise<Bundler> {
  const alto = process.env["ALTO"];
  return alto ? startAlto(alto, evm, entryPoint) : startOwn(evm, entryPoint);
}

async function startOwn({ client, id }: EvmWorld, entryPoint: EvmAddress): Promise<Bundler> {
  const sent = new Map<string, Hex>();
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => toHex(id),
    eth_supportedEntryPoints: () => [entryPoint],
    eth_estimateUserOperationGas: () => ({
      ...{
        callGasLimit: toHex(600_000),
        verificationGasLimit: toHex(600_000),
        preVerificationGas: toHex(60_000),
      },
    }),
    async eth_sendUserOperation([given]) {
      const operation = readOperation(given as RpcUserOperation<"0.8">);
      const { authorization } = operation;
      const args = [[toPackedUserOperation(operation)], client.account.address] as const;
      const transaction = await client.sendTransaction({
        to: entryPoint,
        data: encodeFunctionData({ abi: entryPoint08Abi, functionName: "handleOps", args }),
        gas: 3_000_000n,
        ...(authorization && { authorizationList: [authorization] }),
      });
      const hash = getUserOperationHash({ chainId: id, entryPointAddress: entryPoint, entryPointVersion: "0.8", userOperation: operation }); // prettier-ignore
      sent.set(hash, transaction);
      return hash;
    },
    async eth_getUserOperationReceipt([hash]) {
      const transaction = sent.get(String(hash));
      if (!transaction) return null;
      const { status, transactionHash, blockNumber, blockHash } = await client.waitForTransactionReceipt({ hash: transaction }); // prettier-ignore
      const receipt = { transactionHash, blockHash, blockNumber: toHex(blockNumber), status: status === "success" ? "0x1" : "0x0", logs: [] }; // prettier-ignore
      return { userOpHash: hash, success: status === "success", actualGasCost: "0x0", actualGasUsed: "0x0", nonce: "0x0", logs: [], receipt }; // prettier-ignore
    },
  };
  const app = express();
  app.post("/", express.json(), async (request, response) => {
    const {
      id: about,
      method,
      params = [],
    } = request.body as { id: number; method: string; params?: unknown[] };
    try {
      const answer = answers[method];
      if (!answer) throw new Error(`There is no ${method}.`);
      response.json({ jsonrpc: "2.0", id: about, result: await answer(params) });
    } catch (error) {
      response.json({ jsonrpc: "2.0", id: about, error: { code: -32500, message: String(error) } });
    }
  });
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Operation = UserOperation<"0.8">;

/** The numbers of an operation travel in hex. */
function readOperation(given: RpcUserOperation<"0.8">): Operation {
  const numbers = ["nonce", "callGasLimit", "verificationGasLimit", "preVerificationGas", "maxFeePerGas", "maxPriorityFeePerGas"]; // prettier-ignore
  const entries = Object.entries(given).map(([name, value]) => [name, numbers.includes(name) ? BigInt(value as Hex) : value]); // prettier-ignore
  const operation = Object.fromEntries(entries) as Operation;
  const authorization = (given as { eip7702Auth?: Record<string, Hex> }).eip7702Auth;
  if (!authorization) return operation;
  const { address, r, s, chainId, nonce, yParity } = authorization;
  const signed = { address, r, s, chainId: Number(chainId), nonce: Number(nonce), yParity: Number(yParity) };
  return { ...operation, authorization: signed as never };
}
