import tseslint from "typescript-eslint";

const CLOCKS_AND_CHANCE = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: "Take the clock as an argument: only main.ts knows the time.",
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "Take the clock as an argument: only main.ts knows the time.",
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: "Take chance as an argument: only main.ts throws dice.",
  },
];

const ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "Only main.ts reads the environment; take the setting as an argument.",
};

const FLOATS = [
  {
    selector: "CallExpression[callee.name=/^(Number|parseFloat|parseInt)$/]",
    message: "Money is bigint. If this is not money, disable the rule on the line and say what it is.",
  },
  {
    selector: "MemberExpression[object.name='Number'][property.name=/^parse/]",
    message: "Money is bigint. If this is not money, disable the rule on the line and say what it is.",
  },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name=/^(round|floor|ceil|trunc)$/]",
    message:
      "Round bigints with divFloor or divCeil. If this is not money, disable the rule on the line and say what it is.",
  },
  { selector: "UnaryExpression[operator='+']", message: "Money is bigint; do not turn text into a float." },
];

const PURE = [
  { selector: "AwaitExpression", message: "The functional core does no I/O." },
  { selector: ":function[async=true]", message: "The functional core does no I/O." },
  { selector: "Identifier[name='Date']", message: "Time arrives inside the observation." },
  { selector: "Identifier[name='process']", message: "The functional core knows no process." },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: "Chance arrives as an argument.",
  },
];

const UNTYPED_EXPORTS = [
  { selector: "ExportDefaultDeclaration", message: "Named exports only." },
  {
    selector: "ExportAllDeclaration",
    message: "No barrel files: import from the file that defines the thing.",
  },
];

const restrict = (...rules) => ({ "no-restricted-syntax": ["error", ...rules.flat()] });

// What needs types, and every rule that oxlint has, is in .oxlintrc.json: oxlint takes a fifth of the processor time (decision 87).
export default [
  {
    files: ["src/**/*.ts"],
    languageOptions: { parser: tseslint.parser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: restrict(UNTYPED_EXPORTS, CLOCKS_AND_CHANCE, ENVIRONMENT),
  },
  { files: ["src/main.ts"], rules: restrict(UNTYPED_EXPORTS) },
  {
    files: ["src/values/{amount,currency,rate,worth}.ts"],
    rules: restrict(UNTYPED_EXPORTS, CLOCKS_AND_CHANCE, ENVIRONMENT, FLOATS),
  },
  {
    files: [
      "src/gateway/domain/{invoices,books,exports,invariants,proof-pack,reconciliation,payouts}/**/*.ts",
    ],
    rules: restrict(UNTYPED_EXPORTS, FLOATS, PURE),
  },
];
