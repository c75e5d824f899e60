import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { MUTANTS, WITHOUT_HOOK } from "../mutants/mutants.ts";
import { conformancePage, gaps, taggedTests } from "./conformance.ts";
import { CONTRACT, EXTENSIONS } from "../../src/conformance/rows.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const ids = [...CONTRACT, ...EXTENSIONS].map(({ id }) => id);

describe("conformance to the interface specification", () => {
  const tests = taggedTests(ROOT);

  it("every row has an id of its own and a test that shows it, and no test names a row that there is not", () => {
    expect(new Set(ids).size).to.equal(ids.length);
    expect(gaps(tests)).to.deep.equal({ unshown: [], unknown: [] });
  });

  it("docs/reference/conformance.md is up to date (npm run conformance)", () => {
    const page = fs.readFileSync(path.join(ROOT, "docs/reference/conformance.md"), "utf8");
    expect(page === conformancePage(tests), "npm run conformance writes it").to.equal(true);
  });

  it("every row has a mutant that takes its hook out, or a reason why there is none", () => {
    const killed = new Set(MUTANTS.flatMap((mutant) => mutant.ids));
    const excused = Object.keys(WITHOUT_HOOK);
    expect(ids.filter((id) => !killed.has(id) && !excused.includes(id))).to.deep.equal([]);
    expect(excused.filter((id) => killed.has(id) || !ids.includes(id))).to.deep.equal([]);
    expect([...killed].filter((id) => !ids.includes(id))).to.deep.equal([]);
  });

  it("every mutant changes code that is there, in one place", () => {
    for (const { ids, file, find, replace } of MUTANTS) {
      const source = fs.readFileSync(path.join(ROOT, file), "utf8");
      const what = `${ids.join()} in ${file}: ${find}`;
      expect(source.split(find).length - 1, `${what} (test/mutants follows the code)`).to.equal(1);
      expect(replace, what).to.not.equal(find);
    }
  });
});
