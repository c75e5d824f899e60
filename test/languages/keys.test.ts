import fs from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { catalogs } from "../../src/languages/catalogs/catalogs.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const keys = Object.keys(catalogs.en);
const areas = new Set(keys.map((key) => key.split(".")[0]));

const sources = ["src", "views"].flatMap((folder) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|eta|js)$/.test(name) && !name.startsWith("languages/catalogs"))
    .map((name) => ({ name, text: fs.readFileSync(path.join(ROOT, folder, name), "utf8") })),
);

/** Keys as they stand in the sources, and patterns for those that are put together: `claim.${state}`. */
const written = new Set(
  sources.flatMap(({ text }) => text.match(/(?<=["'])[a-z]+(?:\.\w+)+(?=["'])/g) ?? []),
);
const patterns = sources
  .flatMap(({ text }) => text.match(/(?<=`)[a-z]+\.[\w.${}]*(?=`)/g) ?? [])
  .filter((text) => text.includes("${"))
  .map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "[\\w.]+")}$`));

describe("The keys of the catalogs", () => {
  it("are all used", () => {
    const unused = keys.filter((key) => !written.has(key) && !patterns.some((pattern) => pattern.test(key)));
    expect(unused).to.deep.equal([]);
  });

  it("are there for all that templates ask for", () => {
    const asked = sources
      .filter(({ name }) => name.endsWith(".eta"))
      .flatMap(({ text }) => text.match(/(?<=it\.(?:t|html)\([^)]*")[a-z]+\.\w[\w.]*(?=")/g) ?? [])
      .filter((key) => areas.has(key.split(".")[0]));
    expect(asked.length).to.be.above(100);
    expect(asked.filter((key) => !keys.includes(key))).to.deep.equal([]);
  });

  it("leave no English sentence in the templates of a payer's pages", () => {
    const own = sources.filter(
      ({ name }) =>
        /^(checkout|claim|paymentRequest|psbt|languages|error)/.test(name) && name.endsWith(".eta"),
    );
    expect(own.length).to.be.above(15);
    for (const { name, text } of own) {
      const words = text
        .replace(/<%[\s\S]*?%>/g, " ")
        .replace(/<[^>]*>/g, " ")
        .match(/[A-Za-z]{3,}/g);
      expect(words, name).to.equal(null);
    }
  });
});
