import fs from "node:fs";
import path from "node:path";
import { checkEvmAddress } from "../../evm/codec/address.ts";
import { createEsplora, spendableBalance, type Esplora } from "../../bitcoin/reader/esplora.ts";
import { ALL_CHECKS, checksOf } from "../../conformance/checks/allChecks.ts";
import { networkOf } from "../../conformance/bitcoinNetwork.ts";
import type { Check, Explorer } from "../../conformance/check.ts";
import { NotRun } from "../../conformance/finding.ts";
import { createCommandPayer, createKeyPayer } from "../../conformance/funded/bitcoinPayers.ts";
import { createEvmPayer } from "../../conformance/funded/evmPayer.ts";
import type { BitcoinPayer, EvmPayer, Wallets } from "../../conformance/funded/wallets.ts";
import { summaryOf, type Report } from "../../conformance/report.ts";
import { jsonReport } from "../../conformance/report/json.ts";
import { junitReport } from "../../conformance/report/junit.ts";
import { summaryLine, textReport } from "../../conformance/report/text.ts";
import { runChecks, WELL_KNOWN_BITCOIN_USER } from "../../conformance/run.ts";
import { LIMITS, openService } from "../../conformance/service.ts";
import { readSandboxFile, type SandboxFile } from "../../gateway/compose/sandboxFile.ts";
import { createHttp } from "../../http-client/http.ts";
import { minerBitcoin } from "../../sandbox/accounts.ts";
import { MINUTE_MS } from "../../values/time.ts";
import { createIntentService } from "../../wallet/intentService.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { CommandFailure, type Command, type Invocation } from "../command.ts";
import { readPrivateKey, readSecretFile } from "../secretFile.ts";

const FAILED = 1;
const COULD_NOT_RUN = 2;
const SANDBOX_RATE = 300; // calls a minute: its key allows more
const HIGHEST_RATE = 6_000;
const FUNDED_MINUTES = 240; // Bitcoin blocks take their time
const EXPLORER_TIMEOUT_MS = 10_000;
const MEGABYTE = 1024 * 1024;

const REPORTS = { text: textReport, json: jsonReport, junit: junitReport };

/**
 * Checks a service against the contract and prints the report. Throws with exit code 1 when a check failed, and with 2 when
 * the service, or the checks, could not be run.
 */
export const conformance: Command = async (invocation) => {
  const { report, output, format } = await attempt(() => check(invocation));
  const text = REPORTS[format](report);
  if (output === undefined) invocation.print(text);
  else {
    await attempt(async () => fs.writeFileSync(output, `${text}\n`));
    invocation.print(summaryLine(report));
  }
  const { failed, harmful, "not-run": gone, passed } = summaryOf(report);
  if (harmful > 0) {
    const others = failed > 0 ? `, and ${failed} failed` : "";
    throw new CommandFailure(
      `The service is harmful to its payers: ${harmful} of ${report.results.length} checks found answers that can lose their money${others}.`,
      FAILED,
    );
  }
  if (failed > 0) throw new CommandFailure(`${failed} of ${report.results.length} checks failed.`, FAILED);
  if (gone > 0)
    throw new CommandFailure(`${gone} of ${report.results.length} checks could not be run.`, COULD_NOT_RUN);
  if (passed === 0) throw new CommandFailure("No check was applicable.", COULD_NOT_RUN);
};

/** Whatever stops the run before there is a report: an argument, a setting, a service that does not answer. */
async function attempt<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(
      error instanceof NotRun ? `The checks could not be run: ${message}.` : message,
      COULD_NOT_RUN,
    );
  }
}

type Checked = Readonly<{ report: Report; output: string | undefined; format: keyof typeof REPORTS }>;

async function check(invocation: Invocation): Promise<Checked> {
  const { args, env, clock, show } = invocation;
  const given = readArguments(args, "conformance");
  const url = readUrl("url", given.require("url"));
  const format = readFormat(given.option("format") ?? "text");
  const checks = readOnly(given);
  const sandbox = sandboxAt(url, env);
  const isFunded = given.has("funded");
  const rate = readRate(given.option("rate")) ?? (sandbox ? SANDBOX_RATE : LIMITS.perMinute);
  const apiKey = given.option("key") ?? (env["CONFORMANCE_API_KEY"] || sandbox?.intentsApiKey);
  const bitcoinUser = given.option("bitcoin-user") ?? (sandbox ? minerBitcoin().address : undefined);
  const explorerUrl = given.option("explorer") ?? sandbox?.explorerUrls[0];
  const explorer = explorerUrl === undefined ? undefined : openExplorer(readUrl("explorer", explorerUrl));
  const wallets = isFunded ? readWallets(env, sandbox, { explorer, bitcoinUser }) : undefined;
  const user = readUser(given.option("user") ?? wallets?.evm?.address ?? sandbox?.wallet.evm.address);
  const limits = { perMinute: rate, ...(isFunded && { longestMs: FUNDED_MINUTES * MINUTE_MS }) };
  const report = await runChecks({
    service: openService({ url, apiKey, limits, clock }),
    checks: checks.filter(({ funded = false }) => isFunded || !funded),
    parties: {
      ...(user !== undefined && { user }),
      ...(bitcoinUser !== undefined && { bitcoin: { user: bitcoinUser, isGuess: false } }),
    },
    explorer: explorer && asExplorer(explorer),
    funds: wallets && {
      wallets,
      intents: createIntentService({ baseUrl: url, ...(apiKey !== undefined && { apiKey }) }),
    },
    clock,
    startedAt: clock(),
    onCheck: (id, index) => show?.(`${index + 1} of ${checks.length}: ${id}`),
  });
  show?.("");
  return { report, output: given.option("output"), format };
}

function readOnly(given: Arguments): readonly Check[] {
  const only = given.options("only");
  if (only.length === 0) return ALL_CHECKS;
  const chosen = new Set(only.flatMap(checksOf));
  if (!given.has("funded") && [...chosen].every(({ funded = false }) => funded))
    throw new Error(`--only ${only.join(" --only ")} names checks that pay: they need --funded.`);
  return ALL_CHECKS.filter((one) => chosen.has(one));
}

function readUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.search !== "" || url.hash !== "")
    throw new Error(`--${name} expects a URL with http:// or https:// and no query.`);
  if (url.username !== "" || url.password !== "")
    throw new Error(`--${name} expects a URL without a user name and a password.`);
  return text.replace(/\/+$/, "");
}

function readFormat(text: string): keyof typeof REPORTS {
  if (text === "text" || text === "json" || text === "junit") return text;
  throw new Error(`--format expects text, json or junit, got "${text.slice(0, 40)}".`);
}

function readRate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const rate = /^\d{1,4}$/.test(text) ? Number(text) : 0; // calls, no money
  if (rate >= 1 && rate <= HIGHEST_RATE) return rate;
  throw new Error(`--rate expects a number of calls a minute from 1 to ${HIGHEST_RATE}.`);
}

function readUser(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const address = checkEvmAddress(text);
  if (address) return address;
  throw new Error(`--user expects an EVM address, got "${text.slice(0, 60)}".`);
}

/** The running sandbox of this machine, when the service is its own: its wallets and chains are known. */
function sandboxAt(url: string, env: Invocation["env"]): SandboxFile | undefined {
  const file = readSandboxFile(path.join(path.resolve(env["DATA_DIR"] || "./data"), "sandbox.json"));
  return file && file.intentsUrl.replace(/\/+$/, "") === url ? file : undefined;
}

function openExplorer(baseUrl: string): Esplora {
  return createEsplora(
    createHttp({ baseUrl, timeoutMs: EXPLORER_TIMEOUT_MS, maxBytes: MEGABYTE, attempts: 3 }),
  );
}

function asExplorer(esplora: Esplora): Explorer {
  return {
    balance: async (address) => spendableBalance(await esplora.addressSums(address)),
    isConfirmed: async (txid) => (await esplora.tx(txid))?.status.confirmed === true,
  };
}

type BitcoinParts = Readonly<{ explorer: Esplora | undefined; bitcoinUser: string | undefined }>;

/** The wallets of a funded run, from files and the environment only: a command line is seen by others. */
function readWallets(
  env: Invocation["env"],
  sandbox: SandboxFile | undefined,
  bitcoin: BitcoinParts,
): Wallets {
  const wallets = { evm: readEvmPayer(env, sandbox), bitcoin: readBitcoinPayer(env, sandbox, bitcoin) };
  if (wallets.evm || wallets.bitcoin) return wallets;
  throw new Error(
    "--funded needs keys: CONFORMANCE_EVM_KEY_FILE and CONFORMANCE_RPC_<chainId>, see docs/how-to/check-a-service.md.",
  );
}

function readEvmPayer(env: Invocation["env"], sandbox: SandboxFile | undefined): EvmPayer | undefined {
  const secret = readSecret(env, "CONFORMANCE_EVM_KEY") ?? sandbox?.wallet.evm.privateKey;
  if (secret === undefined) return undefined;
  const rpcUrls = new Map((sandbox?.chains ?? []).map(({ id, rpcUrl }) => [id, rpcUrl]));
  for (const [name, value] of Object.entries(env)) {
    const id = /^CONFORMANCE_RPC_(\d{1,15})$/.exec(name)?.[1];
    if (id !== undefined && value) rpcUrls.set(Number(id), value); // a chain's id, no money
  }
  return createEvmPayer(readPrivateKey(secret, "CONFORMANCE_EVM_KEY_FILE"), rpcUrls);
}

function readBitcoinPayer(
  env: Invocation["env"],
  sandbox: SandboxFile | undefined,
  { explorer, bitcoinUser = WELL_KNOWN_BITCOIN_USER }: BitcoinParts,
): BitcoinPayer | undefined {
  const command = env["CONFORMANCE_BITCOIN_COMMAND"];
  if (command) return createCommandPayer(command);
  const wif = readSecret(env, "CONFORMANCE_BITCOIN_WIF") ?? sandbox?.wallet.bitcoin.wif;
  if (wif === undefined) return undefined;
  if (!explorer)
    throw new Error("CONFORMANCE_BITCOIN_WIF_FILE needs --explorer, which knows the coins of the key.");
  return createKeyPayer(wif, networkOf(bitcoinUser), explorer);
}

/** A secret of the environment, or of the file that NAME_FILE names. */
function readSecret(env: Invocation["env"], name: string): string | undefined {
  const file = env[`${name}_FILE`];
  return file ? readSecretFile(file) : env[name]?.trim() || undefined;
}
