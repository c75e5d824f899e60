import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PATHS = /(?<![\w/.$-])(?:src|test|views|migrations|docs)\/[\w./-]*\w/g;

/** Every file below a folder with one of some endings, by its path from the root. */
function filesIn(folder: string, ...endings: readonly string[]): readonly string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((name) => endings.some((ending) => name.endsWith(ending)));
}

/** The files and folders that a text names and that do not exist, each with who names it. */
function missingIn(file: string, text: string): readonly string[] {
  const named = text.match(PATHS) ?? [];
  return named.filter((name) => !fs.existsSync(path.join(ROOT, name))).map((name) => `${file}: ${name}`);
}

const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");

describe("the paths that texts name", () => {
  it("exist where documentation names them", () => {
    const pages = [...filesIn("docs", ".md"), "README.md", "CONTRIBUTING.md", "SECURITY.md"];
    expect(read("docs/explanation/architecture.md").match(PATHS)?.length).to.be.above(40);
    expect(pages.flatMap((page) => missingIn(page, read(page)))).to.deep.equal([]);
  });

  it("exist where comments of the source name them", () => {
    const comments = (text: string) => (text.match(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/gm) ?? []).join("\n");
    const files = filesIn("src", ".ts");
    expect(files.length).to.be.above(1_000);
    expect(files.flatMap((file) => missingIn(file, comments(read(file))))).to.deep.equal([]);
  });
});
