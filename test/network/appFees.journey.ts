import { expect } from "chai";
import type { Hex } from "viem";
import { networkFees } from "../../src/cli/network/fees.ts";
import { networkAudit } from "../../src/cli/network/audit.ts";
import type { Command } from "../../src/cli/command.ts";
import { SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "./auditWorld.ts";
import { createPayees, evmQuote } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { runFolder } from "../support/runFolder.ts";
import { EVM_CHAIN_ID, OTHER_CHAIN_ID, type Answer, type World } from "./world.ts";
import fs from "node:fs";
import path from "node:path";

const COIN = 10n ** 17n; // 300 dollars
const SHARE = 3_000_000n; // 1 % of it

/** Says yes to every signature: PUSH4 of the answer of EIP-1271, shifted to the left of a word, returned. */
const YES_TO_ALL = "0x631626ba7e60e01b60005260206000f3";

describe("app fees", () => {
  const payee = createPayees();
  const prices: Record<string, bigint> = { BTC: 80_000n, ETH: 3_000n, WETH: 3_000n };
  let folder: string;
  let databaseUrl: string;
  let audited: AuditedWorld;
  let world: World;
  let user: Wallet;
  let app: Wallet;
  let nextApp = 20;

  before(async () => {
    folder = fs.mkdtempSync(path.join(runFolder(), "app-fees-"));
    databaseUrl = path.join(folder, "network.db");
    fs.writeFileSync(path.join(folder, "seed"), SANDBOX_MNEMONIC, { mode: 0o600 });
    const priceSource = { price: async (symbol: string) => (prices[symbol] ?? 1n) * 100_000_000n };
    audited = await startAuditedWorld({ twoChains: true, priceSource, databaseUrl });
    world = audited.world;
    user = await world.evm.wallet(10);
  });
  after(async () => {
    await audited.close();
    fs.rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    app = await world.other.wallet(nextApp++);
    await earn(app.address);
  });
  afterEach(async () => {
    world.tamper = undefined;
    world.swallowSends = false;
    await world.tick(3);
    const report = await audited.audit();
    expect(troublesOf(report), "the books agree with the chains").to.deep.equal([]);
    const owed = report.sharesOwed.find(({ wallet }) => wallet === app.address)?.amount ?? 0n;
    expect(owed, "and with the balance").to.equal(await available());
  });

  /** A bridge of 300 dollars, of which an application gets one per cent. */
  const earn = async (recipient: string) => {
    const appFees = [{ recipient, fee: "100" }];
    const quote = await evmQuote(world, user, { useDepositAddress: true, refundTo: user.address, recipient: payee(), appFees }); // prettier-ignore
    await user.send({ to: quote.address, value: COIN });
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  };
  const available = async (wallet: string = app.address) => {
    const { body } = await world.get(`/app-fees/${wallet}/balances`);
    const [balance] = body["balances"] as { amount: string }[];
    return BigInt(balance?.amount ?? 0);
  };
  const setCode = ({ client }: typeof world.evm, address: string, code: string) =>
    client.request({ method: "anvil_setCode" as never, params: [address, code] as never });
  type Claim = { claimId: string; status: string; amount: string; amountPaid: string; txHash: string };
  const claims = async (wallet: string = app.address) =>
    (await world.get(`/app-fees/${wallet}/claims`)).body["claims"] as Claim[];
  const usdc = () => world.other.usdc;
  const paidTo = (owner: string) => world.other.balanceOf(usdc(), owner);

  type Item = { data: { sign: { signatureKind: string; message: string }; post: Posted } };
  type Posted = { endpoint: string; method: string; body: Record<string, unknown> };
  /** The step of a claim, as its wallet sees it. */
  const stepOf = async (changes: Record<string, unknown> = {}, wallet: string = app.address) => {
    const ask = { chainId: OTHER_CHAIN_ID, currency: usdc(), ...changes };
    const { status, body } = await world.post(`/app-fees/${wallet}/claim`, ask);
    if (status !== 200) throw new Error(`${status} ${String(body["errorCode"])}`);
    const [step] = body["steps"] as { id: string; kind: string; requestId: string; items: Item[] }[];
    return { step: step!, ...step!.items[0]!.data };
  };
  const post = ({ endpoint, body }: Posted, signature: string): Promise<Answer> =>
    world.post(`${endpoint}?signature=${signature}`, body);
  const claim = async (changes: Record<string, unknown> = {}) => {
    const { sign, post: posted } = await stepOf(changes);
    const answer = await post(posted, await app.account.signMessage({ message: sign.message }));
    return `${answer.status} ${String(answer.body["errorCode"] ?? "")}`.trim();
  };

  it("are claimed with one signature and paid once, less the network's fee, and the history tells it [x.app-fee-claims]", async () => {
    expect(await available()).to.equal(SHARE);
    const recipient = payee();
    const { step, sign } = await stepOf({ recipient });
    expect([step.id, step.kind, sign.signatureKind]).to.deep.equal(["authorize", "signature", "eip191"]);
    expect(sign.message).to.contain(recipient).and.contain("3 USDC");
    expect(await claim({ recipient })).to.equal("200");
    expect(await available(), "claimed is gone at once").to.equal(0n);
    await world.tick(3);
    const [made, ...more] = await claims();
    expect(more).to.deep.equal([]);
    expect(made).to.include({ status: "success", amount: String(SHARE) });
    const paid = await paidTo(recipient);
    expect(paid).to.equal(BigInt(made!.amountPaid));
    expect(paid > (SHARE * 9n) / 10n && paid < SHARE, String(paid)).to.equal(true);
    const receipt = await world.other.client.getTransactionReceipt({ hash: made!.txHash as Hex });
    expect(receipt.status).to.equal("success");
  });

  it("are claimed in parts, and never beyond what was earned", async () => {
    expect(await claim({ amount: "1000000" })).to.equal("200");
    expect(await stepOf({ amount: "2000001" }).catch(String)).to.contain("400 INSUFFICIENT_FUNDS");
    expect(await claim({ amount: "2000000" })).to.equal("200");
    await world.tick(3);
    await earn(app.address);
    expect(await available()).to.equal(SHARE);
    expect((await claims()).map(({ amount, status }) => [amount, status])).to.deep.equal([
      ["2000000", "success"],
      ["1000000", "success"],
    ]);
    const { body } = await world.get(`/app-fees/${app.address}/claims?limit=1`);
    const next = await world.get(
      `/app-fees/${app.address}/claims?limit=1&continuation=${String(body["continuation"])}`,
    );
    expect((next.body["claims"] as Claim[]).map(({ amount }) => amount)).to.deep.equal(["1000000"]);
  });

  it("that are claimed ten times at once are paid once", async () => {
    const steps = await Promise.all(Array.from({ length: 10 }, () => stepOf()));
    const signed = await Promise.all(
      steps.map(
        async ({ sign, post: posted }) =>
          [posted, await app.account.signMessage({ message: sign.message })] as const,
      ),
    );
    const twice = [...signed, ...signed]; // and each of them twice
    const answers = await Promise.all(twice.map(([posted, signature]) => post(posted, signature)));
    expect(answers.filter(({ status }) => status === 200).length).to.be.within(1, 2);
    expect(new Set(answers.map(({ status, body }) => (status === 200 ? "200" : body["errorCode"])))).to.deep.equal(new Set(["200", "INSUFFICIENT_FUNDS"])); // prettier-ignore
    const before = await paidTo(app.address);
    await world.tick(3);
    const [made, ...more] = await claims();
    expect(more).to.deep.equal([]);
    expect((await paidTo(app.address)) - before).to.equal(BigInt(made!.amountPaid));
  });

  it("are paid once when the process ends between signing and sending, and between sending and noting", async () => {
    for (const lose of ["before it is sent", "after it was sent"]) {
      const recipient = payee();
      expect(await claim({ recipient, amount: "1400000" })).to.equal("200");
      const isSend = (one: unknown) => (one as { method: string }).method === "eth_sendRawTransaction";
      if (lose === "before it is sent") world.swallowSends = true;
      else world.tamper = (asked, answer) => ([asked].flat().some(isSend) ? { odd: true } : answer);
      await world.tick(1);
      await world.restart();
      world.swallowSends = false;
      world.tamper = undefined;
      world.now += 60_000;
      await world.tick(4);
      const [made] = await claims();
      expect(made, lose).to.include({ status: "success" });
      expect(await paidTo(recipient), lose).to.equal(BigInt(made!.amountPaid));
    }
    expect(await claims()).to.have.length(2);
  });

  it("are the application's again when the payment would revert", async () => {
    expect(await claim()).to.equal("200");
    const isTrial = (one: unknown) => (one as { method: string }).method === "eth_estimateGas";
    world.tamper = (asked, answer) =>
      [asked].flat().some(isTrial)
        ? {
            ...(asked as { id: number }),
            method: undefined,
            error: { code: 3, message: "execution reverted: blocked" },
          }
        : answer;
    await world.tick(2);
    world.tamper = undefined;
    expect((await claims()).map(({ status }) => status)).to.deep.equal(["failure"]);
    expect(await available()).to.equal(SHARE);
    expect(await claim()).to.equal("200");
    await world.tick(3);
    expect((await claims()).map(({ status }) => status)).to.deep.equal(["success", "failure"]);
  });

  it("are refused to others: another signer, another recipient, another amount, and when it is too late", async () => {
    const { sign, post: posted } = await stepOf({ amount: "1000000" });
    const signature = await app.account.signMessage({ message: sign.message });
    const codeOf = async (body: unknown, by: string) => {
      const answer = await world.post(`/execute/permits?signature=${by}`, body);
      return `${answer.status} ${String(answer.body["errorCode"] ?? "")}`;
    };
    const claimed = posted.body["claim"] as Record<string, unknown>;
    const stranger = await user.account.signMessage({ message: sign.message });
    expect(await codeOf(posted.body, stranger)).to.equal("400 PERMIT_FAILED");
    for (const change of [
      { recipient: payee() },
      { amount: "2000000" },
      { chainId: EVM_CHAIN_ID, currency: world.usdc },
    ])
      expect(await codeOf({ ...posted.body, claim: { ...claimed, ...change } }, signature)).to.equal(
        "400 PERMIT_FAILED",
      );
    expect(await codeOf(posted.body, "0x12")).to.equal("400 PERMIT_FAILED");
    expect(await codeOf({ kind: "claim" }, signature)).to.equal("400 INVALID_REQUEST");
    for (const [changes, code] of [
      [{ currency: world.other.usdt }, "UNSUPPORTED_CURRENCY"],
      [{ chainId: 1 }, "UNSUPPORTED_CURRENCY"],
      [{ recipient: usdc() }, "INVALID_RECIPIENT"],
      [{ recipient: "me" }, "INVALID_ADDRESS"],
      [{ amount: "1" }, "AMOUNT_TOO_LOW"],
      [{ amount: "0" }, "INSUFFICIENT_FUNDS"],
    ] as const)
      expect(await stepOf(changes).catch(String), code).to.contain(`400 ${code}`);
    world.now += 16 * 60_000;
    expect(await codeOf(posted.body, signature)).to.equal("400 PERMIT_FAILED");
    await world.tick(3);
    expect([await available(), await claims()]).to.deep.equal([SHARE, []]);
  });

  it("pays a contract that accepts the signature on the chain where the fees were earned, and refuses a contract that does not", async () => {
    const [wallet, mute] = [payee(), payee()];
    await setCode(world.evm, wallet, YES_TO_ALL);
    await setCode(world.evm, mute, "0x60006000fd");
    for (const [owner, status] of [
      [wallet, 200],
      [mute, 400],
    ] as const) {
      await earn(owner);
      const { post: posted } = await stepOf({ chainId: EVM_CHAIN_ID, currency: world.usdc }, owner);
      expect((await post(posted, "0x1234")).status).to.equal(status);
    }
    await world.tick(3);
    expect((await world.evm.balanceOf(world.usdc, wallet)) > 2_700_000n).to.equal(true);
    expect(await available(mute)).to.equal(SHARE);
  });

  it("refuses a claim by a contract at the same address on a chain where nothing was earned", async () => {
    const wallet = payee();
    await earn(wallet);
    const { post: posted } = await stepOf({}, wallet);
    await setCode(world.other, wallet, YES_TO_ALL); // a stranger's contract at the application's address
    const { status, body } = await post(posted, "0x1234");
    expect(`${status} ${String(body["errorCode"])}`).to.equal("400 INSUFFICIENT_FUNDS");
    expect(String(body["message"])).to.contain("a contract claims on the chain of its fees");
    expect(await stepOf({}, wallet).catch(String)).to.contain("400 INSUFFICIENT_FUNDS");
    await world.tick(3);
    expect([await paidTo(wallet), await available(wallet)]).to.deep.equal([0n, SHARE]);
  });

  it("are listed, paid and told by the operator's command, and the audit says what is owed", async () => {
    const run = async (command: Command, ...args: readonly string[]): Promise<string> => {
      const lines: string[] = [];
      const base = world.url.slice(0, -"/base/path".length);
      const env = {
        NETWORK_DATABASE_URL: databaseUrl,
        NETWORK_SEED_FILE: path.join(folder, "seed"),
        NETWORK_EXPLORER_URLS: `${base}/explorer/api`,
        NETWORK_RPC_31337: world.evm.url,
        NETWORK_TOKENS_31337: `USDC:${world.usdc}:6,USDT:${world.evm.usdt}:6,WETH:${world.evm.weth}:18:wraps-native`,
        NETWORK_RPC_31338: world.other.url,
        NETWORK_TOKENS_31338: `USDC:${usdc()}:6,USDT:${world.other.usdt}:6,WETH:${world.other.weth}:18:wraps-native`,
        LOG_LEVEL: "silent",
      };
      const random = (length: number) => Buffer.alloc(length, 7);
      await command({
        args,
        env,
        clock: () => world.now,
        random,
        startedAt: world.now,
        onStop: () => {},
        note: () => {},
        print: (text) => lines.push(text),
      }).catch((error: unknown) => lines.push(String(error)));
      return lines.join("\n");
    };
    const { address } = app;
    expect(await run(networkFees, "list")).to.contain(
      `${address}  earned 3 USDC  claimed 0 USDC  can be paid 3 USDC`,
    );
    expect(await run(networkAudit)).to.contain(`Owed to an application: 3 USDC to ${address}`);
    const recipient = payee();
    const args = ["pay", address, "--chain", "31338", "--to", recipient, "--amount", "2.5"];
    expect(await run(networkFees, ...args)).to.contain("Nothing was ordered");
    expect(await available()).to.equal(SHARE);
    expect(
      await run(networkFees, "pay", address, "--chain", "31338", "--amount", "3.01", "--yes"),
    ).to.contain("at most 3 USDC");
    expect(await run(networkFees, "pay", address, "--chain", "1", "--yes")).to.contain(
      "App fees are paid in USDC",
    );
    expect(await run(networkFees, ...args, "--yes")).to.contain("Ordered 2.5 USDC");
    await world.tick(3);
    expect((await paidTo(recipient)) > 2_250_000n).to.equal(true);
    expect(await run(networkFees, "history", address)).to.contain("2.5 USDC  success  chain 31338");
    expect(await run(networkFees, "list")).to.contain(
      `${address}  earned 3 USDC  claimed 2.5 USDC  can be paid 0.5 USDC`,
    );
    expect(await run(networkAudit)).to.contain(`Owed to an application: 0.5 USDC to ${address}`);
  });
});
