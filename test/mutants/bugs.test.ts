import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { BUGS } from "./mutants.ts";
import { testFilesOf } from "./testFiles.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

describe("the planted bugs (npm run test:mutants bug money)", () => {
  it("are the twelve and more, each with an id of its own and a test that is to find it", () => {
    const ids = BUGS.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids.filter((id) => id.startsWith("bug:"))).to.have.length(12);
    expect(ids.filter((id) => testFilesOf(ROOT, id).length === 0)).to.deep.equal([]);
  });

  it("change code that is there, each edit in one place", () => {
    for (const { id, edits } of BUGS) {
      for (const { file, find, replace } of edits) {
        const source = fs.readFileSync(path.join(ROOT, file), "utf8");
        expect(source.split(find).length - 1, `${id} in ${file}: ${find}`).to.equal(1);
        expect(replace, id).to.not.equal(find);
      }
    }
  });
});
