import { expect } from "chai";
import { readArguments } from "../../src/cli/arguments.ts";

describe("the arguments of a command", () => {
  it("are read by its usage line, options before or after the words", () => {
    const given = readArguments(["--json", "--store", "S1", "--store=S2"], "inbox");
    expect(given.has("json")).to.equal(true);
    expect([given.option("store"), given.options("store")]).to.deep.equal(["S2", ["S1", "S2"]]);
    expect(readArguments(["--key", "ab", "-"], "verify", { words: 1 }).words).to.deep.equal(["-"]);
    expect(readArguments([], "inbox").option("store")).to.equal(undefined);
  });

  it("may use another spelling of an option", () => {
    const otherNames = { lateFrom: "late-from" };
    expect(readArguments(["--lateFrom", "5"], "stores set", { otherNames }).option("late-from")).to.equal(
      "5",
    );
  });

  it("are refused with the usage when they do not fit it", () => {
    const refused = (args: readonly string[], words = 0) => {
      try {
        readArguments(args, "inbox", { words }).require("store");
        return "taken";
      } catch (error) {
        return (error as Error).message.replace(/ Usage: crosstill inbox .*/, "");
      }
    };
    expect(refused(["--stroe", "S1"])).to.equal("Unknown: --stroe S1.");
    expect(refused(["-s"])).to.equal("Unknown: -s.");
    expect(refused(["one", "two"], 1)).to.equal("Unknown: two.");
    for (const args of [["--store"], ["--store="], ["--store", "--json"]])
      expect(refused(args), args.join(" ")).to.equal("--store expects a value.");
    expect(refused(["--json=yes"])).to.equal("--json expects no value.");
    expect(refused(["--json"])).to.equal("--store is missing.");
  });
});
