import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const LINK = /\]\(([^)\s]+)\)/g;
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;
const PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/*.md", ".github/*.md"];

/** The relative links of the documentation that lead to no file, or to no heading of it, as "page: link". */
export function brokenLinks(): readonly string[] {
  const pages = execFileSync("git", ["ls-files", ...PAGES], { encoding: "utf8" })
    .trim()
    .split("\n");
  return pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link))
      .map((link) => `${page}: the link ${link} leads nowhere.`),
  );
}

function linksOf(page: string): readonly string[] {
  const text = fs.readFileSync(page, "utf8").replace(CODE, "");
  return [...text.matchAll(LINK)].map(([, link = ""]) => link);
}

function leadsSomewhere(page: string, link: string): boolean {
  const [name = "", anchor] = link.split("#");
  const file = name === "" ? page : path.join(path.dirname(page), decodeURI(name));
  if (!fs.existsSync(file)) return false;
  return anchor === undefined || anchorsOf(file).has(anchor);
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings =
    fs
      .readFileSync(file, "utf8")
      .replace(/```[\s\S]*?```/g, "")
      .match(/^#+ .*$/gm) ?? [];
  const anchors = new Set<string>();
  for (const heading of headings) {
    const text = heading.replace(/^#+ /, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const plain = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/ /g, "-");
    let anchor = plain;
    for (let time = 1; anchors.has(anchor); time += 1) anchor = `${plain}-${time}`;
    anchors.add(anchor);
  }
  return anchors;
}
