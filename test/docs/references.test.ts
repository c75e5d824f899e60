import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { optionsOf } from "../../src/cli/help.ts";
import { USAGE, type CommandName } from "../../src/cli/usage.ts";
import { OPTION_TEXTS } from "../../src/cli/optionTexts.ts";
import { SETTING_TEXTS } from "../../src/gateway/compose/settingTexts.ts";
import { VERSION_NAMES } from "../../src/network/versionSettings.ts";
import { HTTP_ERRORS } from "../../src/gateway/http/httpErrors.ts";
import { EVENT_NAMES } from "../../src/gateway/usecases/invoices/eventNames.ts";
import { REFERENCES } from "./references.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

describe("the references that are made from the code", () => {
  for (const [file, make] of Object.entries(REFERENCES))
    it(`${file} is as the code is (npm run references)`, () => {
      const text = fs.readFileSync(path.join(ROOT, file), "utf8");
      expect(text).to.equal(make(text));
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

  it("have a row for each setting that the gateway reads, and no other", () => {
    const files = [
      "src/gateway/compose/config.ts",
      "src/gateway/compose/keys/masterKey.ts",
      "src/runtime/eventDays.ts",
    ];
    const config = files.map((file) => fs.readFileSync(path.join(ROOT, file), "utf8")).join();
    const sandboxOnly = Object.values(VERSION_NAMES);
    const read = [...config.matchAll(/(?:read\.\w+\(\s*|env\[)"([A-Z_]+)"/g)]
      .map(([, name = ""]) => name)
      .concat(sandboxOnly);
    const replaced = ["TRUST_PROXY_HOPS"]; // named only to say what replaces it
    const listed = Object.keys(SETTING_TEXTS).flatMap((names) => names.split(", "));
    expect(new Set(read.filter((name) => !replaced.includes(name)))).to.deep.equal(
      new Set(listed.filter((name) => !name.includes("<"))),
    );
  });

  it("have a row for each event of webhooks, and no other", () => {
    const page = fs.readFileSync(path.join(ROOT, "docs/reference/webhook-events.md"), "utf8");
    const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows).to.have.members([...EVENT_NAMES]);
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
