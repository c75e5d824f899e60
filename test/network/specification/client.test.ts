import { expect } from "chai";
import { createWalletClient, http, type Hex } from "viem";
import { balance, createPayees } from "../evmRoutes.ts";
import type { EvmWorld, Wallet } from "../evmWorld.ts";
import { startWorld, type World } from "../world.ts";
import { createIntentService, execute, viemSigner, type EvmSigner, type QuoteBody } from "../../../src/wallet/index.ts"; // prettier-ignore

const ZERO = "0x0000000000000000000000000000000000000000";

/** Interface specification 4.6: a client walks the steps, with the service's own answers and real chains. */
describe("execution by the client", () => {
  const payee = createPayees();
  let world: World;
  let user: Wallet;
  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
    await world.other.wallet(10);
  });
  after(() => world.close());

  const signerOn = ({ url, client }: EvmWorld): EvmSigner =>
    viemSigner(
      createWalletClient({ account: user.account, chain: client.chain, transport: http(url) }) as never,
      client as never,
    ); // viem's own types of the same clients
  /** Quotes and executes, while a second passes with every wait. What happened is told in order. */
  const pay = async (changes: Record<string, unknown>, signer: Partial<EvmSigner> = {}) => {
    const told: string[] = [];
    const service = createIntentService({ baseUrl: world.url });
    const body = {
      ...{ user: user.address, originChainId: world.evm.id, destinationChainId: world.other.id },
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.usdc },
      ...{ amount: "25000000", tradeType: "EXACT_INPUT", recipient: payee() },
      ...changes,
    } as QuoteBody;
    const quote = await service.quote(body);
    const evm = signerOn(world.evm);
    const result = await execute(quote, {
      service: {
        ...service,
        status: async (id) => (told.push("status"), service.status(id)),
        statusAt: async (path) => (told.push(`GET ${path}`), service.statusAt(path)),
      },
      signers: {
        evm: {
          ...evm,
          sendTransaction: (transaction) => {
            told.push(`send on ${transaction.chainId}`);
            return evm.sendTransaction(transaction);
          },
          signTypedData: (data) => (told.push(`sign ${data.primaryType}`), evm.signTypedData(data)),
          ...signer,
        },
      },
      clock: () => world.now,
      saveRequestId: (id) => void told.push(`save ${id}`),
      wait: async (ms) => {
        told.push(`wait ${ms}`);
        await world.tick();
      },
    });
    return { result, told, recipient: body.recipient! };
  };

  it("transactions are sent as the steps say, on the chain that they name, one after the other [client.transaction]", async () => {
    for (const [currency, sends] of [
      [world.evm.usdc, 2],
      [ZERO, 1],
    ] as const) {
      const destination = currency === ZERO ? ZERO : world.other.usdc;
      const amount = currency === ZERO ? "100000000000000000" : "25000000";
      const changes = { originCurrency: currency, destinationCurrency: destination, amount };
      const { result, told, recipient } = await pay(changes);
      expect(result.outcome).to.equal("success");
      expect(told.filter((what) => what.startsWith("send"))).to.deep.equal(
        Array(sends).fill(`send on ${world.evm.id}`),
      );
      expect((await balance(world.other, destination, recipient)) > (BigInt(amount) * 9n) / 10n).to.equal(
        true,
      );
    }
    let chain = world.other.id; // a wallet that is elsewhere is moved first
    const { result } = await pay(
      { originCurrency: ZERO, destinationCurrency: ZERO, amount: "100000000000000000" },
      { chainId: async () => chain, switchChain: async (id) => void (chain = id) },
    );
    expect([result.outcome, chain]).to.deep.equal(["success", world.evm.id]);
  });

  it("a signature is made by its kind and posted, and the service does the rest [client.signature] [item.signature]", async () => {
    const nonce = () => world.evm.client.getTransactionCount({ address: user.address as Hex });
    const before = await nonce();
    const { result, told } = await pay({ usePermit: true });
    expect(result.outcome).to.equal("success");
    expect(told.filter((what) => /^(sign|send)/.test(what))).to.deep.equal([
      "sign TransferWithAuthorization",
    ]);
    expect(await nonce(), "the user sent nothing").to.equal(before);
  });

  it("carries out a quote by Permit2: an allowance of the amount, and a signature that names a listed account", async () => {
    const { usdt, permit2, id, contracts } = world.evm;
    const token = { originCurrency: usdt, destinationCurrency: world.other.usdt };
    const { result, told } = await pay({ ...token, usePermit: true });
    expect(result.outcome).to.equal("success");
    expect(told.filter((what) => /^(sign|send)/.test(what))).to.deep.equal([
      `send on ${id}`,
      "sign PermitWitnessTransferFrom",
    ]);
    const listed = await createIntentService({ baseUrl: world.url }).contracts(id);
    expect(listed).to.include.keys(permit2, contracts.PermitTransfer);
  });

  it("the requestId is saved before anything is sent [client.save]", async () => {
    const { result, told } = await pay({});
    expect(told.slice(0, 2)).to.deep.equal([`save ${result.requestId}`, `send on ${world.evm.id}`]);
  });

  it("the status is asked for at the item's check, once a second until it is success [client.poll]", async () => {
    const { result, told } = await pay({});
    const polls = told.slice(told.findIndex((what) => what.startsWith("GET")));
    expect(polls.length).to.be.greaterThan(2);
    polls.forEach((what, index) =>
      expect(what).to.equal(index % 2 ? "wait 1000" : `GET /intents/status?requestId=${result.requestId}`),
    );
    expect(result).to.include({ outcome: "success", status: "success" });
  });
});
