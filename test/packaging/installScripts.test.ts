import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

type Manifest = Readonly<{
  scripts: Readonly<Record<string, string>>;
  allowScripts: Readonly<Record<string, boolean>>;
}>;
type Lock = Readonly<{ packages: Readonly<Record<string, Readonly<{ hasInstallScript?: boolean }>>> }>;

/** npm before 11.16 does not know the list of packages that may run code at installation; this test does. */
describe("code that runs at installation", () => {
  const manifest = read("package.json") as Manifest;

  it("is that of packages on the list, and of no others", () => {
    const { packages } = read("package-lock.json") as Lock;
    const names = Object.entries(packages).flatMap(([place, { hasInstallScript }]) =>
      hasInstallScript ? [place.replace(/^.*node_modules\//, "")] : [],
    );
    expect(Object.keys(manifest.allowScripts)).to.have.members([...new Set(names)]);
  });

  it("is none of our own: npx crosstill would be refused where npm is strict", () => {
    expect(manifest.scripts).to.not.have.any.keys("preinstall", "install", "postinstall", "prepare");
  });
});

function read(name: string): unknown {
  return JSON.parse(fs.readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), "utf8"));
}
