import { expect } from "chai";
import { WalletError } from "../../src/wallet/errors.ts";
import {
  AMOUNT,
  DEPOSIT,
  DEPOSITORY,
  NATIVE,
  REQUEST_ID,
  TOKEN,
  TOKENS,
  USER,
  ZERO,
  approvalOf,
  calls,
  errorOf,
  fakeWallet,
  hashOf,
  openTill,
  stepOf,
  transferOf,
  type FakeWallet,
  type Till,
} from "./payer.ts";

const DEPOSIT_CALL = "0xe8017952deadbeef";
const bridgeOfToken = () => [
  stepOf(calls(TOKEN, "0", approvalOf(DEPOSITORY, AMOUNT)), { id: "approve" }),
  stepOf(calls(DEPOSITORY, "0", DEPOSIT_CALL)),
];

describe("executing a quote", () => {
  let till: Till;
  let wallet: FakeWallet;
  beforeEach(async () => {
    till = await openTill();
    wallet = fakeWallet();
  });
  afterEach(() => till.service.close());

  const posted = (path: string) => till.service.calls.filter((call) => call === `POST ${path}`).length;

  it("sends to, data and value as they are given, and ends in success [client.transaction]", async () => {
    const quote = await till.quote(NATIVE, [stepOf(calls(DEPOSITORY, Number(AMOUNT), "0x49290C1c"))]);
    till.service.statuses.splice(0, 1, "waiting", "pending", { status: "success", txHashes: ["0xf1"] });
    const result = await till.pay(quote, { signers: { evm: wallet } });
    expect(wallet.sent).to.deep.equal([{ chainId: 8453, to: DEPOSITORY, data: "0x49290C1c", value: AMOUNT }]);
    expect(result).to.include({ requestId: REQUEST_ID, outcome: "success", status: "success" });
    expect([result.sent, result.hashes]).to.deep.equal([[hashOf(1)], ["0xf1"]]);
    expect(till.service.calls.filter((call) => call.startsWith("GET "))).to.deep.equal([
      "GET /chains",
      ...Array.from({ length: 3 }, () => `GET /intents/status?requestId=${REQUEST_ID}`),
    ]);
  });

  it("follows no check that leads away from the service", async () => {
    const check = { endpoint: "https://elsewhere.example/status", method: "GET" };
    const items = [{ status: "incomplete", data: calls(DEPOSITORY, "1"), check }];
    await till.pay(await till.quote(NATIVE, [stepOf({}, { items })]), { signers: { evm: wallet } });
    expect(till.service.calls.at(-1)).to.equal(`GET /intents/status/v3?requestId=${REQUEST_ID}`);
  });

  it("waits for the approval's block before it sends the deposit", async () => {
    await till.pay(await till.quote(TOKENS, bridgeOfToken()), { signers: { evm: wallet } });
    expect(wallet.log).to.deep.equal([`send ${TOKEN}`, "receipt 1", `send ${DEPOSITORY}`, "receipt 2"]);
  });

  it("tells what happens, in order", async () => {
    till.service.statuses.splice(0, 1, "waiting", "waiting", "success");
    await till.pay(await till.quote(TOKENS, bridgeOfToken()), { signers: { evm: wallet } });
    expect(till.progress.map((event) => ("status" in event ? event.status : event.kind))).to.deep.equal([
      ...["step-started", "item-sent", "item-confirmed"],
      ...["step-started", "item-sent", "item-confirmed"],
      ...["waiting", "success", "finished"],
    ]);
  });

  it("points the service at the deposit, and not at the approval", async () => {
    await till.pay(await till.quote(TOKENS, bridgeOfToken()), { signers: { evm: wallet } });
    const at = till.service.calls.indexOf("POST /transactions/index");
    expect(till.service.bodies[at]).to.deep.equal({
      requestId: REQUEST_ID,
      chainId: "8453",
      txHash: hashOf(2),
    });
    expect([posted("/transactions/index"), posted("/transactions/single")]).to.deep.equal([1, 0]);
  });

  it("goes on when the service cannot be told of the transaction", async () => {
    till.service.answers["/transactions/index"] = { http: 404 };
    const { outcome } = await till.pay(await till.quote(TOKENS, bridgeOfToken()), {
      signers: { evm: wallet },
    });
    expect(outcome).to.equal("success");
    expect(till.progress.map(({ kind }) => kind)).to.include("not-indexed");
  });

  it("reports a transfer within one chain, with the whole transaction", async () => {
    const recipient = DEPOSITORY;
    const request = { ...NATIVE, destinationChainId: 8453, recipient };
    const quote = await till.quote(request, [stepOf(calls(recipient, String(AMOUNT), "0x"), { id: "send" })]);
    await till.pay(quote, { signers: { evm: wallet } });
    const body = till.service.bodies[till.service.calls.indexOf("POST /transactions/single")];
    expect(body).to.include({ requestId: REQUEST_ID, chainId: "8453" });
    expect(JSON.parse(String(body?.["tx"]))).to.deep.equal({
      ...{ from: USER, to: recipient, data: "0x", value: String(AMOUNT), chainId: "8453", txHash: hashOf(1) },
    });
  });

  it("reports a wrap too, again and again until the service listens", async () => {
    const request = { ...NATIVE, destinationChainId: 8453, destinationCurrency: TOKEN };
    const steps = [stepOf(calls(TOKEN, String(AMOUNT), "0xd0e30db0"), { id: "swap" })];
    const quote = await till.quote(request, steps, { details: { operation: "wrap" } });
    till.service.answers["/transactions/single"] = { http: 503 };
    await till.pay(quote, { signers: { evm: wallet } });
    expect(posted("/transactions/single")).to.equal(5);
  });

  it("skips steps without items, items that are complete and items without data", async () => {
    const quote = await till.quote(NATIVE, [
      stepOf({}, { id: "approve", items: [] }),
      stepOf({}, { items: [{ status: "complete", data: calls(ZERO, "7") }, { status: "incomplete" }] }),
    ]);
    const { outcome } = await till.pay(quote, { signers: {} });
    expect([outcome, wallet.sent]).to.deep.equal(["success", []]);
  });

  it("pays a native coin and a token to a deposit address, whoever the user of the quote is", async () => {
    const request = { ...NATIVE, user: ZERO, useDepositAddress: true };
    const native = stepOf(calls(DEPOSIT, String(AMOUNT), "0x"), { depositAddress: DEPOSIT.toUpperCase().replace("X", "x") }); // prettier-ignore
    await till.pay(await till.quote(request, [native]), { signers: { evm: wallet } });
    const token = stepOf(calls(TOKEN, "0", transferOf(DEPOSIT, AMOUNT)), { depositAddress: DEPOSIT });
    await till.pay(await till.quote({ ...request, originCurrency: TOKEN }, [token]), {
      signers: { evm: wallet },
    });
    expect(wallet.sent.map(({ to, value }) => [to, value])).to.deep.equal([
      [DEPOSIT, AMOUNT],
      [TOKEN, 0n],
    ]);
  });

  it("saves the request's id before it sends, and sends nothing when that fails [client.save]", async () => {
    const saveRequestId = async (id: string) => {
      wallet.log.push(`save ${id === REQUEST_ID}`);
      throw new Error("The disk is full.");
    };
    const work = till.pay(await till.quote(TOKENS, bridgeOfToken()), {
      signers: { evm: wallet },
      saveRequestId,
    });
    expect(await work.catch(String)).to.contain("The disk is full");
    expect(wallet.log).to.deep.equal(["save true"]);
  });

  it("moves the wallet to the chain of the quote, and stops if it stays elsewhere [client.transaction]", async () => {
    wallet.chain = 1;
    await till.pay(await till.quote(TOKENS, bridgeOfToken()), { signers: { evm: wallet } });
    expect([wallet.chain, wallet.sent.length]).to.deep.equal([8453, 2]);
    Object.assign(wallet, { chain: 1, canSwitch: false });
    const error = await errorOf(
      till.pay(await till.quote(TOKENS, bridgeOfToken()), { signers: { evm: wallet } }),
    );
    expect(error.code).to.equal("wrong_chain");
    expect(error.message).to.contain("chain 8453").and.contain("stays on 1");
    expect(wallet.sent.length).to.equal(2);
  });

  it("stops at a reverted approval", async () => {
    wallet.receipt = async () => ({ success: false });
    const error = await errorOf(
      till.pay(await till.quote(TOKENS, bridgeOfToken()), { signers: { evm: wallet } }),
    );
    expect([error.code, wallet.sent.length]).to.deep.equal(["reverted", 1]);
  });

  it("asks for a signer before anything is sent", async () => {
    const error = await errorOf(till.pay(await till.quote(TOKENS, bridgeOfToken()), { signers: {} }));
    expect([error.code, till.requestIds]).to.deep.equal(["signer_missing", []]);
  });

  it("pays although a listener throws", async () => {
    const onProgress = () => {
      throw new Error("The screen is gone.");
    };
    const { outcome } = await till.pay(await till.quote(TOKENS, bridgeOfToken()), {
      signers: { evm: wallet },
      onProgress,
    });
    expect(outcome).to.equal("success");
  });

  describe("taken up again", () => {
    it("sends nothing twice, from any record that was saved on the way", async () => {
      const quote = await till.quote(TOKENS, bridgeOfToken());
      await till.pay(quote, { signers: { evm: wallet } });
      const kept = JSON.parse(JSON.stringify(quote)) as typeof quote; // as a file would keep it
      const records = till.records.filter((record) => !JSON.stringify(record).includes("sending"));
      expect(records.length).to.equal(4); // sent and confirmed, of both
      for (const record of records) {
        const again = fakeWallet();
        const { outcome, sent } = await till.pay(kept, { signers: { evm: again }, record });
        const before = JSON.stringify(record).includes('"1.0"') ? 2 : 1;
        expect(again.sent.length).to.equal(2 - before);
        expect([outcome, sent.length]).to.deep.equal(["success", 2]);
      }
    });

    it("does not send what may have been sent, and says what to do", async () => {
      const quote = await till.quote(TOKENS, bridgeOfToken());
      wallet.sendFails = new Error("socket hang up");
      const error = await errorOf(till.pay(quote, { signers: { evm: wallet } }));
      wallet.sendFails = undefined;
      const again = await errorOf(till.pay(quote, { signers: { evm: wallet }, record: till.records.at(-1) }));
      expect([error.code, again.code, wallet.sent]).to.deep.equal(["maybe_sent", "maybe_sent", []]);
      expect(again.message).to.contain("wallet's history");
    });

    it("sends what the wallet surely did not send", async () => {
      const quote = await till.quote(TOKENS, bridgeOfToken());
      wallet.sendFails = new WalletError("not_sent", "The payer said no.");
      expect((await errorOf(till.pay(quote, { signers: { evm: wallet } }))).code).to.equal("not_sent");
      wallet.sendFails = undefined;
      await till.pay(quote, { signers: { evm: wallet }, record: till.records.at(-1) });
      expect(wallet.sent.length).to.equal(2);
    });

    it("waits on for a block that was not seen", async () => {
      const quote = await till.quote(TOKENS, bridgeOfToken());
      wallet.receipt = async () => {
        throw new Error("timed out");
      };
      expect((await errorOf(till.pay(quote, { signers: { evm: wallet } }))).code).to.equal("unconfirmed");
      wallet.receipt = async () => ({ success: true });
      await till.pay(quote, { signers: { evm: wallet }, record: till.records.at(-1) });
      expect(wallet.sent.map(({ to }) => to)).to.deep.equal([TOKEN, DEPOSITORY]);
    });

    for (const record of [{ requestId: "0xother", items: {}, furtherSteps: [] }, { sent: [] }, "sent"]) {
      it(`refuses the record ${JSON.stringify(record)}`, async () => {
        const quote = await till.quote(TOKENS, bridgeOfToken());
        const error = await errorOf(till.pay(quote, { signers: { evm: wallet }, record }));
        expect([error.code, wallet.sent]).to.deep.equal(["other_request", []]);
      });
    }
  });
});

describe("asking for a quote", () => {
  let till: Till;
  beforeEach(async () => {
    till = await openTill();
  });
  afterEach(() => till.service.close());

  it("passes on the service's reason", async () => {
    till.service.answers["/quote/v2"] = { http: 400 };
    const error = await errorOf(till.quote(NATIVE, []));
    expect([error.code, error.message]).to.deep.equal([
      "service_refused",
      "The service did not take the request for a quote. SOME_CODE: not now",
    ]);
  });

  it("refuses an answer whose steps belong to two requests, or to none", async () => {
    const two = [stepOf(calls(TOKEN)), stepOf(calls(TOKEN), { requestId: "0x02" })];
    for (const steps of [two, [], [stepOf(calls(TOKEN), { requestId: "" })]]) {
      expect((await errorOf(till.quote(NATIVE, steps))).message).to.contain("requestIds instead of one");
    }
  });
});
