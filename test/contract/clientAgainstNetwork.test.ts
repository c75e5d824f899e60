import { expect } from "chai";
import { checkBitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import { createEvmRpc } from "../../src/evm/reader/evmClient.ts";
import { joinUrl } from "../../src/http-client/http.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { checkEvmAddress } from "../../src/evm/codec/address.ts";
import { GatewayError } from "../../src/gateway/errors.ts";
import type { IntentService } from "../../src/gateway/ports/servicePort.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY, NATIVE_EVM_CURRENCY } from "../../src/intents/identifiers.ts";
import { quoteResponseSchema } from "../../src/intents/quote.ts";
import { isFull } from "../support/sizes.ts";
import { API_KEY, clientAt, freshAddress, RECIPIENT, startService, type Service } from "./service.ts";

/** The gateway's client and our own intent service, over HTTP: what one promises, the other must understand. */

const BALANCE = 50_000n;
let service: Service;

const errorOf = async (promise: Promise<unknown>): Promise<GatewayError> => {
  const error = await promise.then(
    () => expect.fail("It was accepted."),
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(GatewayError);
  return error as GatewayError; // the line above
};

describe("the client and the intent service", () => {
  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  agreeAt("/some/base", 10);
  if (isFull) agreeAt("/", 11);
});

function agreeAt(basePath: string, userNumber: number): void {
  describe(`at ${basePath}`, () => {
    let url: string;
    let client: IntentService;
    before(async () => {
      url = await service.mount(basePath);
      client = clientAt(url);
    });

    it("agree on a quote with a deposit address, a new one each time", async () => {
      const quotes = [await client.quote(service.ask()), await client.quote(service.ask())];
      for (const {
        depositAddress,
        input,
        output = 0n,
        minimum = 0n,
        feesUsd = 0n,
        flatFeesUsd = 0n,
      } of quotes) {
        expect(checkBitcoinAddress("regtest", depositAddress ?? "")).to.equal(depositAddress);
        expect(input).to.equal(100_000n);
        expect(minimum > 0n && minimum <= output, `${minimum} <= ${output}`).to.equal(true);
        expect(flatFeesUsd > 0n && flatFeesUsd <= feesUsd, `${flatFeesUsd} <= ${feesUsd}`).to.equal(true);
      }
      expect(new Set(quotes.map(({ requestId }) => requestId)).size).to.equal(2);
      expect(new Set(quotes.map(({ depositAddress }) => depositAddress)).size).to.equal(2);
    });

    it("agree on an indicative quote of an input: an estimate, and no address", async () => {
      const quote = await client.quote(service.ask({ depositAddress: undefined }));
      expect(quote).to.include({ input: 100_000n, depositAddress: undefined });
      expect(quote.output).to.be.a("bigint");
    });

    it("agree on an indicative quote of an output: exactly that, and what it costs", async () => {
      const ask = service.ask({ depositAddress: undefined, tradeType: "EXACT_OUTPUT", amount: 25_000_000n });
      const quote = await client.quote(ask);
      expect(quote).to.include({ output: 25_000_000n, minimum: 25_000_000n, depositAddress: undefined });
      const back = await client.quote(service.ask({ depositAddress: undefined, amount: quote.input }));
      expect(back.output !== undefined && back.output >= 25_000_000n, `${back.output}`).to.equal(true);
    });

    it("agree that the user of a deposit quote must hold more than the amount, to the unit [bitcoin.insufficient-funds]", async () => {
      const user = freshAddress(userNumber);
      await service.pay(user, BALANCE);
      const covered = await client.quote(service.ask({ user, amount: BALANCE - 1n }));
      expect(covered.depositAddress).to.be.a("string");
      const error = await errorOf(client.quote(service.ask({ user, amount: BALANCE })));
      expect(error).to.include({ code: "quote_user_balance" });
      expect(error.data).to.deep.equal({ serviceCode: "INSUFFICIENT_FUNDS" });
    });

    it("agree on the state of a request, on both of its paths and on the one that the quote itself names", async () => {
      const { requestId, raw } = await client.quote(service.ask());
      expect(await client.status(requestId)).to.include({ requestId, word: "waiting" });
      const { steps } = quoteResponseSchema.parse(raw);
      const check = steps[0]?.items[0]?.check;
      expect(check?.method).to.equal("GET");
      const paths = ["/intents/status/v3", "/intents/status"].map((path) => `${path}?requestId=${requestId}`);
      const answers = await Promise.all(
        [...paths, check?.endpoint ?? ""].map(async (path) => (await fetch(joinUrl(url, path))).json()),
      );
      expect(answers).to.have.length(3);
      for (const answer of answers)
        expect(answer).to.deep.equal(answers[0]).and.to.include({ status: "waiting" });
    });

    it("agree that an id which was never given out is unknown", async () => {
      expect((await client.status("0x1234")).word).to.equal("unknown");
      expect((await client.status("a b&c=d")).word).to.equal("unknown");
    });

    it("agree on the chains and on what deposit addresses take there", async () => {
      const chains = await client.chains();
      const [bitcoin, ...evm] = chains;
      expect(bitcoin?.id).to.equal(BITCOIN_CHAIN_ID);
      expect(bitcoin?.solverCurrencies.map(({ address }) => address)).to.deep.equal([BTC_CURRENCY]);
      expect(evm.map(({ id }) => id)).to.deep.equal(service.sandbox.evmChains.map(({ id }) => id));
      for (const [index, { solverCurrencies }] of evm.entries()) {
        const [native, ...tokens] = solverCurrencies.map(({ address }) => address);
        expect(native).to.equal(NATIVE_EVM_CURRENCY);
        expect(tokens).to.include(service.sandbox.evmChains[index]?.usdc);
      }
    });

    it("agree on what became of the deposits of an address, each its own request, to the unit", async () => {
      await client.probe();
      expect(client.listKind()).to.equal("v2");
      const before = await received();
      const { requestId, depositAddress = "" } = await client.quote(service.ask());
      const [first, second] = [
        await service.pay(depositAddress, 100_000n),
        await service.pay(depositAddress, 120_000n),
      ];
      const rows = (await client.requestsOf(depositAddress, [])) ?? [];
      const [child, parent] = rows;
      expect(rows).to.have.length(2);
      expect(parent).to.include({
        requestId,
        word: "success",
        depositTxid: first,
        input: 100_000n,
        parent: undefined,
      });
      expect(child).to.include({ word: "success", depositTxid: second, input: 120_000n, parent: requestId });
      expect((parent?.output ?? 0n) + (child?.output ?? 0n)).to.equal((await received()) - before);
      expect(await client.status(requestId)).to.deep.include({
        word: "success",
        outHashes: parent?.outHashes,
      });
      expect(await client.requestsOf(freshAddress(99), [])).to.deep.equal([]);
    });

    it("agree on a list of v3 only with a key", async () => {
      const onlyV3 = await service.mount(basePath, ["/requests/v2"]);
      const plain = clientAt(onlyV3);
      await plain.probe();
      expect(plain.listKind()).to.equal("none");
      const elevated = clientAt(onlyV3, API_KEY);
      await elevated.probe();
      expect(elevated.listKind()).to.equal("v3");
      const { requestId, depositAddress = "" } = await elevated.quote(service.ask());
      const txid = await service.pay(depositAddress, 100_000n);
      const [row] = (await elevated.requestsOf(depositAddress, [])) ?? [];
      expect(row).to.include({ requestId, word: "success", depositTxid: txid });
      expect(row?.outHashes).to.have.length(1);
    });

    it("agree that there is no list where the service keeps none", async () => {
      const without = clientAt(await service.mount(basePath, ["/requests"]), API_KEY);
      await without.probe();
      expect(without.listKind()).to.equal("none");
      expect(await without.requestsOf(freshAddress(99), [])).to.equal(undefined);
    });

    it("agree on refusals: the client hands on the service's own sentence", async () => {
      const tooLow = await errorOf(client.quote(service.ask({ amount: 1n })));
      expect(tooLow).to.include({ code: "amount_too_small" });
      expect(tooLow.message).to.match(
        /does not cover fees and gas\. Expected at least \d+ smallest units \(0\.0000\d+ BTC\) now, got 1\./,
      );
      expect(tooLow.data).to.deep.equal({ serviceCode: "AMOUNT_TOO_LOW" });
      const nowhere = await errorOf(client.quote(service.ask({ destinationChainId: 1 })));
      expect(nowhere.message).to.include("destinationChainId 1 is not supported");
      const outputAddress = await errorOf(client.quote(service.ask({ tradeType: "EXACT_OUTPUT" })));
      expect(outputAddress.message).to.include("A deposit address takes EXACT_INPUT only");
      const key = await errorOf(clientAt(url, "unknown-key").chains());
      expect(key).to.include({ code: "service_key_refused" }).and.property("message").to.include("API key");
    });

    it("agree that a service whose chain is silent, or that is not there, is unavailable and has refused nothing", async () => {
      service.sandbox.faults.set("explorer", "down", 60);
      const error = await errorOf(client.quote(service.ask()));
      service.sandbox.faults.set("explorer", "down", 0);
      expect(error.code).to.equal("service_unavailable");
      expect((await client.quote(service.ask())).depositAddress).to.be.a("string");
      const nobody = clientAt(`http://127.0.0.1:1${basePath}`);
      for (const call of [
        () => nobody.chains(),
        () => nobody.quote(service.ask()),
        () => nobody.status("0x1"),
      ]) {
        expect((await errorOf(call())).code).to.equal("service_unavailable");
      }
      await nobody.probe();
      expect(nobody.listKind()).to.equal("unknown");
    });
  });
}

/** What the recipient holds on the destination chain, read from the chain itself. */
async function received(): Promise<bigint> {
  const [chain] = service.sandbox.evmChains;
  const recipient = checkEvmAddress(RECIPIENT);
  if (!chain || !recipient) throw new Error("The sandbox has no chain.");
  const rpc = createEvmRpc(chain.directRpcUrl);
  return rpc.readContract({
    address: chain.usdc,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [recipient],
  });
}
