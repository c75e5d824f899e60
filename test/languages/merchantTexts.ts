import { execFileSync } from "node:child_process";
import fs from "node:fs";
import ts from "typescript";

/** A text of the merchant's pages as its code has it: the key of the catalogs, the forms of a plural, and where it stands. */
export type MerchantText = Readonly<{ key: string; forms: readonly string[]; place: string }>;

const LONGEST_CALL = 3_000; // characters; parsing the rest of the file for each of its calls would take seconds
const CALL = /(?:\btr|\btrHtml|\bwordsFor\([\w.]+\)|\benglish|\bsentence)\(/g;
const PLACES = [
  "views",
  "src/gateway/http",
  "src/gateway/domain",
  "src/gateway/usecases",
  "src/gateway/compose",
  "src/gateway/adapters",
  "src/gateway/errors.ts",
  "src/http-client/guarded/postPolicy.ts",
  "src/values/amount.ts",
];

/**
 * Every English text that code hands to `tr`, `trHtml`, `wordsFor(…)`, `english` or `sentence`, in views and code. A call whose text is no
 * literal must be one of a name (`it.tr(place.label)`): its literals are marked by `english` where they stand.
 */
export function merchantTexts(): readonly MerchantText[] {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...PLACES], {
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    .filter((file) => /\.(ts|eta)$/.test(file) && fs.existsSync(file));
  return files.flatMap(textsOf);
}

function textsOf(file: string): readonly MerchantText[] {
  const content = fs.readFileSync(file, "utf8");
  return [...content.matchAll(CALL)].flatMap(({ index, 0: call }) => {
    const place = `${file}:${content.slice(0, index).split("\n").length}`;
    const argument = firstArgument(content.slice(index + call.length, index + call.length + LONGEST_CALL));
    return argument ? literalsIn(argument).map((forms) => ({ ...forms, place })) : [];
  });
}

/** The first argument of a call, parsed from behind its bracket. */
function firstArgument(rest: string): ts.Expression | undefined {
  const { statements } = ts.createSourceFile("call.ts", `call(${rest}`, ts.ScriptTarget.Latest, true);
  const [statement] = statements;
  if (!statement || !ts.isExpressionStatement(statement)) return undefined;
  let call: ts.Node = statement.expression;
  while (
    !(ts.isCallExpression(call) && call.getText().startsWith("call(") && ts.isIdentifier(call.expression))
  ) {
    const first = call.getChildAt(0);
    if (!first || first === call) return undefined;
    call = first;
  }
  return call.arguments[0];
}

/** The texts in an argument: of a choice (`isNew ? "Add" : "Save"`) both. */
function literalsIn(argument: ts.Expression): readonly Omit<MerchantText, "place">[] {
  if (ts.isStringLiteral(argument) || ts.isNoSubstitutionTemplateLiteral(argument))
    return [{ key: argument.text, forms: [argument.text] }];
  if (ts.isParenthesizedExpression(argument)) return literalsIn(argument.expression);
  if (ts.isConditionalExpression(argument))
    return [...literalsIn(argument.whenTrue), ...literalsIn(argument.whenFalse)];
  if (ts.isObjectLiteralExpression(argument)) return pluralIn(argument);
  return [];
}

function pluralIn({ properties }: ts.ObjectLiteralExpression): readonly Omit<MerchantText, "place">[] {
  const forms = new Map<string, string>();
  for (const property of properties) {
    if (ts.isPropertyAssignment(property) && ts.isStringLiteral(property.initializer))
      forms.set(property.name.getText(), property.initializer.text);
  }
  const key = forms.get("other");
  return key === undefined ? [] : [{ key, forms: [...forms.values()] }];
}
