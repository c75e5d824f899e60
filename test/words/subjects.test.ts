import { expect } from "chai";
import { faultsOf } from "./subjects.ts";

describe("the check of commit subjects", () => {
  it("accepts a short imperative subject in the glossary's terms", () => {
    expect(faultsOf("Validate calendar dates in one place")).to.deep.equal([]);
  });

  it("refuses one that is long, ends with a full stop, or has an avoided word", () => {
    expect(faultsOf(`Add ${"x".repeat(69)}`)).to.have.length(1);
    expect(faultsOf("Fix the retry.")).to.deep.equal(["ends with a full stop."]);
    expect(faultsOf("Give the solver a purse")).to.have.length(1);
  });
});
