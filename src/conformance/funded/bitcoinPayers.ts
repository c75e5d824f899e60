import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Psbt, payments } from "bitcoinjs-lib";
import { ECPairFactory } from "ecpair";
import * as ecc from "../../bitcoin/codec/curve.ts";
import {
  checkBitcoinAddress,
  networkParameters,
  scriptOf,
  type BitcoinNetwork,
} from "../../bitcoin/codec/address.ts";
import { fund, worthwhileCoins } from "../../bitcoin/codec/fundTransaction.ts";
import { buildPayment } from "../../bitcoin/codec/payment.ts";
import type { Esplora } from "../../bitcoin/reader/esplora.ts";
import { NotRun } from "../finding.ts";
import type { BitcoinPayer } from "./wallets.ts";

const ecPairs = ECPairFactory(ecc);
const FEE_TARGET = "3"; // blocks
const HIGHEST_FEE = 300; // sat/vB, whatever an explorer says
const COMMAND_MS = 120_000;

/** A payer with one key, whose P2WPKH coins an explorer knows. Throws a sentence, without the key, when it is none. */
export function createKeyPayer(wif: string, network: BitcoinNetwork, explorer: Esplora): BitcoinPayer {
  const parameters = networkParameters(network);
  const key = readKey(wif, network);
  const { address = "", output } = payments.p2wpkh({ pubkey: key.publicKey, network: parameters });
  const script = Buffer.from(output ?? []).toString("hex");
  return {
    async pay({ address: to, sats }) {
      const payee = checkBitcoinAddress(network, to);
      if (!payee) throw new NotRun(`${to} is no Bitcoin address of ${network}`);
      const [coins, estimates] = await Promise.all([explorer.utxos(address), explorer.feeEstimates()]);
      const rate = BigInt(Math.ceil(Math.min(HIGHEST_FEE, estimates[FEE_TARGET] ?? 1) * 1000)); // sat/kvB
      const own = coins.flatMap(({ txid, vout, value, status }) =>
        status.confirmed ? [{ outpoint: `${txid}:${vout}`, script, value }] : [],
      );
      const plan = fund([], worthwhileCoins(own, rate), {
        targets: [{ script: scriptOf(network, payee), value: sats }],
        changeScript: script,
        feeFor: (vsize) => (BigInt(vsize) * rate + 999n) / 1000n,
      });
      if (plan.kind === "insufficient")
        throw new NotRun(`the Bitcoin address ${address} lacks ${plan.missing} of ${sats} sats and the fee`);
      return explorer.broadcast(buildPayment(plan, () => key).rawHex);
    },
    psbt: {
      address,
      sign: (text) => Psbt.fromBase64(text, { network: parameters }).signAllInputs(key).toBase64(),
      broadcast: (rawTx) => explorer.broadcast(rawTx),
    },
  };
}

/** A payer that is a program of the user's: it is run with the address and the sats as its arguments, and prints the txid. */
export function createCommandPayer(command: string): BitcoinPayer {
  return {
    async pay({ address, sats }) {
      try {
        const { stdout } = await promisify(execFile)(command, [address, String(sats)], {
          timeout: COMMAND_MS,
        });
        const txid = /\b[0-9a-f]{64}\b/.exec(stdout)?.[0];
        if (txid !== undefined) return txid;
      } catch (cause) {
        throw new NotRun(`CONFORMANCE_BITCOIN_COMMAND failed when it should pay ${sats} sats to ${address}`, {
          cause,
        });
      }
      throw new NotRun("CONFORMANCE_BITCOIN_COMMAND printed no transaction id of 64 hex digits");
    },
    psbt: undefined,
  };
}

function readKey(wif: string, network: BitcoinNetwork) {
  try {
    return ecPairs.fromWIF(wif, networkParameters(network));
  } catch {
    throw new Error(`CONFORMANCE_BITCOIN_WIF is no private key (WIF) of ${network}.`);
  }
}
