import { expect } from "chai";
import type { BitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import type { EvmAddress } from "../../src/evm/codec/address.ts";
import { displayEvmAddress, ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { merchantBitcoin } from "../../src/sandbox/accounts.ts";
import { addressOf } from "../../src/sandbox/bitcoin/rules/outputScript.ts";
import { txPages } from "../../src/sandbox/txPages.ts";
import { addressNames } from "../../src/sandbox/addressNames.ts";
import express from "express";
import supertest from "supertest";
import { STRANGER, handClock } from "./ledgerAtHand.ts";
import { openSandboxSite, type SandboxSite } from "./sandboxSite.ts";

const SHOP = (addressOf(STRANGER) ?? "") as BitcoinAddress; // a script that has an address
const MERCHANT = "0x00000000000000000000000000000000000a11ce" as EvmAddress;
const UNKNOWN = "ab".repeat(32);

describe("a transaction's page", () => {
  let site: SandboxSite;
  before(async () => {
    site = await openSandboxSite(handClock().clock);
  });
  after(() => site.close());
  const pay = (sats: bigint, feeRate: number, address = SHOP) =>
    site.sandbox.wallet.bitcoin.pay({ address, sats, feeRate });

  it("shows an unconfirmed Bitcoin payment with amounts, fee and parties, and its block later", async () => {
    const txid = await pay(123_456n, 7);
    const { fee, tx } = site.sandbox.ledger.view.knownTx(txid);
    const waiting = (await site.get(`/tx/${txid}`).expect(200).expect("content-type", /html/)).text;
    expect(waiting).to.include("Unconfirmed").and.to.include(txid).and.to.include(SHOP);
    expect(waiting).to.include("0.00123456 BTC").and.to.include(`${fee} sats, 7 sat/vB`);
    expect(waiting).to.include(`${tx.vsize} vB`).and.to.include("sandbox wallet");
    expect(waiting).to.include(`/sandbox/explorer/api/tx/${txid}`).and.not.to.include("<script");
    const height = await site.sandbox.ledger.mine(3);
    const mined = (await site.get(`/tx/${txid.toUpperCase()}`).expect(200)).text;
    expect(mined)
      .to.include("Confirmed")
      .and.to.include(`3 confirmations, in block ${height - 2}`);
    expect(mined).to.match(/2026-11-21 \d\d:\d\d:\d\d UTC/);
  });

  it("leads from an output to the transaction that spent it, and names the shop's refund address", async () => {
    const parent = await pay(50_000n, 5, merchantBitcoin().address as BitcoinAddress);
    expect((await site.get(`/tx/${parent}`)).text).to.include("demo shop, for refunds").and.to.include("Not spent"); // prettier-ignore
    const [input] = site.sandbox.ledger.view.knownTx(parent).tx.inputs;
    expect((await site.get(`/tx/${input?.txid}`)).text).to.include(`/sandbox/tx/${parent}`);
  });

  it("tells a coinbase's coins are new, and of 400 outputs shows fifty and the number of the rest", async () => {
    const { view } = site.sandbox.ledger;
    const coinbase = view.blockAt(5)?.txids[0] ?? "";
    expect((await site.get(`/tx/${coinbase}`).expect(200)).text).to.include("New coins");
    const fanOut = view.blockAt(109)?.txids[1] ?? "";
    const { text } = await site.get(`/tx/${fanOut}`).expect(200);
    expect(text).to.include("And 350 more outputs");
  });

  it("is calm about a replaced, an unknown and an unreadable transaction", async () => {
    const old = await pay(60_000n, 2);
    await site.sandbox.wallet.bitcoin.replace({ txid: old, feeRate: 20 });
    for (const txid of [old, UNKNOWN]) {
      const { text } = await site.get(`/tx/${txid}`).expect(404).expect("content-type", /html/);
      expect(text).to.include("Not in the ledger").and.to.include("replaced").and.to.include(txid);
    }
    const odd = await site.get(`/tx/${encodeURIComponent("<img src=x>")}`).expect(404);
    expect(odd.text).to.include("Not a transaction id").and.to.include("&lt;img").and.not.to.include("<img ");
  });

  it("shows an EVM token payment with the transfer in the token's own unit", async () => {
    for (const { id, name, usdc } of site.sandbox.evmChains) {
      const hash = await site.sandbox.wallet.evm.pay({ chainId: id, currency: usdc, address: MERCHANT, amount: 2_500_001n }); // prettier-ignore
      const { text } = await site.get(`/evm/${id}/tx/${hash}`).expect(200).expect("content-type", /html/);
      expect(text).to.include("Successful").and.to.include(name).and.to.include("2.500001 USDC");
      expect(text).to.include(displayEvmAddress(MERCHANT)).and.to.include("USDC contract");
      expect(text)
        .to.match(/In block \d+/)
        .and.to.match(/\d+ of \d+ gas at [\d.]+ gwei/);
    }
  });

  it("shows an EVM payment of native coins by its value", async () => {
    const hash = await site.sandbox.wallet.evm.pay({ chainId: 31337, currency: ZERO_ADDRESS, address: MERCHANT, amount: 25n * 10n ** 16n }); // prettier-ignore
    const { text } = await site.get(`/evm/31337/tx/${hash}`).expect(200);
    expect(text).to.include("0.25 ETH").and.not.to.include("Tokens that moved");
  });

  it("says so when an EVM transaction, its chain or its hash is unknown", async () => {
    expect((await site.get(`/evm/31337/tx/0x${UNKNOWN}`).expect(404)).text).to.include("Not on this chain");
    expect((await site.get(`/evm/1/tx/0x${UNKNOWN}`).expect(404)).text).to.include(
      "31337 (Sandbox Base) and 31338",
    );
    expect((await site.get(`/evm/31337/tx/${UNKNOWN}`).expect(404)).text).to.include("0x and 64 hex digits");
  });

  it("does not call a transaction unknown because the chain gave no answer", async () => {
    const chains = [{ id: 31337, name: "Sandbox Base", directRpcUrl: "http://127.0.0.1:9" }]; // nothing listens there
    const routes = txPages({ ledger: site.sandbox.ledger, names: addressNames(), chains });
    const { text } = await supertest(express().use(routes)).get(`/evm/31337/tx/0x${UNKNOWN}`).expect(503);
    expect(text).to.include("No answer").and.not.to.include("does not know");
  });

  it("keeps the way back to the checkout, and leads to the wallet", async () => {
    const back = "/i/8xKq2mNvR4tYwB6dHs3f";
    const { text } = await site.get(`/tx/${UNKNOWN}?back=${encodeURIComponent(back)}`).expect(404);
    expect(text)
      .to.include(`href="${back}"`)
      .and.to.include(`/sandbox/wallet?back=${encodeURIComponent(back)}`);
  });
});
