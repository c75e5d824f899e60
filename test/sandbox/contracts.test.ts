import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { compileContracts } from "../../src/network/contracts/compile.ts";

describe("the contracts", () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-contracts-"));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it("compile once, and again only when a source is newer", async () => {
    const sources = path.join(folder, "sources");
    const out = path.join(folder, "out");
    fs.mkdirSync(sources);
    const source = path.join(sources, "One.sol");
    fs.writeFileSync(source, "pragma solidity 0.8.37; contract One { uint8 public constant one = 1; }");
    expect(await compileContracts(out, sources)).to.deep.equal(["One"]);
    const { abi, bytecode } = JSON.parse(fs.readFileSync(path.join(out, "One.json"), "utf8"));
    expect(abi[0].name).to.equal("one");
    expect(bytecode).to.match(/^0x[0-9a-f]{20,}$/);
    expect(await compileContracts(out, sources)).to.deep.equal([]);
    fs.utimesSync(source, new Date(2100, 0), new Date(2100, 0));
    expect(await compileContracts(out, sources)).to.deep.equal(["One"]);
  });

  it("stop the build with the compiler's words when a source is wrong", async () => {
    fs.writeFileSync(path.join(folder, "Bad.sol"), "pragma solidity 0.8.37; contract Bad { uint8 x = 300; }");
    const failure = await compileContracts(path.join(folder, "out"), folder).then(String, String);
    expect(failure).to.match(/TypeError.*not implicitly convertible/s);
  });
});
