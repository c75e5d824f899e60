import { expect } from "chai";
import { createTestClient, createWalletClient, http, publicActions, type Hex } from "viem";
import { startAnvil, type Anvil } from "../../src/sandbox/evm/anvil.ts";
import { payerEvm } from "../../src/sandbox/accounts.ts";
import { viemSigner, type EvmSigner, type QuoteBody } from "../../src/wallet/index.ts";
import { DEPOSIT, DEPOSITORY, NATIVE, calls, errorOf, openTill, stepOf, type Till } from "./payer.ts";

const CHAIN = 31337;
const REVERTS = "0x60006000fd"; // PUSH 0, PUSH 0, REVERT
const request: QuoteBody = { ...NATIVE, originChainId: CHAIN, useDepositAddress: true };
const payment = (value: bigint) => {
  const data = { ...calls(DEPOSIT, String(value), "0x"), chainId: CHAIN };
  return stepOf(data, { depositAddress: DEPOSIT });
};

describe("paying with viem on a real chain", () => {
  let anvil: Anvil;
  let chain: ReturnType<typeof clientOf>;
  let evm: EvmSigner;
  let till: Till;

  const clientOf = (url: string) =>
    createTestClient({ mode: "anvil", transport: http(url), pollingInterval: 20, cacheTime: 0 }).extend(
      publicActions,
    );
  before(async () => {
    anvil = await startAnvil(CHAIN);
    chain = clientOf(anvil.url);
    await chain.setAutomine(true);
    const wallet = createWalletClient({ account: payerEvm(), transport: http(anvil.url) });
    evm = viemSigner(wallet, chain as never); // a test client that reads is a public client, too
  });
  after(async () => {
    anvil.kill();
    await anvil.exited;
  });
  beforeEach(async () => {
    till = await openTill();
  });
  afterEach(() => till.service.close());

  it("pays a deposit address and gives the hash of the transaction in the block", async () => {
    const before = await chain.getBalance({ address: DEPOSIT });
    const { outcome, sent } = await till.pay(await till.quote(request, [payment(1_000_000n)]), {
      signers: { evm },
    });
    expect(outcome).to.equal("success");
    expect((await chain.getBalance({ address: DEPOSIT })) - before).to.equal(1_000_000n);
    const transaction = await chain.getTransaction({ hash: sent[0] as Hex });
    expect([transaction.input, transaction.value]).to.deep.equal(["0x", 1_000_000n]);
  });

  it("waits for the block", async () => {
    await chain.setAutomine(false);
    try {
      const quote = await till.quote(request, [payment(1_000_000n)]);
      const onProgress = ({ kind }: { kind: string }) => {
        if (kind === "item-sent") void chain.mine({ blocks: 1 });
      };
      const { sent } = await till.pay(quote, { signers: { evm }, onProgress });
      const receipt = await chain.getTransactionReceipt({ hash: sent[0] as Hex });
      expect(receipt.status).to.equal("success");
    } finally {
      await chain.setAutomine(true);
    }
  });

  it("says that nothing was sent when the wallet holds too little or the call would revert", async () => {
    const rich = 10n ** 30n;
    const poor = await till.quote({ ...request, amount: String(rich) }, [payment(rich)]);
    expect((await errorOf(till.pay(poor, { signers: { evm } }))).code).to.equal("not_sent");
    await chain.setCode({ address: DEPOSITORY, bytecode: REVERTS });
    const call = { ...calls(DEPOSITORY), chainId: CHAIN };
    const { useDepositAddress: _, ...plain } = request;
    const doomed = await till.quote(plain, [stepOf(call)]);
    expect((await errorOf(till.pay(doomed, { signers: { evm } }))).code).to.equal("not_sent");
    expect(till.records.at(-1)).to.deep.include({ items: {} });
  });

  it("says so when the wallet cannot move to the chain", async () => {
    const step = stepOf({ ...calls(DEPOSIT, "1000000", "0x"), chainId: 8453 }, { depositAddress: DEPOSIT });
    const quote = await till.quote({ ...request, originChainId: 8453 }, [step]);
    const error = await errorOf(till.pay(quote, { signers: { evm } }));
    expect([error.code, error.message]).to.deep.equal([
      "wrong_chain",
      "Expected the wallet on chain 8453, it stays on 31337. Switch it and go on.",
    ]);
  });
});
