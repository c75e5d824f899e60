import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { replay } from "../../../src/cli/gateway/replay.ts";
import { withSession } from "../../../src/database/open.ts";
import { breakCopy, makeHealthy } from "../../gateway/audit/fixtures.ts";
import { invoke } from "../invoke.ts";

describe("crosstill replay", function () {
  this.timeout(20_000);

  let folder: string;
  const file = (name: string) => path.join(folder, name);
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-replay-"));
    await makeHealthy(file("healthy.db"));
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  const run = (database: string, ...args: readonly string[]) =>
    invoke(replay, args, { DATA_DIR: folder, DATABASE_URL: file(database) });
  const under = (policy: unknown) => {
    fs.writeFileSync(file("policy.json"), typeof policy === "string" ? policy : JSON.stringify(policy));
    return run("healthy.db", "--policy", file("policy.json"));
  };
  const hash = () => fs.readFileSync(file("healthy.db")).toString("base64");

  it("derives every invoice again, without a difference", async () => {
    const { result, error } = await run("healthy.db");
    expect(error).to.equal(undefined);
    expect(result).to.equal("10 invoices were replayed from their observations, 0 came out otherwise.");
  });

  it("says where a stored invoice is not what was decided, and fails", async () => {
    await breakCopy(file("healthy.db"), file("changed.db"), "I-41");
    const { result, error } = await run("changed.db");
    expect(result).to.match(/^invoice settled\n {2}facts\.deposits\.0\.seenAt: stored 1, derived 18000\d+\n/);
    expect(result).to.match(/10 invoices .* 1 came out otherwise\.$/);
    expect(error).to.equal("What is stored is not what was decided: see above.");
  });

  it("passes over invoices of versions that kept no decisions, and says so", async () => {
    fs.copyFileSync(file("healthy.db"), file("older.db"));
    await withSession(file("older.db"), "gateway", true, (session) =>
      session.run(
        "update invoices set terms = json_remove(terms, '$.policy') where id = 'paid'; delete from observations where invoice_id = 'paid';",
      ),
    );
    const { result, error } = await run("older.db");
    expect(error).to.equal(undefined);
    expect(result).to.match(/^9 invoices .* 1 more are from a version that kept no decisions\.$/);
  });

  it("lists what another policy would have decided, and by how much, and changes nothing", async () => {
    const before = hash();
    const { result, error } = await under({ tolerance: 80 });
    expect(error).to.equal(undefined);
    const lines = result.split("\n");
    expect(lines).to.have.length(3);
    expect(lines[0]).to.match(/^invoice partly {2}price 25\.00 USD {2}paid 6\.25 USD {2}New PaidPartial -> Settled$/);
    expect(lines[1]).to.equal("Taken as paid, which were not: 1, with 25.00 USD asked for and 6.25 USD paid, 18.75 USD less");
    expect(lines[2]).to.equal("1 of 10 decisions would have been others.");
    expect(hash()).to.equal(before);
  }); // prettier-ignore

  it("says what a stricter policy would have left to a person", async () => {
    const { result } = await under({ underpaid: "hold" });
    expect(result).to.match(/invoice partly .* New PaidPartial -> New PaidPartial \(a person: underpaid\)/);
    expect(result).to.not.include("aken as paid");
  });

  it("takes the words of the API, and a whole policy as the API shows it", async () => {
    const { result } = await under({ underpaid: "hold", lateFrom: 100, toleranceFloor: "0.5" });
    expect(result).to.equal((await under({ underpaid: "hold", "late-from": 100, "tolerance-floor": "0.5" })).result);
    expect(result).to.match(/\(a person: underpaid\)/);
    const shown = { tolerance: 0, toleranceFloor: "0", underpaid: "keepOpen", overpaid: "accept", lateFrom: 100 };
    const whole = await under({ ...shown, evidence: "hash", confirmations: 1 });
    expect(whole.error).to.equal(undefined);
    expect(whole.result).to.match(/ of 10 decisions would have been others\.$/);
  }); // prettier-ignore

  it("finds no difference under the policy that was in force", async () => {
    expect((await under({ preset: "shop" })).result).to.equal("0 of 10 decisions would have been others.");
  });

  it("refuses a policy that it cannot read, and says what it expects", async () => {
    const expected = /^--policy expects a file with a JSON object of preset, tolerance, /;
    expect((await under("{")).error)
      .to.match(expected)
      .and.to.match(/policy\.json cannot be read as one\.$/);
    expect((await under([1])).error).to.match(expected);
    expect((await under({ tolerence: 1 })).error).to.match(/has tolerence\.$/);
    expect((await under({ tolerance: 101 })).error).to.match(/^--tolerance expects a percentage/);
    expect((await under({ underpaid: "maybe" })).error).to.match(/^--underpaid expects/);
    expect((await run("healthy.db", "--policy", file("none.json"))).error).to.match(expected);
    expect((await run("nowhere.db")).error).to.match(/^There is no database at/);
  });
});
