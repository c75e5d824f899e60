import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { parseTransaction, recoverTransactionAddress } from "viem";
import type { EvmAddress } from "../../src/evm/codec/address.ts";
import { NETWORK_DEFAULTS } from "../../src/network/config.ts";
import { setAllocatorCall } from "../../src/network/contracts/allocator.ts";
import { contractsOf, readServiceArtifacts } from "../../src/network/contracts/artifacts.ts";
import { deployContracts } from "../../src/network/contracts/deploy.ts";
import { createKeys } from "../../src/network/addresses.ts";
import { SOLVER_DEFAULTS } from "../../src/network/solver/settings.ts";
import { evmAccount, SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "./auditWorld.ts";
import { held, outgoing, PAYEE } from "./bitcoinSpending.ts";
import { balance, createPayees, evmQuote, walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { alarmLog } from "./solverAlarms.ts";
import { EVM_CHAIN_ID, OTHER_CHAIN_ID, type World } from "./world.ts";

const REFUNDER_WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"; // BIP39's example
const TREASURY = 11; // its index among the wallets of the chains
const MINUTE = 60_000;
const TOKEN = "operator-token-for-tests";
const DOLLARS = 200_000_000n; // of 6 decimals

describe("keys per role: a refunder with a seed of its own, and a treasury that owns the contracts", function () {
  this.timeout(120_000);

  const { log, events } = alarmLog();
  const owner = evmAccount(TREASURY).address.toLowerCase() as EvmAddress;
  const chainIds = [EVM_CHAIN_ID, OTHER_CHAIN_ID];
  const roles = { refunderMnemonic: REFUNDER_WORDS, contractOwner: owner };
  const keys = createKeys(SANDBOX_MNEMONIC, "regtest", chainIds, contractsOf, roles);
  const { solverEvmAddress: filler, refunderEvmAddress: refunder } = keys;
  const { Depository } = keys.contracts;
  const payee = createPayees();
  let folder: string;
  let audited: AuditedWorld;
  let world: World;
  let user: Wallet;

  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-roles-"));
    const databaseUrl = path.join(folder, "network.db");
    fs.writeFileSync(databaseUrl, ""); // a new one: that of other worlds belongs to one seed
    audited = await startAuditedWorld({
      ...{ ...roles, databaseUrl, twoChains: true, log, operatorToken: TOKEN },
      solver: { ...SOLVER_DEFAULTS, withdrawAbove: 0n },
      bitcoin: { ...NETWORK_DEFAULTS.bitcoin, sweepAfterMs: 0 },
    });
    world = audited.world;
    user = await world.evm.wallet(10);
    for (const { client } of [world.evm, world.other])
      await deployContracts(client, readServiceArtifacts(), filler, owner);
    await world.tick(2);
  });
  after(async () => {
    await audited.close();
    fs.rmSync(folder, { recursive: true });
  });
  beforeEach(() => void (events.length = 0));

  const dollars = (changes: Readonly<Record<string, unknown>> = {}) =>
    evmQuote(world, user, {
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.usdc },
      ...{ amount: String(DOLLARS), recipient: payee(), ...changes },
    });
  const refused = () =>
    dollars().then(
      () => "",
      (error: Error) => error.message,
    );
  const usdcOf = (account: string) => balance(world.evm, world.evm.usdc, account);
  const housekeeping = async () => {
    world.now += 2 * MINUTE;
    await world.tick(2);
  };
  const name = async (allocator: EvmAddress) => {
    await (await world.evm.wallet(TREASURY)).send(setAllocatorCall(Depository, allocator));
  };
  const operatorPage = async () => {
    const authorization = `Basic ${Buffer.from(`anybody:${TOKEN}`).toString("base64")}`;
    return (await fetch(`${world.url}/operator`, { headers: { authorization } })).text();
  };
  /** Pays a quote after its time to live, so that it is not filled. */
  const payLate = async (changes: Readonly<Record<string, unknown>> = {}) => {
    const quote = await dollars({ ttl: 60, ...changes });
    world.now += 2 * MINUTE;
    await walk(user, quote.steps);
    return quote;
  };
  /** That a deposit came back once, less the gas. */
  const expectBack = (amount: bigint) =>
    expect(amount > (DOLLARS * 95n) / 100n && amount < DOLLARS, String(amount)).to.equal(true);

  it("a chain whose depository pays on another's orders stops the start with the call that mends it, and is not quoted [roles:allocator]", async () => {
    const { wrong } = await world.network.check();
    expect(wrong).to.have.length(2);
    for (const [index, chain] of [world.evm, world.other].entries()) {
      const sentence = wrong[index] ?? "";
      expect(sentence).to.match(new RegExp(`^Chain ${chain.id}: the Depository ${Depository} pays out on orders of ${owner} `)); // prettier-ignore
      expect(sentence)
        .to.include(refunder)
        .and.to.match(new RegExp(`sent by the owner .* ${owner}\\.$`));
    }
    expect(await refused()).to.match(/SERVICE_UNAVAILABLE/).and.to.include(`chain ${EVM_CHAIN_ID} are not taken`); // prettier-ignore
    await world.quote({ recipient: payee() }); // bitcoin does not come into the depository

    for (const [index, chain] of [world.evm, world.other].entries()) {
      const [, to = "", data = ""] = /to (0x\w{40}), value 0, data (0x\w+)\./.exec(wrong[index] ?? "") ?? [];
      await (await chain.wallet(TREASURY)).send({ to, data });
    }
    expect((await world.network.check()).wrong).to.deep.equal([]);
    world.now += 6_000;
    expect(await refused()).to.equal("");
  });

  it("the refunder's accounts are named as the service's, and nothing is sent to them", async () => {
    const { body } = await world.get("/chains");
    const chains = body.chains as Readonly<{ id: number; solverAddresses: readonly string[] }>[];
    const chain = chains.find(({ id }) => id === EVM_CHAIN_ID);
    expect(chain?.solverAddresses).to.deep.equal([filler, refunder]);
    const { status, body: refusal } = await world.post("/quote/v2", world.quoteBody({ recipient: refunder }));
    expect([status, String(refusal.message)]).to.satisfy(
      ([code, message]: [number, string]) => code === 400 && message.includes("belongs to this service"),
    );
  });

  it("a deposit is filled by the filler and comes home from the depository on the refunder's order [roles:orders]", async () => {
    const recipient = payee();
    const quote = await dollars({ recipient });
    const [before, inside] = [await usdcOf(filler), await usdcOf(Depository)];
    await walk(user, quote.steps);
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect((await balance(world.other, world.other.usdc, recipient)) >= quote.minimum).to.equal(true);
    await housekeeping();
    await housekeeping();
    expect((await usdcOf(Depository)) - inside).to.equal(0n);
    expect((await usdcOf(filler)) - before).to.equal(DOLLARS);
    expect(events).to.deep.equal([]);
  });

  it("a refund out of custody needs no gas of the refunder: the filler hands in what it signed [roles:orders]", async () => {
    world.sent.length = 0;
    const refundTo = payee();
    const quote = await payLate({ useDepositAddress: true, refundTo });
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "refund", failReason: "TTL_EXPIRED" });
    expectBack(await usdcOf(refundTo));
    for (const raw of world.sent) {
      expect((await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toLowerCase()).to.equal(filler); // prettier-ignore
    }
    expect(world.sent.map((raw) => parseTransaction(raw).to?.toLowerCase())).to.include(Depository);
    for (const { client } of [world.evm, world.other])
      expect(await client.getTransactionCount({ address: refunder })).to.equal(0);
  });

  it("an allocator that changes before a deposit is to go back: it waits, says why, and is paid once", async () => {
    const quote = await payLate();
    const without = await usdcOf(user.address);
    await name(owner);
    await world.tick(3);
    await housekeeping();
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    expect(events).to.include("network.allocator_differs");
    expect(await usdcOf(user.address)).to.equal(without);
    expect(await refused(), "and nothing more is taken").to.include("not taken now");
    const page = await operatorPage();
    expect(page).to.include(setAllocatorCall(Depository, refunder).data);
    await name(refunder);
    await housekeeping();
    await housekeeping();
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    expect(await operatorPage()).to.not.include("setAllocator");
    expectBack((await usdcOf(user.address)) - without);
  });

  it("a deposit that comes while another account is the allocator is filled once the refunder is named again", async () => {
    const recipient = payee();
    await housekeeping();
    const quote = await dollars({ recipient, useDepositAddress: true, refundTo: payee() });
    await name(owner);
    await walk(user, quote.steps);
    await world.tick(3);
    await housekeeping();
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    expect(await balance(world.other, world.other.usdc, recipient), "who names it could take it back").to.equal(0n); // prettier-ignore
    await name(refunder);
    await housekeeping();
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect((await balance(world.other, world.other.usdc, recipient)) >= quote.minimum).to.equal(true);
  });

  it("an allocator that changes after a refund is signed: the transaction reverts, and the same order is paid once later", async () => {
    const quote = await payLate();
    const without = await usdcOf(user.address);
    world.swallowSends = true;
    await world.tick(3); // signed, and in no block
    expect(await world.status(quote.requestId))
      .to.have.property("txHashes")
      .that.has.length(1);
    await name(owner);
    world.swallowSends = false;
    for (let turn = 0; turn < 4; turn++) {
      world.now += 6 * MINUTE;
      await world.tick();
    }
    expect(events).to.include.members(["network.refund_reverted", "network.refund_refused"]);
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    expect(await usdcOf(user.address)).to.equal(without);
    await name(refunder);
    for (let turn = 0; turn < 4; turn++) {
      world.now += 6 * MINUTE;
      await world.tick();
    }
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    expectBack((await usdcOf(user.address)) - without);
  });

  it("a Bitcoin deposit lies at an address of the refunder's seed, and goes back from it [roles:deposits]", async () => {
    const quote = await world.quote({ ttl: 60, refundTo: PAYEE });
    const issued = Array.from({ length: 100 }, (_, index) => keys.depositAddress(index));
    expect(issued).to.include(quote.address);
    world.now += 2 * MINUTE;
    await world.pay(quote.address, 100_000);
    await world.mine();
    await world.tick(2);
    const { tx, fee } = await outgoing(world, quote.requestId);
    expect(tx.inputs).to.have.length(1);
    await world.mine();
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    expect(held(world, PAYEE)).to.equal(100_000n - fee);
  });

  it("a Bitcoin deposit that was filled is swept to the filler's account", async () => {
    const quote = await world.quote({ recipient: payee() });
    const before = held(world, keys.solverBitcoin);
    await world.pay(quote.address, Number(quote.input));
    await world.mine();
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    await housekeeping();
    await world.mine();
    await world.tick(3);
    expect(held(world, quote.address)).to.equal(0n);
    expect(held(world, keys.solverBitcoin) > before).to.equal(true);
  });

  it("the books agree with both chains and Bitcoin, to the unit", async () => {
    await world.mine(6);
    await housekeeping();
    await world.mine();
    await housekeeping();
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });
});
