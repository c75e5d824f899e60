import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { CommandFailure, type Command } from "../../../src/cli/command.ts";
import { conformance } from "../../../src/cli/network/conformance.ts";
import { invoke, type Said } from "../invoke.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const ETH = { symbol: "ETH", address: ZERO, decimals: 18 };
const CHAINS = { chains: [10, 20].map((id) => ({ id, solverCurrencies: [ETH] })) };

/** Prints the outcome of every case of a JUnit file, as python's own parser reads it. */
const READ_JUNIT = `
import sys, json, xml.etree.ElementTree as tree
root = tree.parse(sys.stdin.buffer).getroot()
cases = [[c.get("name").split(":")[0], [k.tag for k in c], [k.get("message") for k in c]] for c in root.iter("testcase")]
print(json.dumps({"root": root.tag, "counts": root.attrib, "suites": [s.attrib for s in root], "cases": cases}))
`;

describe("crosstill conformance", () => {
  let folder: string;
  let server: http.Server;
  let url: string;
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-conformance-"));
    server = http.createServer((request, response) => {
      const isChains = request.url === "/chains";
      response.writeHead(isChains ? 200 : 400, { "content-type": "application/json" });
      response.end(
        JSON.stringify(isChains ? CHAINS : { errorCode: "NO", message: 'None & "never" <\u001b[31m' }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    fs.rmSync(folder, { recursive: true });
  });

  /** What the command said, and its exit code. */
  const say = async (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Said & { code: number }> => {
    let code = 0;
    const watched: Command = (invocation) =>
      conformance(invocation).catch((error: unknown) => {
        code = error instanceof CommandFailure ? error.exitCode : 1;
        throw error;
      });
    const said = await invoke(watched, args, { DATA_DIR: folder, ...env }, () => performance.now());
    return { ...said, code };
  };
  const check = (...args: readonly string[]) => say(["--url", url, "--rate", "6000", ...args]);

  it("exits with 0 when all passed, with 1 when a check failed, with 2 when it could not run", async () => {
    const passed = await check("--only", "get.chains");
    expect([passed.code, passed.error]).to.deep.equal([0, undefined]);
    expect(passed.result).to.match(
      /passed +get\.chains +the chains endpoint lists the chains \| 2 EVM chains, no Bitcoin/,
    );
    expect(passed.result).to.match(
      /1 passed, 0 failed, 0 harmful to the payer, 0 not applicable, 0 could not be run \(1 calls/,
    );
    const failed = await check("--only", "get.chains", "--only", "quote.standard");
    expect([failed.code, failed.error]).to.deep.equal([1, "1 of 2 checks failed."]);
    expect(failed.result).to.match(
      /FAILED +quote\.standard .* \| expected a quote for a bridge of a chain's own coin, got 400 NO/,
    );
    const nowhere = await say(["--url", "http://127.0.0.1:9", "--only", "get.chains"]);
    expect([nowhere.code, nowhere.result]).to.deep.equal([2, ""]);
    expect(nowhere.error).to.match(/^The checks could not be run: GET \/chains got no answer: /);
    const none = await check("--only", "bitcoin.case");
    expect([none.code, none.error]).to.deep.equal([2, "No check was applicable."]);
  });

  it("exits with 1 and names the verdict when a service is harmful to its payers", async () => {
    const address = "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8";
    const chains = [{ id: 8253038, solverCurrencies: [{ symbol: "BTC", address, decimals: 18 }] }];
    const harmful = http.createServer((_, response) => response.end(JSON.stringify({ chains })));
    await new Promise<void>((resolve) => harmful.listen(0, "127.0.0.1", resolve));
    const at = `http://127.0.0.1:${(harmful.address() as AddressInfo).port}`;
    const only = ["--url", at, "--rate", "6000", "--only", "bitcoin.currency"];
    try {
      const said = await say(only);
      expect([said.code, said.error]).to.deep.equal([
        1,
        "The service is harmful to its payers: 1 of 1 checks found answers that can lose their money.",
      ]);
      expect(said.result).to.match(/HARMFUL +bitcoin\.currency .* \| expected 8 decimals/);
      expect(said.result).to.include("0 failed, 1 harmful to the payer");
      const report = JSON.parse((await say([...only, "--format", "json"])).result) as {
        summary: { harmful: number };
        checks: readonly { verdict: string }[];
      };
      expect([report.summary.harmful, report.checks[0]?.verdict]).to.deep.equal([1, "harmful"]);
      expect((await say([...only, "--format", "junit"])).result).to.include('<failure type="harmful"');
    } finally {
      harmful.closeAllConnections();
      harmful.close();
    }
  });

  it("refuses with 2, and a sentence, what it cannot do", async () => {
    for (const [args, error] of [
      [[], /^--url is missing/],
      [["--url", "ftp://a.example"], /^--url expects a URL with http/],
      [
        ["--url", "https://me:secret@a.example"],
        /^--url expects a URL without a user name and a password\.$/,
      ],
      [["--url", url, "--format", "xml"], /^--format expects text, json or junit, got "xml"/],
      [["--url", url, "--rate", "0"], /^--rate expects/],
      [["--url", url, "--user", "me"], /^--user expects an EVM address/],
      [
        ["--url", url, "--only", "9.9"],
        /^Expected a row or a section, got --only 9\.9\. The sections are: 1 What/,
      ],
      [["--url", url, "--only", "rule-5"], /^The row cannot be seen from outside/],
      [["--url", url, "--only", "service.solver"], /need --funded/],
      [["--url", url, "--funded"], /^--funded needs keys: CONFORMANCE_EVM_KEY_FILE/],
      [["--url", url, "--secret"], /^Unknown: --secret/],
    ] as const) {
      const said = await say(args);
      expect([said.code, said.result], args.join(" ")).to.deep.equal([2, ""]);
      expect(said.error).to.match(error);
    }
  });

  it("takes keys from files that others cannot read, and tells none", async () => {
    const file = path.join(folder, "key");
    fs.writeFileSync(file, "not-a-key\n", { mode: 0o600 });
    const wrong = await say(["--url", url, "--funded"], { CONFORMANCE_EVM_KEY_FILE: file });
    expect([wrong.code, wrong.error]).to.deep.equal([2, "Expected a private key of 64 hexadecimal digits in CONFORMANCE_EVM_KEY_FILE."]); // prettier-ignore
    fs.chmodSync(file, 0o644);
    const open = await say(["--url", url, "--funded"], { CONFORMANCE_EVM_KEY_FILE: file });
    expect(open.error).to.match(/can be read by others\. Run: chmod 600/);
    const wif = await say(["--url", url, "--funded"], { CONFORMANCE_BITCOIN_WIF: "L1secret" });
    expect(wif.error).to.equal(
      "CONFORMANCE_BITCOIN_WIF_FILE needs --explorer, which knows the coins of the key.",
    );
    const badWif = await say(["--url", url, "--funded", "--explorer", url], {
      CONFORMANCE_BITCOIN_WIF: "L1secret",
    });
    expect(badWif.error).to.equal("CONFORMANCE_BITCOIN_WIF is no private key (WIF) of mainnet.");
    const node = { CONFORMANCE_EVM_KEY: "11".repeat(32) };
    const funded = await say(["--url", url, "--rate", "6000", "--funded", "--only", "service.solver"], node);
    expect(funded.code).to.equal(2); // it quotes nothing, which is the matter of another row
    expect(funded.result).to.include("funded, without a key").and.not.include("1111");
  });

  it("writes JSON and JUnit that parsers read, with the same verdicts", async () => {
    const [jsonFile, junitFile] = [path.join(folder, "report.json"), path.join(folder, "report.xml")];
    const only = ["--only", "4.1", "--only", "2.1"];
    const first = await check(...only, "--format", "json", "--output", jsonFile);
    const second = await check(...only, "--format", "junit", "--output", junitFile);
    expect([first.code, second.code]).to.deep.equal([1, 1]);
    expect(first.result).to.match(
      /^\d+ passed, \d+ failed, 0 harmful to the payer, \d+ not applicable, 0 could not be run \(\d+ calls in \d+ s\)\.$/,
    );
    const report = JSON.parse(fs.readFileSync(jsonFile, "utf8")) as {
      version: number;
      service: string;
      summary: Record<string, number>;
      checks: { id: string; verdict: string; came: string; section: string }[];
    };
    expect(report).to.include({ version: 1, service: url, funded: false, key: false });
    const { passed, failed, notApplicable, notRun } = report.summary as Record<string, number>;
    expect([passed, failed, notApplicable, notRun].reduce((a = 0, b = 0) => a + b)).to.equal(
      report.checks.length,
    );
    const junit = JSON.parse(
      execFileSync("python3", ["-c", READ_JUNIT], { input: fs.readFileSync(junitFile), encoding: "utf8" }),
    ) as {
      root: string;
      counts: Record<string, string>;
      suites: { name: string }[];
      cases: [string, string[], string[]][];
    };
    expect(junit.root).to.equal("testsuites");
    expect(junit.counts).to.include({ tests: String(report.checks.length), failures: String(failed), skipped: String(notApplicable), errors: "0" }); // prettier-ignore
    expect(junit.suites.map(({ name }) => name)).to.deep.equal(["2.1 Quote request", "4.1 to 4.3 Endpoints"]);
    const tags = { passed: "system-out", failed: "failure", "not-applicable": "skipped", "not-run": "error" };
    expect(junit.cases.map(([id, [tag]]) => [id, tag])).to.deep.equal(
      report.checks.map(({ id, verdict }) => [id, tags[verdict as keyof typeof tags]]),
    );
    const [, , [message] = []] = junit.cases.find(([id]) => id === "quote.standard") ?? [];
    expect(message).to.equal(report.checks.find(({ id }) => id === "quote.standard")?.came);
    expect(message).to.include('None & "never" <\ufffd[31m');
  });
});
