import express, { type RequestHandler } from "express";
import { expect } from "chai";
import { encodeFunctionData } from "viem";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import { deployAccountContracts, handleOpsOf, signDelegation, smartAccount } from "./smartAccounts.ts";
import { rawCall, sponsoringApp } from "./sponsored.ts";

const TYPE_7702 = "0x04";
type Asked = Readonly<{ id: number; method: string; params: readonly unknown[] }>;

/** A node that takes no transaction with authorizations: a signer has transactions of its own under way. */
function refuseAuthorizations(): RequestHandler {
  const json = express.json({ limit: "1mb" });
  return (request, response, next) =>
    json(request, response, () => {
      const asked = [request.body ?? []].flat() as readonly Asked[]; // nothing of an explorer
      const isRefused = ({ method, params }: Asked) =>
        method === "eth_sendRawTransaction" && String(params[0]).startsWith(TYPE_7702);
      if (!asked.some(isRefused)) return next();
      const error = { code: -32000, message: "authority already reserved" };
      const answers = asked.map(({ id }) => ({ jsonrpc: "2.0", id, error }));
      response.json(Array.isArray(request.body) ? answers : answers[0]);
    });
}

describe("a sponsored call that the chain never takes", function () {
  this.timeout(60_000);
  let audited: AuditedWorld;
  before(async () => {
    audited = await startAuditedWorld({ twoChains: true, elevatedPerSecond: 10_000 });
  });
  after(() => audited.close());

  it("is given up, so that fills on its chain do not wait for it", async () => {
    const { world } = audited;
    const accounts = await deployAccountContracts(world.evm);
    const app = await sponsoringApp(audited);
    const wallet = await world.evm.wallet(40);
    const account = await smartAccount(world.evm, accounts, wallet, true);
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [world.usdc, 1n] });
    const ops = await handleOpsOf(account, [{ to: world.usdc, data }]);
    const authorization = await signDelegation(world.evm, wallet, accounts.account7702);
    world.gate = refuseAuthorizations();
    const { body } = await app.execute(rawCall(world, { ...ops, authorizationList: [authorization] }));
    const quote = await world.quote();
    await world.pay(quote.address, Number(quote.input));
    await world.mine();
    for (let turn = 0; turn < 4; turn++) {
      await world.tick(2);
      world.now += 2 * MINUTE_MS;
    }
    expect((await world.status(quote.requestId)).status).to.equal("success");
    const told = await world.status(String(body["requestId"]));
    expect(told).to.include({ status: "failure", failReason: "EXECUTION_REVERTED" });
    expect(told["details"]).to.contain("the chain refused it");
    const { balanceUsd, availableUsd } = await app.balance();
    expect(Number(balanceUsd) < 1_000, "its application pays for the place that it took").to.equal(true);
    expect(availableUsd, "nothing is held any more").to.equal(balanceUsd);
    expect(await world.evm.client.getCode({ address: wallet.address })).to.equal(undefined);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });
});
