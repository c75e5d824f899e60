import fs from "node:fs";
import { readSandboxFile } from "../../gateway/compose/sandboxFile.ts";
import { openOwnSigner } from "../../gateway/compose/keys/openKeys.ts";
import { createWitnesses } from "../../gateway/compose/witnesses.ts";
import type { Config } from "../../gateway/compose/config.ts";
import { proveInvoice } from "../../gateway/usecases/proofs/proveInvoice.ts";
import type { Command } from "../command.ts";
import { withPersistence } from "./withPersistence.ts";
import { readArguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";

/**
 * Prints the signed proof pack of an invoice, or writes it into a new file (docs/reference/proof-format.md). Throws with a sentence when there is
 * no such invoice, or when the file is there already.
 */
export const prove: Command = async (invocation) => {
  const { args, print, note } = invocation;
  const given = readArguments(args, "prove", { words: 1 });
  const file = given.option("out");
  const [id] = given.words;
  if (id === undefined) throw new Error(`Expected one invoice. Usage: crosstill ${USAGE.prove}`);
  if (file !== undefined && fs.existsSync(file))
    throw new Error(`${file} is there already, and nothing is overwritten. Name another file.`);
  await withPersistence(invocation, async (records, config) => {
    const signer = await openOwnSigner(records, config);
    const witnesses = createWitnesses(config, outsideOf(config), records);
    const pack = JSON.stringify(await proveInvoice({ ...records, ...witnesses, signer }, id), null, 2);
    if (file === undefined) return print(pack);
    fs.writeFileSync(file, `${pack}\n`, { flag: "wx" });
    note(
      `The proof of invoice ${id} is in ${file}. Check it: python3 docs/reference/verify_proof.py ${file} --key ${signer.publicKey}`,
    );
  });
};

/** The configured explorers and nodes, or those of the running sandbox. */
function outsideOf({ mode, dataDir, explorerUrls, rpcUrls }: Config) {
  const sandbox = mode === "sandbox" ? readSandboxFile(`${dataDir}/sandbox.json`) : undefined;
  if (!sandbox) return { explorerUrls, rpcUrls };
  const nodes = sandbox.chains.map(({ id, rpcUrl }) => [id, rpcUrl] as const);
  return { explorerUrls: sandbox.explorerUrls.slice(0, 1), rpcUrls: new Map(nodes) };
}
