import { expect } from "chai";
import { findCommand } from "../../src/cli/help.ts";

describe("a command that is not there", () => {
  const said = (...words: readonly string[]) => {
    try {
      return `found ${findCommand(words)}`;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("is answered in one line, with the likely meaning and where all commands are", () => {
    expect(said("nonsense")).to.equal(
      'There is no command "nonsense". "crosstill --help" lists the commands.',
    );
    expect(said("bakcup")).to.equal(
      'There is no command "bakcup". Did you mean "crosstill backup"? "crosstill --help" lists the commands.',
    );
  });

  it("is a group without its second word: its commands are listed", () => {
    const [first, ...rest] = said("stores").split("\n");
    expect(first).to.equal('"crosstill stores" needs one more word.');
    expect(rest.filter((line) => line.startsWith("  ")).map((line) => line.split(" ", 4).slice(2).join(" "))).to.deep.equal(["stores create", "stores set", "stores domain"]); // prettier-ignore
    expect(said("keys")).to.include("keys create").and.not.include("stores");
    expect([said("network"), said("network", "keys"), said()]).to.deep.equal(["found network", "found network keys", "found serve"]); // prettier-ignore
  });
});
