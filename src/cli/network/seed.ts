import { readArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { USAGE } from "../usage.ts";
import { writeSeedFile } from "../seedFile.ts";

/** Writes a new seed for the intent service (24 BIP39 words, mode 0600) to NETWORK_SEED_FILE or --file. */
export const networkSeed: Command = async ({ args, env, random, print }) => {
  const given = readArguments(args, "network seed");
  const file = given.option("file") ?? env["NETWORK_SEED_FILE"];
  if (!file)
    throw new Error(`Expected a file to write the seed to. Usage: crosstill ${USAGE["network seed"]}`);
  writeSeedFile(file, random);
  print(
    `Wrote 24 words to ${file} (mode 0600). They control everything that the service will hold: keep a copy elsewhere.\nUse it: NETWORK_SEED_FILE=${file}, or NETWORK_REFUNDER_SEED_FILE=${file} for the refunder.`,
  );
};
