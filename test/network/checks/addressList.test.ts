import fs from "node:fs";
import path from "node:path";
import { expect } from "chai";
import {
  comparable,
  createListReader,
  ListUnusable,
  parseAddressList,
} from "../../../src/network/checks/addressList.ts";
import { runFolder } from "../../support/runFolder.ts";

const EVM = "0xAbCdEF0123456789abcdef0123456789ABCDEF01";

describe("the list of addresses that are not served", () => {
  it("has one address a line, with a note, and leaves out comments", () => {
    const list = parseAddressList(
      `# list of May\n\n${EVM} # court order 7\r\n  bc1qexample\t\n3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy,seen in a fraud\n`,
    );
    expect([...list]).to.deep.equal([
      [EVM.toLowerCase(), "court order 7"],
      ["bc1qexample", ""],
      ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "seen in a fraud"],
    ]);
  });

  it("compares EVM and bech32 addresses without regard to case, and others with it", () => {
    expect(comparable(EVM)).to.equal(comparable(EVM.toLowerCase()));
    expect(comparable("BC1QEXAMPLE")).to.equal(comparable("bc1qexample"));
    expect(comparable("3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy")).to.not.equal(
      comparable("3j98t1wpez73cnmqviecrnyiwrnqrhwnly"),
    );
  });

  for (const [what, text, message] of [
    ["a line that is no address", `${EVM}\n<html>`, /line 2, got "<html>"/],
    ["another column first", `1,${EVM}`, /line 1, got "1,0xAbC/],
    ["an address that was cut off", EVM.slice(0, -1), /line 1, got/],
    ["no address at all", "# nothing yet\n", /one address or more, got none/],
  ] as const)
    it(`refuses a file with ${what}`, () => {
      expect(() => parseAddressList(text)).to.throw(ListUnusable, message);
    });

  it("reads the file again when it has changed, and not otherwise", async () => {
    const file = path.join(fs.mkdtempSync(path.join(runFolder(), "list-")), "list.txt");
    const sizes: number[] = [];
    const read = createListReader(file, ({ size }) => sizes.push(size));
    expect(await failureOf(read())).to.match(/list\.txt cannot be read: ENOENT/);
    fs.writeFileSync(file, EVM);
    expect((await read()).size).to.equal(1);
    await read();
    fs.writeFileSync(file, `${EVM}\n${EVM.replace("01", "02")}\nbc1qother`);
    expect((await read()).has("bc1qother")).to.equal(true);
    fs.writeFileSync(file, "");
    expect(await failureOf(read()), "a copy that was cut off").to.match(/got none/);
    fs.rmSync(file);
    expect(await failureOf(read())).to.match(/ENOENT/);
    expect(sizes).to.deep.equal([1, 3]);
  });
});

async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no failure",
    (error: unknown) => (error instanceof ListUnusable ? error.message : String(error)),
  );
}
