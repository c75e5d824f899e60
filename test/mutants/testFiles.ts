import fs from "node:fs";
import path from "node:path";
import { testFiles } from "../support/testFiles.ts";

/** The files of `root`/test with a test whose title carries `[id]`. */
export function testFilesOf(root: string, id: string): readonly string[] {
  return testFiles(root).filter((file) => fs.readFileSync(path.join(root, file), "utf8").includes(`[${id}]`));
}
