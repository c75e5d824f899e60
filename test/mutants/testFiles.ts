import fs from "node:fs";
import path from "node:path";

/** The files of `root`/test with a test whose title carries `[id]`. */
export function testFiles(root: string, id: string): readonly string[] {
  return fs
    .readdirSync(path.join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `test/${file}`)
    .filter((file) => fs.readFileSync(path.join(root, file), "utf8").includes(`[${id}]`))
    .toSorted();
}
