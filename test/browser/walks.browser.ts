import http from "node:http";
import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { COLOURS, faultsInBothThemes, faultsOf } from "./axe.ts";
import { views } from "./checkoutViews.ts";
import { startBrowser } from "./chromium.ts";
import { findNewParts } from "./parts.ts";
import { previewApp } from "./preview.ts";

/** What a look at the checkout may differ in, beside the state of the invoice. */
const AXES = {
  theme: ["light", "dark"],
  size: ["phone", "desk"],
  scripts: [true, false],
  direction: ["ltr", "rtl"],
  container: ["link", "modal"],
} as const;
type Look = { -readonly [Axis in keyof typeof AXES]: (typeof AXES)[Axis][number] };
type Walk = Readonly<Look & { state: string }>;

const DEFAULT: Look = { theme: "light", size: "phone", scripts: true, direction: "ltr", container: "link" };
const FURTHER_WALKS = 8; // the rows of the array
const SIZES = { phone: { width: 320, height: 740 }, desk: { width: 1280, height: 900 } } as const;
const WIDTHS = [768, 1280]; // beside the smallest phone

/**
 * Every state is walked once as most payers see it; axe looks at those with a part that no state before had. In further walks of states, one after the other, each pair of values of the
 * other axes is met: the eight rows are the columns of an orthogonal array (each bit of the row, and sums of them).
 */
function walks(states: readonly string[]): readonly Walk[] {
  const once = states.map((state) => ({ state, ...DEFAULT }));
  const further = states.slice(0, FURTHER_WALKS).map((state, index) => {
    const [a, b, c] = [index & 1, (index >> 1) & 1, (index >> 2) & 1];
    const bits = [a, b, c, a ^ b, b ^ c];
    const axes = Object.entries(AXES).map(([axis, values], place) => [axis, values[bits[place] ?? 0]]);
    return { state, ...(Object.fromEntries(axes) as Look) };
  });
  return [...once, ...further];
}

describe("walks through the checkout", function () {
  this.timeout(600_000);
  const all = walks(Object.keys(views));
  const server = http.createServer(previewApp());
  let browser: Browser;
  let url: string;
  before(async () => {
    url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    await closeServer(server);
  });

  it("see every state, and meet every pair of the other axes", () => {
    expect(new Set(all.map(({ state }) => state)).size).to.equal(Object.keys(views).length);
    const names = Object.keys(AXES) as (keyof Look)[];
    for (const [place, one] of names.entries())
      for (const other of names.slice(place + 1)) {
        const met = new Set(all.map((walk) => `${String(walk[one])} ${String(walk[other])}`));
        expect(met.size, `${one} with ${other}`).to.equal(AXES[one].length * AXES[other].length);
      }
  });

  it("find nothing that keeps anybody out, nothing that overflows, and no complaint of the browser", async () => {
    const found: string[] = [];
    for (const { look, states } of byLook(all)) {
      const { page, complaints } = await openPage(browser, look);
      const hasNewParts = findNewParts();
      for (const state of states) {
        await page.emulateMedia({ colorScheme: look.theme });
        const answer = await page.goto(`${url}/i/${state}?${queryOf(look)}`);
        const faults = [...(await misfits(page, { state, ...look }))];
        if (hasNewParts((await answer?.text()) ?? ""))
          faults.push(...(await misfitsOnWiderScreens(page, look)), ...(await faultsInThemes(page, look)));
        faults.push(...complaints.splice(0));
        found.push(...faults.map((fault) => `${nameOf({ state, ...look })}: ${fault}`));
      }
      await page.context().close();
    }
    expect(found).to.deep.equal([]);
  });
});

/** The walks that differ in nothing but the state share a page: a browser reads the rules of axe once for each. */
function byLook(all: readonly Walk[]): readonly Readonly<{ look: Look; states: readonly string[] }>[] {
  const groups = new Map<string, { look: Look; states: string[] }>();
  for (const { state, ...look } of all) {
    const key = JSON.stringify(look);
    const group = groups.get(key) ?? { look, states: [] };
    group.states.push(state);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** A page for a look, and what the browser complains of while it shows something. */
async function openPage(
  browser: Browser,
  look: Look,
): Promise<Readonly<{ page: Page; complaints: string[] }>> {
  const context = await browser.newContext({ viewport: SIZES[look.size], reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  if (!look.scripts) await withoutScripts(page);
  return { page, complaints };
}

function queryOf({ direction, container }: Look): URLSearchParams {
  return new URLSearchParams({
    ...(direction === "rtl" ? { lang: "ar" } : {}),
    ...(container === "modal" ? { view: "modal" } : {}),
  });
}

/** Checks everything in the light theme, and the colours in the dark theme: both for the look of most payers. */
async function faultsInThemes(page: Page, look: Look): Promise<readonly string[]> {
  if (look.theme === "dark") return faultsOf(page, { runOnly: COLOURS });
  return isDeepStrictEqual(look, DEFAULT) ? faultsInBothThemes(page) : faultsOf(page);
}

/**
 * The page as a browser without scripts shows it: nothing runs, and what is there for such browsers stands in it. axe itself needs
 * a browser that runs scripts. checkout.browser.ts has one that does not.
 */
async function withoutScripts(page: Page): Promise<void> {
  await page.route("**/i/*", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const scripts = /<script\b[^>]*>.*?<\/script>|<\/?noscript>|<meta http-equiv="refresh"[^>]*>/gs;
    await route.fulfill({ response, body: text.replace(scripts, "") });
  });
}

type Fit = Readonly<{
  width: number;
  direction: string;
  dialogs: number;
  title: string;
  small: readonly string[];
}>;

/** The words of buttons and the like that a finger may miss, for a script. */
const SMALL_TARGETS = `[...document.querySelectorAll(".button, button, summary")]
  .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 44)
  .map((target) => target.textContent)`;

/** What does not fit the screen, or is not what the walk asked for. */
async function misfits(page: Page, { state, size, direction, container }: Walk): Promise<readonly string[]> {
  const isFramed = container === "modal" || views[state]?.frame !== undefined; // some states are a frame's own
  const look = await page.evaluate<Fit>(`({
    width: document.documentElement.scrollWidth,
    direction: getComputedStyle(document.body).direction,
    dialogs: document.querySelectorAll('[role="dialog"]').length,
    title: document.querySelector("h1, h2")?.textContent.trim() ?? "",
    small: ${SMALL_TARGETS},
  })`);
  return [
    ...(look.width > SIZES[size].width ? [`${look.width} px wide`] : []),
    ...(look.direction === direction ? [] : [`reads ${look.direction}`]),
    ...(look.dialogs === Number(isFramed) ? [] : [`${look.dialogs} dialogs`]),
    ...(look.title === "" ? ["no heading"] : []),
    ...look.small.map((words) => `small target: ${words}`),
  ];
}

/** What does not fit wider screens, where a look is that of a phone. The page is the phone's again afterwards. */
async function misfitsOnWiderScreens(page: Page, { size }: Look): Promise<readonly string[]> {
  if (size === "desk") return [];
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const [wide, small] = await page.evaluate<[number, readonly string[]]>(
      `[document.documentElement.scrollWidth, ${SMALL_TARGETS}]`,
    );
    if (wide > width) found.push(`${wide} px wide on ${width}`);
    found.push(...small.map((words) => `small target on ${width}: ${words}`));
  }
  await page.setViewportSize(SIZES.phone);
  return found;
}

function nameOf({ state, ...look }: Walk): string {
  return [state, ...Object.values(look).map(String)].join(" ");
}
