import { directionOf } from "../../../languages/languages.ts";
import { escapeHtml } from "../../../languages/markup.ts";
import type { Letter } from "./letter.ts";

const LONGEST_VALUE = 300; // characters of what a merchant or a payer wrote

/** The plain text of a message. Its link stands on a line of its own, in full. */
export function letterText({ language, lead, facts, link, notes }: Letter): string {
  const isolate =
    directionOf(language) === "rtl" ? (value: string) => `\u2068${value}\u2069` : (value: string) => value;
  const rows = facts.map(([label, value]) => `${label}: ${isolate(oneLine(value))}`);
  return (
    [lead, rows.join("\n"), `${link.label}:\n${link.url}`, ["-- ", ...notes].join("\n")].join("\n\n") + "\n"
  );
}

/** The same as HTML: no outside resource, no tracking, everything escaped. */
export function letterHtml({ language, subject, lead, facts, link, notes }: Letter): string {
  const direction = directionOf(language);
  const rows = facts.map(([label, value]) => row(label, oneLine(value), direction));
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:34rem;margin:0 auto">
<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escapeHtml(subject)}</h1>
<p style="margin:0 0 20px">${escapeHtml(lead)}</p>
<table role="presentation" style="border-collapse:collapse;width:100%;margin:0 0 24px">
${rows.join("\n")}
</table>
<p style="margin:0 0 12px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#0b5d4e;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>
<p style="margin:0 0 24px;font-size:13px;word-break:break-all" dir="ltr">${escapeHtml(link.url)}</p>
<div style="border-top:1px solid #8a948f;padding-top:12px;font-size:13px;opacity:0.8">
${notes.map((note) => `<p style="margin:0 0 8px">${escapeHtml(note)}</p>`).join("\n")}
</div>
</div>
</body>
</html>
`;
}

function row(label: string, value: string, direction: "ltr" | "rtl"): string {
  const side = direction === "rtl" ? "right" : "left";
  const cell = `padding:8px 0;border-bottom:1px solid #8a948f55;vertical-align:top;text-align:${side}`;
  return `<tr><th style="${cell};font-weight:400;opacity:0.8;padding-inline-end:16px;white-space:nowrap">${escapeHtml(label)}</th><td style="${cell};word-break:break-word"><bdi>${escapeHtml(value)}</bdi></td></tr>`;
}

/** A value that cannot pretend to be more of the message than it is. */
function oneLine(value: string): string {
  const line = value.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE)}…` : line;
}
