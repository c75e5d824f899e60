import { expect } from "chai";
import { conformance } from "../../../src/cli/network/conformance.ts";
import { usualCases } from "../../support/sizes.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { invoke } from "../invoke.ts";

describe("crosstill conformance --funded at the sandbox", function () {
  this.timeout(120_000);
  let sandbox: SandboxApp;
  before(async () => {
    sandbox = await startSandboxApp();
    await sandbox.control("bitcoin/automine", { seconds: 0 });
  });
  after(() => sandbox.close());

  it("pays with the sandbox's own wallets, without a setting, and sees on its chains what arrived", async () => {
    let isOver = false;
    const passTime = async () => {
      while (!isOver) {
        sandbox.clock.advance(1_000);
        await sandbox.run();
        await sandbox.control("bitcoin/mine", { blocks: 1 });
      }
    };
    const time = passTime();
    const { intentsUrl } = sandbox.app.sandbox!.file;
    const rows = usualCases(
      ["get.chains", "service.solver", "bitcoin.psbt"],
      ["rule-1", "rule-3", "bitcoin.anyone"],
    );
    const only = rows.flatMap((row) => ["--only", row]);
    const said = await invoke(
      conformance,
      ["--url", intentsUrl, "--funded", ...only],
      { DATA_DIR: sandbox.dataDir },
      () => performance.now(),
    ).finally(() => (isOver = true));
    await time;
    expect(said.error, said.result).to.equal(undefined);
    expect(said.result).to.include(
      `${rows.length} passed, 0 failed, 0 harmful to the payer, 0 not applicable, 0 could not be run`,
    );
    expect(said.result).to.not.include(sandbox.app.sandbox!.file.wallet.bitcoin.wif);
  });
});
