import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";

describe("the sandbox's data folder", function () {
  this.timeout(60_000);

  let dataDir: string;

  before(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-folder-"));
    const first = await startSandboxApp({ dataDir, isFirst: true });
    await first.close();
  });
  after(() => fs.rmSync(dataDir, { recursive: true }));

  /** The sentence with which a start is refused. */
  const refusal = async (): Promise<string> => {
    let started: SandboxApp;
    try {
      started = await startSandboxApp({ dataDir });
    } catch (error) {
      return (error as Error).message;
    }
    await started.close();
    throw new Error("Expected the start to be refused.");
  };
  const file = (name: string) => path.join(dataDir, name);
  const sizes = () => fs.readdirSync(dataDir).filter((name) => name.endsWith(".jsonl")).map((name) => fs.statSync(file(name)).size); // prettier-ignore

  it("goes on where it stopped: no block, coin or contract twice", async () => {
    const before = sizes();
    const again = await startSandboxApp({ dataDir });
    await again.close();
    expect(sizes()).to.deep.equal(before);
  });

  it("is refused with one sentence when another version deployed other contracts there", async () => {
    const written = fs.readFileSync(file("sandbox.json"), "utf8");
    const { contracts, ...earlier } = JSON.parse(written) as Record<string, unknown>;
    expect(contracts).to.match(/^[0-9a-f]{16}$/);
    const before = sizes();
    for (const other of [earlier, { ...earlier, contracts: "0123456789abcdef" }]) {
      fs.writeFileSync(file("sandbox.json"), JSON.stringify(other));
      expect(await refusal()).to.equal(
        `The sandbox in ${dataDir} was made by another version, with other contracts on its chains. Delete ${dataDir} (or set DATA_DIR to a new folder) and start again.`,
      );
    }
    expect(sizes(), "nothing was touched").to.deep.equal(before);
    fs.writeFileSync(file("sandbox.json"), written);
  });

  it("says what to delete when the intent service cannot use its database", async () => {
    fs.renameSync(file("sandbox-network.db"), file("network.kept"));
    for (const end of ["-wal", "-shm"]) fs.rmSync(file(`sandbox-network.db${end}`), { force: true });
    fs.writeFileSync(
      file("sandbox-network.db"),
      "no database at all, and long enough to be looked at".repeat(100),
    );
    expect(await refusal()).to.match(/cannot use .*network\.db\. If an earlier version made it, delete /);
    fs.renameSync(file("network.kept"), file("sandbox-network.db"));
  });

  it("holds a service with every token and contract, and coins of all kinds", async () => {
    const { app, url, close } = await startSandboxApp({ dataDir });
    const { chains } = (await (await fetch(`${url}/sandbox/intents/chains`)).json()) as ChainsAnswer;
    for (const id of [31337, 31338]) {
      const chain = chains.find((candidate) => candidate.id === id);
      expect(chain?.solverCurrencies.map(({ symbol }) => symbol)).to.deep.equal([
        "ETH",
        "USDC",
        "USDT",
        "WETH",
      ]);
      expect(Object.keys(chain?.contracts ?? {})).to.include("depository");
    }
    expect(app.sandbox?.file.chains[0]?.tokens.map(({ symbol }) => symbol)).to.deep.equal([
      "USDC",
      "USDT",
      "WETH",
    ]);
    await close();
  });
});

type ChainsAnswer = {
  chains: { id: number; solverCurrencies: { symbol: string }[]; contracts: Record<string, string> }[];
};
