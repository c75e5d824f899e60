import { execFileSync } from "node:child_process";
import { AVOIDED } from "./avoided.ts";

const LONGEST = 72; // characters
const PUBLISHED = "origin/main";
const LATEST = 5; // commits that are checked where no published branch is known, as in a shallow clone

/** What is wrong with the subjects of this branch's commits, as "commit: fault". */
export function subjectFaults(): readonly string[] {
  return branchSubjects().flatMap(({ commit, subject }) =>
    faultsOf(subject).map((fault) => `commit ${commit}, "${subject}": ${fault}`),
  );
}

/** The faults of one subject. That it is imperative is left to the reviewer. */
export function faultsOf(subject: string): readonly string[] {
  const avoided = AVOIDED.filter(({ word }) => word.test(subject));
  return [
    ...(subject.length > LONGEST ? [`has ${subject.length} characters; at most ${LONGEST}.`] : []),
    ...(subject.endsWith(".") ? ["ends with a full stop."] : []),
    ...avoided.map(({ instead }) => `has an avoided word. Write ${instead}.`),
  ];
}

function branchSubjects(): readonly Readonly<{ commit: string; subject: string }>[] {
  const base = git("merge-base", "HEAD", PUBLISHED);
  const range = base === undefined ? [`--max-count=${LATEST}`] : [`${base}..HEAD`];
  const lines = git("log", "--no-merges", "--format=%h %s", ...range) ?? "";
  return lines.split("\n").flatMap((line) => {
    const [, commit, subject] = /^(\S+) (.*)$/.exec(line) ?? [];
    return commit !== undefined && subject !== undefined ? [{ commit, subject }] : [];
  });
}

/** The output of a git command; undefined when it fails, as with a branch that does not exist. */
function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}
