import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { packageFile } from "../../runtime/packageFile.ts";

/**
 * A build step: compiles the Solidity files of this folder into build/contracts/<Name>.json, each {abi, bytecode}.
 * The compiler is a development dependency; what runs in production only reads the JSON.
 */

const SOURCES = packageFile("src/network/contracts");
const OUTPUT = packageFile("build/contracts");

const outputSchema = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.unknown()),
          evm: z.object({ bytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .default({}),
});

/**
 * Compiles every .sol file, one contract of the same name in each, and gives the names of those written.
 * Nothing is written, and the compiler is not even loaded, while every output is newer than all sources.
 * Throws with the compiler's own words when a source has an error.
 */
export async function compileContracts(
  outDir: string = OUTPUT,
  sourceDir: string = SOURCES,
): Promise<string[]> {
  const files = fs.readdirSync(sourceDir).filter((file) => file.endsWith(".sol"));
  if (areFresh(files, sourceDir, outDir)) return [];
  const { contracts, errors } = await runCompiler(files, sourceDir);
  const failed = errors.filter(({ severity }) => severity === "error");
  if (failed.length > 0) throw new Error(failed.map(({ formattedMessage }) => formattedMessage).join("\n"));
  fs.mkdirSync(outDir, { recursive: true });
  return files.map((file) => {
    const name = path.basename(file, ".sol");
    const contract = contracts[file]?.[name];
    if (!contract) throw new Error(`Expected ${file} to hold a contract named ${name}.`);
    const text = JSON.stringify(
      { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` },
      undefined,
      2,
    );
    writeWhole(path.join(outDir, `${name}.json`), `${text}\n`);
    return name;
  });
}

async function runCompiler(
  files: readonly string[],
  sourceDir: string,
): Promise<z.infer<typeof outputSchema>> {
  const { default: solc } = await import("solc");
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(
      files.map((file) => [file, { content: fs.readFileSync(path.join(sourceDir, file), "utf8") }]),
    ),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: "paris", // runs on every chain, also those that lag behind Ethereum
      metadata: { bytecodeHash: "none" }, // the same source gives the same bytecode, and so the same addresses
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
    },
  };
  return outputSchema.parse(JSON.parse(solc.compile(JSON.stringify(input))));
}

function areFresh(files: readonly string[], sourceDir: string, outDir: string): boolean {
  const newestSource = Math.max(...files.map((file) => fs.statSync(path.join(sourceDir, file)).mtimeMs));
  return files.every((file) => {
    const output = fs.statSync(path.join(outDir, `${path.basename(file, ".sol")}.json`), {
      throwIfNoEntry: false,
    });
    return output !== undefined && output.mtimeMs >= newestSource;
  });
}

/** Other processes read the outputs while a build runs: a file is either the old one or the new one. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(draft, text);
  fs.renameSync(draft, file);
}
