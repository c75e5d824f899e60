import fs from "node:fs";
import path from "node:path";
import ts from "typescript";

const ROOT = path.resolve(import.meta.dirname, "../..");
const COMPILED = ["src", "test/bench", "test/support", "test/gateway/domain", "test/gateway/audit"];
const LINKED = ["node_modules", "migrations", "views", "package.json"];
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  rewriteRelativeImportExtensions: true,
  verbatimModuleSyntax: true,
};

/**
 * Compiles the program and the benches into a folder, without checking types: what is measured is JavaScript as it runs in
 * production. Gives the way from a module's path in the repository to the compiled one.
 */
export function compile(folder: string): (module: string) => string {
  for (const top of COMPILED) {
    for (const entry of fs.readdirSync(path.join(ROOT, top), { recursive: true, withFileTypes: true })) {
      const from = path.join(entry.parentPath, entry.name);
      if (entry.isFile()) put(from, path.join(folder, path.relative(ROOT, from)));
    }
  }
  for (const name of LINKED) fs.symlinkSync(path.join(ROOT, name), path.join(folder, name));
  return (module) => path.join(folder, asJavaScript(module));
}

function put(from: string, to: string): void {
  fs.mkdirSync(path.dirname(to), { recursive: true });
  if (!from.endsWith(".ts")) return fs.copyFileSync(from, to);
  const compiled = ts.transpileModule(fs.readFileSync(from, "utf8"), { compilerOptions: OPTIONS });
  fs.writeFileSync(asJavaScript(to), compiled.outputText);
}

function asJavaScript(file: string): string {
  return file.replace(/\.ts$/, ".js");
}
