import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { optionsOf } from "../../src/cli/help.ts";
import { USAGE, type CommandName } from "../../src/cli/usage.ts";
import { OPTION_TEXTS } from "../../src/cli/optionTexts.ts";
import { HTTP_ERRORS } from "../../src/gateway/http/httpErrors.ts";
import { REFERENCES } from "./references.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

describe("the references that are made from the code", () => {
  for (const [file, make] of Object.entries(REFERENCES))
    it(`${file} is as the code is (npm run references)`, () => {
      expect(fs.readFileSync(path.join(ROOT, file), "utf8")).to.equal(make());
    });

  it("have a text for each option, and no text for an option that is gone", () => {
    const used = new Set<string>();
    for (const command of Object.keys(USAGE) as readonly CommandName[])
      for (const { option, text } of optionsOf(command)) {
        const [name = ""] = option.split(" ");
        expect(text, `${command} ${option}`).to.not.equal("");
        used.add(OPTION_TEXTS[`${command} ${name}`] === undefined ? name : `${command} ${name}`);
      }
    expect(Object.keys(OPTION_TEXTS).filter((name) => !used.has(name))).to.deep.equal([]);
  });

  it("give each error of HTTP the status with which it is thrown", () => {
    const http = path.join(ROOT, "src/gateway/http");
    const thrown = fs
      .readdirSync(http, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [
        ...fs.readFileSync(path.join(http, file), "utf8").matchAll(/new HttpError\(\s*(\d+),\s*"([\w-]+)"/g),
      ])
      .map(([, status, code]) => `${code} ${status}`);
    const table = Object.entries(HTTP_ERRORS).map(([code, { status }]) => `${code} ${status}`);
    expect(thrown.length).to.be.above(15);
    expect(thrown.filter((one) => !table.includes(one))).to.deep.equal([]);
  });
});
