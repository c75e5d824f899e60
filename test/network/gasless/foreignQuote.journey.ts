import express, { type RequestHandler } from "express";
import { expect } from "chai";
import { encodeFunctionData } from "viem";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import { startAuditedWorld, type AuditedWorld } from "../auditWorld.ts";
import { ask, walletQuote } from "../quote/quoted.ts";
import { RECIPIENT } from "../world.ts";
import { rawCall, sponsoringApp } from "./sponsored.ts";

/** A node of an older version: it cannot tell the logs of a call. */
function withoutSimulation(): RequestHandler {
  const json = express.json({ limit: "1mb" });
  return (request, response, next) =>
    json(request, response, () => {
      const { method, id } = (request.body ?? {}) as Readonly<{ method?: string; id?: number }>; // trials are not sent in batches
      if (method !== "eth_simulateV1") return next();
      response.json({ jsonrpc: "2.0", id, error: { code: -32601, message: "the method does not exist" } });
    });
}

describe("a sponsored call that names a quote, on a node that cannot tell what it would do", function () {
  this.timeout(60_000);
  let audited: AuditedWorld;
  before(async () => {
    audited = await startAuditedWorld({ twoChains: true, elevatedPerSecond: 10_000 });
    audited.world.gate = withoutSimulation();
  });
  after(() => audited.close());

  /** The hashes that a quote shows as its payment, while a call that pays nothing is under way and when it is done. */
  const shown = async (isOwn: boolean) => {
    const { world } = audited;
    const app = await sponsoringApp(audited);
    const user = await world.evm.wallet(60);
    const headers = isOwn ? { "x-api-key": app.key } : {};
    const { steps } = await ask(world, walletQuote(world, user.address, { recipient: RECIPIENT }), headers);
    const requestId = steps[0]?.requestId ?? "";
    const args = [world.usdc, isOwn ? 1n : 2n] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
    const { body } = await app.execute(rawCall(world, { to: world.usdc, data }, { requestId }));
    expect(body).to.include({ requestId });
    const during = (await world.status(requestId))["inTxHashes"] as string[];
    await world.tick(4);
    const after = await world.status(requestId);
    return {
      during: during.length,
      after: after["inTxHashes"],
      status: after["status"],
      why: after["failReason"],
    };
  };

  it("is not shown by a quote without a key", async () => {
    expect(await shown(false)).to.deep.equal({ during: 0, after: [], status: "waiting", why: "N/A" });
  });

  it("is shown by a quote of the same key, until it turns out to have paid nothing", async () => {
    expect(await shown(true)).to.deep.equal({ during: 1, after: [], status: "waiting", why: "N/A" });
  });
});
