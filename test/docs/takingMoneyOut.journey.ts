import fs from "node:fs";
import * as ecc from "tiny-secp256k1";
import { mnemonicToSeedSync } from "@scure/bip39";
import { BIP32Factory } from "bip32";
import { networks, payments } from "bitcoinjs-lib";
import { expect } from "chai";
import { ECPairFactory } from "ecpair";
import { createWalletClient, defineChain, encodeFunctionData, http } from "viem";
import { mnemonicToAccount, type HDAccount } from "viem/accounts";
import type { BitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { SANDBOX_MNEMONIC, type BitcoinAccount } from "../../src/sandbox/accounts.ts";
import { createTestWallet } from "../../src/sandbox/wallet/testWallet.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../network/auditWorld.ts";
import { PAYEE, topUp } from "../network/bitcoinSpending.ts";
import { EVM_CHAIN_ID, RECIPIENT, type World } from "../network/world.ts";

const DOCUMENT = fs.readFileSync(
  new URL("../../docs/how-to/operate-the-intent-service.md", import.meta.url),
  "utf8",
);
const OWN_HAND = "0x4444444444444444444444444444444444444444";

/** docs/how-to/operate-the-intent-service.md, "Taking money out", as an operator does it with nothing but the seed and the paths that it names. */
describe("taking money out as docs/how-to/operate-the-intent-service.md says", () => {
  let audited: AuditedWorld;
  let world: World;
  const told: string[] = [];
  before(async () => {
    const tell = (event: string) => void told.push(event);
    audited = await startAuditedWorld({ log: { ...silentLog, warn: tell, error: tell } });
    world = audited.world;
    await topUp(world, 1_000_000, 2_000_000);
    world.now += 60_000;
    await fill();
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });
  after(() => audited.close());

  /** A payment of the service to RECIPIENT, from the quote to its end. */
  const fill = async () => {
    const { requestId, address } = await world.quote();
    await world.pay(address, 100_000);
    await world.mine();
    await world.tick(4);
    expect(await world.status(requestId)).to.include({ status: "success" });
  };

  it("the accounts are at the paths, and what was taken is booked; the service goes on, and says once that it saw it", async () => {
    const [, evmPath = ""] = /^\| EVM, all chains \| `([^`]+)` \|$/m.exec(DOCUMENT) ?? [];
    const [, bitcoinPath = ""] = /^\| Bitcoin .* `([^`]+)` on the others \|$/m.exec(DOCUMENT) ?? [];
    const evm = mnemonicToAccount(SANDBOX_MNEMONIC, { path: evmPath as "m/44'/60'/1'/0/0" });
    const bitcoin = bitcoinAccount(bitcoinPath);
    expect(evm.address.toLowerCase()).to.equal(world.network.solver.evm);
    expect(bitcoin.address).to.equal(world.network.solver.bitcoin);

    const network = world.network; // nothing ticks, so the service stands still
    await takeDollars(evm, 5_000_000n);
    await createTestWallet(world.ledger, bitcoin).pay({ address: PAYEE as BitcoinAddress, sats: 300_000n });
    await world.mine();
    await world.restart();
    expect(world.network).not.to.equal(network);
    await world.tick(3);

    const report = await audited.audit();
    expect(report.ok, "until it is booked").to.equal(false);
    expect(await audited.adopt(report, "withdrawn"), "dollars, gas and bitcoin").to.have.length(3);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);

    await fill();
    await fill();
    expect(told.filter((event) => event === "network.foreign_nonce")).to.have.length(1);
    expect(told).to.include("network.coin_spent_elsewhere");
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
    expect(await world.received(OWN_HAND)).to.equal(5_000_000n);
    expect((await world.received(RECIPIENT)) > 0n, "recipients are paid").to.equal(true);
  });

  async function takeDollars(account: HDAccount, amount: bigint): Promise<void> {
    const nativeCurrency = { name: "Ether", symbol: "ETH", decimals: 18 };
    const rpcUrls = { default: { http: [world.evm.url] } };
    const chain = defineChain({ id: EVM_CHAIN_ID, name: "Test", nativeCurrency, rpcUrls });
    const client = createWalletClient({ account, chain, transport: http(world.evm.url) });
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [OWN_HAND, amount] });
    const hash = await client.sendTransaction({ to: world.usdc, data });
    await world.evm.client.waitForTransactionReceipt({ hash });
  }
});

function bitcoinAccount(path: string): BitcoinAccount {
  const network = networks.regtest;
  const node = BIP32Factory(ecc).fromSeed(mnemonicToSeedSync(SANDBOX_MNEMONIC), network).derivePath(path);
  const { address = "", output = new Uint8Array() } = payments.p2wpkh({ pubkey: node.publicKey, network });
  const wif = node.toWIF();
  const key = ECPairFactory(ecc).fromWIF(wif, network);
  return { key, wif, address, script: Buffer.from(output).toString("hex") };
}
