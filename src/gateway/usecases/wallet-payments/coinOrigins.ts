import type { ForeignCoin } from "../../../bitcoin/codec/paymentPsbt.ts";
import { hasTxid, hasOutput } from "../../../bitcoin/codec/rawTransaction.ts";
import { coinKind, type Coin } from "../../../bitcoin/codec/transactionSize.ts";
import { HttpFailure } from "../../../http-client/http.ts";
import { wordsOf } from "../../../languages/translate.ts";
import { askExplorer } from "../tracking/askExplorer.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";

const MOST_REMEMBERED = 200;
const LONGEST_REMEMBERED = 100_000; // characters of hex, so that all of them are 20 MB at most

/**
 * Coins with the transactions that created them: signing devices require these to verify amounts. Taproot
 * needs none. Results are cached, so that a retry after chain_busy gets further. Throws GatewayError
 * chain_busy, and chain_unseen also where the transaction created another coin than was listed.
 */
export async function withOrigins(gateway: Asking, coins: readonly Coin[]): Promise<readonly ForeignCoin[]> {
  const asked = new Map<string, Promise<string>>(); // several coins may be of one transaction
  const originOf = (txid: string) => {
    const origin = asked.get(txid) ?? transactionOf(gateway, txid);
    asked.set(txid, origin);
    return origin;
  };
  return Promise.all(
    coins.map(async (coin): Promise<ForeignCoin> => {
      const [txid = ""] = coin.outpoint.split(":");
      if (coinKind(coin.script) === "p2tr") return coin;
      const rawTx = await originOf(txid);
      if (hasOutput(rawTx, coin)) return { ...coin, rawTx };
      throw new GatewayError("chain_unseen", wordsOf("en")("psbt.unseen"));
    }),
  );
}

type Asking = Pick<Gateway, "budgets" | "explorer" | "origins">;

async function transactionOf(gateway: Asking, txid: string): Promise<string> {
  const known = gateway.origins.get(txid);
  if (known !== undefined) return known;
  const raw = await askExplorer(gateway, async (explorer) => {
    const answer = (await explorer.rawTx(txid)) ?? "";
    if (hasTxid(answer, txid)) return answer;
    throw new HttpFailure("broken", `Expected the transaction ${txid}, got "${answer.slice(0, 80)}".`);
  });
  remember(gateway.origins, txid, raw);
  return raw;
}

function remember(origins: Map<string, string>, txid: string, raw: string): void {
  if (raw.length > LONGEST_REMEMBERED) return;
  origins.set(txid, raw);
  const [oldest = txid] = origins.keys();
  if (origins.size > MOST_REMEMBERED) origins.delete(oldest);
}
