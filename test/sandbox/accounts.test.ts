import { expect } from "chai";
import { createKeys } from "../../src/network/addresses.ts";
import { contractsOf } from "../../src/network/contracts/artifacts.ts";
import { SANDBOX_MNEMONIC, merchantBitcoin, minerBitcoin, payerBitcoin } from "../../src/sandbox/accounts.ts";
import { createTestWallet } from "../../src/sandbox/wallet/testWallet.ts";
import type { BitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import { richLedger } from "./ledgerAtHand.ts";

describe("the demo shop's refund address", () => {
  it("is nobody else's: not the payer's, the miner's, the solver's or a deposit address", () => {
    const keys = createKeys(SANDBOX_MNEMONIC, "regtest", [31337, 31338], contractsOf);
    const deposits = Array.from({ length: 200 }, (_, index) => keys.depositAddress(index));
    const others = [payerBitcoin().address, minerBitcoin().address, keys.solverBitcoin, ...deposits];
    expect(others).to.not.include(merchantBitcoin().address);
    expect(merchantBitcoin().address).to.match(/^bcrt1q/);
  });

  it("is paid like any stranger: the wallet does not count what it got", async () => {
    const ledger = await richLedger();
    const wallet = createTestWallet(ledger, payerBitcoin());
    const before = wallet.balance();
    const address = merchantBitcoin().address as BitcoinAddress; // checked by the rule above
    const txid = await wallet.pay({ address, sats: 50_000n });
    await ledger.mine(1);
    expect(wallet.balance()).to.equal(before - 50_000n - ledger.view.knownTx(txid).fee);
    expect(ledger.view.script(merchantBitcoin().script)?.unspent.size).to.equal(1);
  });
});
