import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

describe("docs/explanation/architecture.md", () => {
  it("names files and folders that exist", () => {
    const text = fs.readFileSync(path.join(ROOT, "docs/explanation/architecture.md"), "utf8");
    const named = [...text.matchAll(/`((?:src|views|migrations)[\w./-]*)`/g)].map(([, name]) => name ?? "");
    expect(named.length).to.be.above(40);
    expect(named.filter((name) => !fs.existsSync(path.join(ROOT, name)))).to.deep.equal([]);
  });
});
