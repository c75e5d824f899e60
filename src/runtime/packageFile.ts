import fs from "node:fs";
import path from "node:path";

/** Where a file of this package is that is no code ("views", "package.json"): the same from src, where tests run, and from the program in build. */
export function packageFile(name: string): string {
  return path.join(PACKAGE, name);
}

const PACKAGE = aboveWith("package.json", import.meta.dirname);

function aboveWith(name: string, folder: string): string {
  return fs.existsSync(path.join(folder, name)) ? folder : aboveWith(name, path.dirname(folder));
}
