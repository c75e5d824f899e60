import { options, type Command } from "../command.ts";
import { writeSeedFile } from "../seedFile.ts";

const USAGE = "network seed --file <file>";

/** Writes a new seed for the intent service (24 BIP39 words, mode 0600) to NETWORK_SEED_FILE or --file. */
export const networkSeed: Command = async ({ args, env, random, print }) => {
  const file = options(args, "file").at(-1) ?? env["NETWORK_SEED_FILE"];
  if (!file) throw new Error(`Expected a file to write the seed to. Usage: crosstill ${USAGE}`);
  writeSeedFile(file, random);
  print(
    `Wrote 24 words to ${file} (mode 0600). They control everything that the service will hold: keep a copy elsewhere.\nUse it: NETWORK_SEED_FILE=${file}`,
  );
};
