import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { conformancePage, gaps, taggedTests } from "./conformance.ts";

// `npm run conformance`: writes docs/reference/conformance.md from the titles of the tests.
const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const tests = taggedTests(root);
fs.writeFileSync(`${root}/docs/reference/conformance.md`, conformancePage(tests));
const { unshown, unknown } = gaps(tests);
if (unshown.length > 0) console.error(`No test shows: ${unshown.join(", ")}`);
if (unknown.length > 0) console.error(`No such rows: ${unknown.join(", ")}`);
process.exitCode = unshown.length + unknown.length > 0 ? 1 : 0;
