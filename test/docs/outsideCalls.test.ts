import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = fs.readFileSync(path.join(ROOT, "docs/reference/faults.md"), "utf8");

/** What opens a connection to somewhere else. */
const WAYS_OUT = [
  /\bcreateHttp\(\{/,
  /(^|[^.\w])fetch\(/,
  /\? https : http\)\.request\(/,
  /\bhttps?\.request\(/,
  /\bnew WebSocket\(/,
  /\bcreateTransport\(\{$/,
  /\bnew pg\./,
  /\b(net|tls)\.connect\(/,
  /\bhttp\b.* from "viem"/,
  /^ {2}http,$/, // in a longer list of viem's
  /\baxios\.create\(/,
];

/** Those which every caller gives its own limits: the type of their options asks for them. */
const OF_THEIR_CALLERS = [
  "src/http-client/http.ts",
  "src/gateway/compose/createGateway.ts",
  "src/gateway/compose/reconciler.ts",
];

const goesOut = (text: string) =>
  text
    .split("\n")
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line)) // comments
    .some((line) => WAYS_OUT.some((way) => way.test(line)));

const FOUND = fs
  .readdirSync(path.join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .map((name) => path.join("src", name))
  .filter((name) => name.endsWith(".ts") && !/^src\/(sandbox|cli\/sandbox|packaging)\//.test(name)) // which ask this machine alone
  .filter((name) => goesOut(fs.readFileSync(path.join(ROOT, name), "utf8")));

describe("the page about faults", () => {
  it("names every file that calls another machine, beside its deadline and the size of its answers", () => {
    const [, table = ""] = PAGE.split("## Deadlines and sizes");
    const found = FOUND.filter((file) => !OF_THEIR_CALLERS.includes(file));
    expect(found).to.include.members([
      "src/database/connect.ts",
      "src/gateway/adapters/explorers.ts",
      "src/sdk/client.ts",
    ]);
    expect(found.filter((file) => !table.includes(`\`${file}\``))).to.deep.equal([]);
  });

  it("names no file that calls nobody", () => {
    const [, table = ""] = PAGE.split("## Deadlines and sizes");
    const named = [...table.matchAll(/`(src\/[^`]+)`/g)].map(([, file = ""]) => file);
    const byParameter = [
      "src/gateway/compose/outsideClients.ts",
      "src/wallet/intentService.ts",
      "src/gateway/adapters/rates/rateSources.ts",
      "src/network/prices/exchanges.ts",
    ]; // they are handed createHttp
    const found = FOUND;
    expect(named.filter((file) => !found.includes(file) && !byParameter.includes(file))).to.deep.equal([]);
  });
});
