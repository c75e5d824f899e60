import { expect } from "chai";
import { sendPayment, type PaymentTools } from "../../../src/cli/gateway/payoutsPay.ts";
import { markPayout } from "../../../src/gateway/usecases/payouts/managePayouts.ts";
import {
  beginPayment,
  preparePayoutPayment,
} from "../../../src/gateway/usecases/payouts/preparePayoutPayment.ts";
import type { IntentService } from "../../../src/wallet/intentService.ts";
import { WalletError } from "../../../src/wallet/errors.ts";
import { aQuote, refusal, shop, SIGNER } from "../../gateway/usecases/payoutShop.ts";
import { approvalOf, calls, DEPOSITORY, fakeWallet, stepOf } from "../../wallet/payer.ts";

const BACK = { state: "AwaitingPayment", txHash: undefined, proof: undefined } as const;
const INPUT = 50_000_000n; // of the quote in payoutShop.ts

/** An approved payout, and a command whose wallet is asked for an allowance and a deposit. */
async function commanded() {
  const world = await shop();
  const { gateway, said, persistence } = world;
  const { id } = await world.approved();
  const { settlement } = (await persistence.stores.load(world.pull.storeId))!.settings;
  const { chainId, currency } = settlement;
  const wallet = Object.assign(fakeWallet(), { address: SIGNER, chain: chainId });
  const service = {
    contracts: async () => new Set<string>(),
    indexTransaction: async () => {},
    status: async () => ({ status: "waiting" }),
  } as unknown as IntentService; // what a deposit needs of it
  const tools: PaymentTools = { signer: wallet, service, bitcoinNetwork: "regtest", deadline: 0 };
  const steps = (requestId: string) => [
    stepOf({ ...calls(currency, 0, approvalOf(DEPOSITORY, INPUT)), chainId }, { id: "approve", requestId }),
    stepOf({ ...calls(DEPOSITORY), chainId }, { requestId }),
  ];
  said.quote = { ...aQuote("request-1"), raw: { steps: steps("request-1") } };
  const pay = () => sendPayment(gateway, id, tools, () => {});
  const payout = async () => (await persistence.payouts.load(id))!;
  /** What somebody does meanwhile in another window: takes the payment back. */
  const takeBack = () => markPayout(gateway, id, { ...BACK, nothingUnderWay: true });
  /** Pays it by another quote. */
  const payElsewhere = async () => {
    said.quote = aQuote("request-2");
    await preparePayoutPayment(gateway, id, SIGNER);
    await beginPayment(gateway, id, "request-2");
  };
  return { ...world, id, wallet, pay, payout, takeBack, payElsewhere };
}

const failure = (work: Promise<unknown>) => work.then(() => "paid", String);

describe("crosstill payouts pay", () => {
  it("sends nothing more once the payout was taken back in another window", async () => {
    const { wallet, pay, takeBack, payout } = await commanded();
    const { receipt } = wallet;
    wallet.receipt = async () => {
      await takeBack(); // while the allowance is mined
      return receipt();
    };
    expect(await failure(pay())).to.include("taken back");
    expect(wallet.sent, "the allowance alone").to.have.length(1);
    expect((await payout()).state).to.equal("AwaitingPayment");
  });

  it("refuses to take a payout back while its wallet is sending, unless a person says that the wallet sent nothing", async () => {
    const { gateway, id, wallet, pay, payout } = await commanded();
    const { sendTransaction } = wallet;
    let refused: string | undefined;
    Object.assign(wallet, {
      sendTransaction: async (transaction: Parameters<typeof sendTransaction>[0]) => {
        refused ??= await refusal(markPayout(gateway, id, BACK));
        return sendTransaction(transaction);
      },
    });
    await failure(pay());
    expect(refused).to.equal("invalid-state");
    const { service } = await payout();
    expect(service?.sending).to.equal(undefined);
    expect(service?.sent).to.have.length(wallet.sent.length);
  });

  it("does not take back what somebody else has begun to pay meanwhile", async () => {
    const { wallet, pay, takeBack, payElsewhere, payout } = await commanded();
    Object.assign(wallet, {
      sendTransaction: async () => {
        await takeBack();
        await payElsewhere();
        throw new WalletError("not_sent", "declined");
      },
    });
    expect(await failure(pay())).to.include("declined");
    expect(await payout()).to.deep.include({ state: "InProgress", formerRequests: ["request-1"] });
  });

  it("writes each transaction down at once, and it is paid again only when a person says that none can be mined any more", async () => {
    const { gateway, id, wallet, pay, payout } = await commanded();
    let known: readonly string[] | undefined;
    wallet.receipt = async () => {
      known = (await payout()).service?.sent;
      throw new Error("the node went silent");
    };
    expect(await failure(pay())).to.include("could not be seen in a block");
    expect(known).to.have.length(1);
    expect(await refusal(markPayout(gateway, id, BACK))).to.equal("invalid-state");
    expect((await markPayout(gateway, id, { ...BACK, nothingUnderWay: true })).state).to.equal(
      "AwaitingPayment",
    );
  });
});
