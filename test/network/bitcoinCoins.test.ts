import { expect } from "chai";
import { scriptOf } from "../../src/bitcoin/codec/address.ts";
import { selectCoins } from "../../src/bitcoin/codec/coinSelection.ts";
import type { SpendPlan } from "../../src/bitcoin/codec/fundTransaction.ts";
import { ConflictError } from "../../src/database/driver.ts";
import { createKeys } from "../../src/network/addresses.ts";
import { contractsOf } from "../../src/network/contracts/artifacts.ts";
import type { NetworkParts } from "../../src/network/parts.ts";
import { bitcoinHoldings } from "../../src/network/solver/bitcoin/coins.ts";
import { signBitcoin, takeCoins } from "../../src/network/solver/bitcoin/payments.ts";
import { insertCoin, unspentCoins } from "../../src/network/persistence/coins.ts";
import { openPayments } from "../../src/network/persistence/outbound.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { onBothDatabases } from "../support/databases.ts";
import { PAYEE } from "./bitcoinSpending.ts";
import { storeIn } from "./storeIn.ts";

const AT = 1_800_000_000_000;
const keys = createKeys(SANDBOX_MNEMONIC, "regtest", [31337], contractsOf);
const own = scriptOf("regtest", keys.solverBitcoin);
const outpoint = (digit: string) => `${digit.repeat(64)}:0`;

describe("the solver's coins", () => {
  onBothDatabases("network", (open) => {
    /** Two processes on one database, as they see it after both have read the coins. */
    const twoProcesses = async (...coins: readonly string[]) => {
      const store = storeIn(await open());
      for (const digit of coins) {
        const coin = { outpoint: outpoint(digit), value: 100_000n, script: own };
        const where = { height: 1, blockHash: "b", state: "unspent", spentBy: null };
        await store.commit([insertCoin(store, { ...coin, ...where })]);
      }
      const parts = {
        store,
        keys,
        bitcoin: { network: "regtest" },
        clock: () => AT,
      } as unknown as NetworkParts; // all that signing uses
      const seen = await unspentCoins(store);
      const pay = async (id: string, from: readonly string[]) => {
        const plan = selectCoins({
          coins: seen.filter((coin) => from.map(outpoint).includes(coin.outpoint)),
          targets: [{ script: scriptOf("regtest", PAYEE), value: 90_000n * BigInt(from.length) }],
          satPerKvb: 1_000n,
          changeScript: own,
        }) as SpendPlan; // there is enough for it
        const takes = takeCoins(parts, seen, id, plan.inputs);
        const amount = 90_000n * BigInt(from.length);
        const purpose = { id, requestId: null, amount, plan, changeTo: own, satPerKvb: 1_000n, takes };
        await signBitcoin(parts, { ...purpose, kind: "fill" }, () => []);
      };
      return { store, pay };
    };

    it("two processes that chose the same coin: one payment is signed, nothing of the other is kept", async () => {
      const { store, pay } = await twoProcesses("a");
      const outcomes = await Promise.allSettled([pay("1/fill", ["a"]), pay("2/fill", ["a"])]);
      const failed = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
      expect(failed).to.have.length(1);
      expect(failed[0]).to.be.instanceOf(ConflictError);
      expect(await openPayments(store, BITCOIN_CHAIN_ID, 10)).to.have.length(1);
    });

    it("one coin in common is enough, and the other coin of the loser stays free", async () => {
      const { store, pay } = await twoProcesses("a", "b", "c");
      const outcomes = await Promise.allSettled([pay("1/fill", ["a", "b"]), pay("2/fill", ["b", "c"])]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(1);
      expect(await unspentCoins(store)).to.have.length(1);
    });

    it("what is on its way back is counted apart from what can be spent", async () => {
      const { store, pay } = await twoProcesses("a", "b");
      await pay("1/fill", ["a"]);
      const [payment] = await openPayments(store, BITCOIN_CHAIN_ID, 10);
      const change = 10_000n - 141n;
      expect(payment?.attempts).to.have.length(1);
      expect(await bitcoinHoldings(store)).to.deep.include({ free: 100_000n, coming: change });
    });
  });
});
