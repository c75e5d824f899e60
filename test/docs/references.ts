import { COMMANDS } from "../../src/cli/commands.ts";
import { optionsOf } from "../../src/cli/help.ts";
import { USAGE, type CommandName } from "../../src/cli/usage.ts";
import { SETTING_TEXTS } from "../../src/gateway/compose/settingTexts.ts";
import { ERROR_TABLE, type ErrorRow } from "../../src/gateway/http/errorTable.ts";

/** References that are made from the code, by their files. `npm run references` writes them. */
export const REFERENCES: Readonly<Record<string, (before: string) => string>> = {
  "docs/reference/cli.md": cliPage,
  "docs/reference/errors.md": errorsPage,
  "docs/reference/configuration.md": withSettings,
};

const MADE = "<!-- Made by `npm run references` from the code. -->";

function cliPage(): string {
  const sections = Object.entries(COMMANDS).map(([name, { about }]) => {
    const command = name as CommandName;
    const options = optionsOf(command);
    const rows = options.map(({ option, text }) => `| \`${cell(option)}\` | ${cell(text)} |`);
    const table = rows.length > 0 ? ["", "| Option | Meaning |", "|---|---|", ...rows] : [];
    const sentence = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
    return [`## ${name}`, "", sentence, "", "```", `crosstill ${USAGE[command]}`, "```", ...table].join("\n");
  });
  const intro =
    "In a checkout the command is `node build/main.js` after `npm run build`. `crosstill <command> --help` prints the same. A command exits with 0 when it succeeded and with 1 when it failed, unless its text says otherwise. It prints its result on standard output, and everything else on standard error.";
  return ["# Command line", "", MADE, "", intro, "", sections.join("\n\n"), ""].join("\n");
}

/** The page with the table of settings made anew; the rest of it is written by hand. */
function withSettings(before: string): string {
  const rows = Object.entries(SETTING_TEXTS).map(([names, { fallback, meaning }]) => {
    const code = names.split(", ").map((name) => `\`${name}\``);
    return `| ${code.join(", ")} | ${fallback} | ${meaning} |`;
  });
  const table = ["| Setting | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
  const marked = /(<!-- settings: [^\n]* -->\n)[^]*(<!-- end of settings -->)/;
  return before.replace(marked, (_, first: string, last: string) => `${first}\n${table}\n\n${last}`);
}

function errorsPage(): string {
  const tables = Object.entries(ERROR_TABLE).flatMap(([title, rows]) => table(title, rows.map(row)));
  return [
    "# Errors of the merchant API",
    "",
    MADE,
    "",
    "An error is `{ code, message }`. Where fields of the body or the query are wrong (422), it is a list of them, each with the `path` of its field. The message says what was expected, what came and what to do; programs decide by `status` and `code`. After a 5xx or no answer, repeat the call with the same `Idempotency-Key`: nothing is done twice. The header `X-Request-Id` is in the log too, and `Link` leads to the code on the page `/docs`, where each call lists the codes that it can answer.",
    ...tables,
    "",
  ].join("\n");
}

function table(title: string, rows: readonly string[]): readonly string[] {
  return ["", `## ${title}`, "", "| Code | Status | Meaning | What to do |", "|---|---|---|---|", ...rows];
}

function row({ code, status, meaning, remedy }: ErrorRow): string {
  return `| \`${code}\` | ${status} | ${cell(meaning)} | ${cell(remedy)} |`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
