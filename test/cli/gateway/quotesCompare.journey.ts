import { expect } from "chai";
import { quotesCompare } from "../../../src/cli/gateway/quotesCompare.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { invoke } from "../invoke.ts";

describe("crosstill quotes compare", () => {
  let sandbox: SandboxApp;
  before(async () => {
    sandbox = await startSandboxApp();
  });
  after(() => sandbox.close());

  const compare = (...args: readonly string[]) =>
    invoke(
      quotesCompare,
      args,
      { DATA_DIR: sandbox.dataDir, PORT: new URL(sandbox.url).port },
      sandbox.clock,
    );

  it("shows the quotes of both versions side by side, with and without addresses", async () => {
    const { result, error } = await compare("--store", sandbox.storeId, "--amount", "12.5");
    expect(error).to.equal(undefined);
    expect(result).to.match(/^12\.5 USDC on .* paid as .*\n +version 2 +version 3\n/);
    const [, v2, v3] = /^The payer sends +(\S+ \S+) +(\S+ \S+)$/m.exec(result) ?? [];
    expect(v2)
      .to.equal(v3)
      .and.match(/^0\.\d+ BTC$/);
    expect(result).to.match(/^Deposit address +not asked for +not asked for$/m);
    expect(result).to.include("Both versions can price payments.");
    const withAddress = await compare("--store", sandbox.storeId, "--address");
    expect(withAddress.result).to.match(/^Deposit address +valid, of no stated type +valid, open$/m);
  });

  it("names what it does not know: an amount, a coin, a store", async () => {
    const errorOf = async (...args: readonly string[]) => (await compare(...args)).error;
    const store = ["--store", sandbox.storeId];
    expect(await errorOf(...store, "--amount", "much")).to.include("much");
    expect(await errorOf(...store, "--method", "DOGE")).to.include("DOGE");
    expect(await errorOf("--store", "nobody")).to.include("nobody");
  });
});
