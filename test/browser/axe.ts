import fs from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of WCAG 2.2 AA, and those that are all that a theme changes. */
export const EVERYTHING = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] } as const; // prettier-ignore
export const COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] } as const;
export type Rules = typeof EVERYTHING | typeof COLOURS;

/** The selectors of the part of a page that is looked at, and of a part that was looked at on another page. */
type Look = Readonly<{ runOnly?: Rules; within?: string | undefined; except?: string | undefined }>;

/**
 * What axe finds wrong on a page at rest, once everything that is folded has been opened. Where another theme has just come, the
 * grounds of buttons would still be on their way to its colours while their texts have them already.
 */
export async function faultsOf(
  page: Page,
  { runOnly = EVERYTHING, within, except }: Look = {},
): Promise<readonly string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.locator("details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
  if (!(await page.evaluate("'axe' in globalThis"))) await addAxe(page);
  const { violations } = await page.evaluate(
    ({ only, context }) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(context, {
        runOnly: { type: only.type, values: [...only.values] },
        resultTypes: ["violations"], // details of what passes take as long as the rules themselves
        preload: false, // no rule here reads style sheets or media
      }),
    {
      only: runOnly,
      context: { include: [within ?? "html"], exclude: except === undefined ? [] : [except] },
    },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 2).join(" ")}`); // prettier-ignore
}

/** Puts axe into a page, also where the page may run no scripts itself: as a script that the browser compiles once for all pages. */
async function addAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Runtime.evaluate", { expression: AXE });
  await devtools.detach();
}

/** Returns what axe finds wrong on a page in the light theme, and in the colours of the dark theme. */
export async function faultsInBothThemes(
  page: Page,
  look: Omit<Look, "runOnly"> = {},
): Promise<readonly string[]> {
  const faults = await faultsInLightTheme(page, look);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await faultsOf(page, { ...look, runOnly: COLOURS });
  return [...faults, ...dark.map((fault) => `dark: ${fault}`)];
}

export async function faultsInLightTheme(page: Page, look: Look = {}): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  return faultsOf(page, look);
}
