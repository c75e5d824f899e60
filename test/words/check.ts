import { AVOIDED } from "./avoided.ts";
import { brokenLinks } from "./links.ts";
import { proseLines } from "./prose.ts";
import { subjectFaults } from "./subjects.ts";

/**
 * `npm run check:words`: prints each avoided word with its place and what to write instead, each link of the documentation
 * that leads nowhere, and what is wrong with the subjects of the branch's commits. Exits 1 if there is one.
 */
const faults = [
  ...brokenLinks(),
  ...subjectFaults(),
  ...proseLines().flatMap(({ file, line, text }) =>
    AVOIDED.flatMap(({ word, instead }) => {
      const match = word.exec(text);
      return match ? [`${file}:${line}: "${match[0]}". Write ${instead}.`] : [];
    }),
  ),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
