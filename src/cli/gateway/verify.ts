import fs from "node:fs";
import { isSigned } from "../../gateway/adapters/signing.ts";
import { ownSigner } from "./signingKey.ts";
import {
  readOfferText,
  readSignedBlock,
  type OfferClaim,
} from "../../gateway/usecases/signatures/offerText.ts";
import { unixSeconds } from "../../values/time.ts";
import type { Command } from "../command.ts";
import { readArguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";

const LARGEST = 64 * 1024;

/**
 * Checks a signed text, as the checkout shows it, with --key or else with this gateway's own key. Throws, so that the exit code
 * is 1, when it is not genuine.
 */
export const verify: Command = async (invocation) => {
  const { args, clock, print } = invocation;
  const given = readArguments(args, "verify", { words: 1 });
  const [file] = given.words;
  if (file === undefined)
    throw new Error(`Expected a file with a signed text, or "-". Usage: crosstill ${USAGE.verify}`);
  const key = given.option("key") ?? (await ownSigner(invocation)).publicKey;
  const signed = readSignedBlock(readText(file));
  if (!signed)
    throw new Error('Not genuine: there is no signature in it. The last line begins with "signature:".');
  if (!isSigned(key, signed.text, signed.signature))
    throw new Error(
      `Not genuine: the signature does not fit this text and the key ${key}. One of the three was changed, or another gateway has signed.`,
    );
  const claim = readOfferText(signed.text);
  if (!claim) throw new Error("Not an offer: the key has signed this text, but its form is not version 1.");
  print(describe(claim, unixSeconds(clock())));
};

function readText(file: string): string {
  const text = fs.readFileSync(file === "-" ? 0 : file, "utf8");
  if (text.length > LARGEST) throw new Error(`Expected a signed text, got ${text.length} characters.`);
  return text;
}

function describe(claim: OfferClaim, now: number): string {
  const isOver = BigInt(/^\d{1,15}$/.test(claim.expires) ? claim.expires : 0) <= BigInt(now);
  const rows = Object.entries(claim).map(([name, value]) => `  ${name.padEnd(8)} ${value}`);
  const head = isOver ? "Genuine, but its time is over: send nothing any more." : "Genuine.";
  return [head, ...rows].join("\n");
}
