import { expect } from "chai";
import { createHttp } from "../../src/http-client/http.ts";
import type { BitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import { createIntentService } from "../../src/gateway/adapters/intents/intentService.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { startService, type Service } from "./service.ts";

describe("a deposit that our own intent service has not looked for yet", function () {
  this.timeout(60_000);

  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  const clientOf = async (hidden: readonly string[] = []) => {
    const baseUrl = await service.mount("/", hidden);
    const http = createHttp({ baseUrl, timeoutMs: 10_000, maxBytes: 1024 * 1024 });
    return createIntentService({ quotes: http, reads: http }, false);
  };

  /** A deposit in a block, while nothing of the service runs. */
  async function missed() {
    const client = await clientOf();
    const { requestId, depositAddress = "" } = await client.quote(service.ask());
    const { wallet, ledger } = service.sandbox;
    const txHash = await wallet.bitcoin.pay({ address: depositAddress as BitcoinAddress, sats: 100_000n, feeRate: 2 }); // prettier-ignore
    await ledger.mine(1);
    return { requestId, deposit: { chainId: BITCOIN_CHAIN_ID, depositAddress, txHash } };
  }

  it("is known to it once it was told", async () => {
    const client = await clientOf();
    const { requestId, deposit } = await missed();
    expect(await client.status(requestId)).to.include({ word: "waiting" });
    expect(await client.reindex(deposit)).to.equal("asked");
    expect((await client.status(requestId)).word).to.not.equal("waiting");
  });

  it("can be told by its address where it cannot be told by its transaction, and by nothing where there is neither", async () => {
    const { deposit } = await missed();
    expect(await (await clientOf(["/transactions/index"])).reindex(deposit)).to.equal("asked");
    expect(await (await clientOf(["/transactions"])).reindex(deposit)).to.equal("absent");
  });
});
