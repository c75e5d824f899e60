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

export default tseslint.config(
  {
    ignores: [
      "build/",
      "node_modules/",
      "data/",
      "coverage/",
      "migrations/",
      "views/assets/",
      "packages/*/dist/",
      ".*/",
    ],
  },
  {
    files: ["src/**/*.ts", "test/**/*.ts"],
    extends: [tseslint.configs.base],
    // One program for all files: the project service, made for editors, takes two thirds more time here.
    languageOptions: {
      parserOptions: { project: "tsconfig.json", tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-control-regex": "error",
      "no-empty": ["error", { allowEmptyCatch: false }],
      "no-duplicate-imports": ["error", { allowSeparateTypeImports: true }],
      "max-lines": ["warn", { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ["src/**/*.ts"], rules: restrict(UNTYPED_EXPORTS, CLOCKS_AND_CHANCE, ENVIRONMENT) },
  { files: ["src/main.ts"], rules: restrict(UNTYPED_EXPORTS) },
  { files: ["src/languages/merchant/*.ts", "src/gateway/errors.ts"], rules: { "max-lines": "off" } }, // tables
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
  {
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off", // a test that is wrong about it fails, which is its job
      // a table of cases is long without being complicated
      "max-lines": ["warn", { max: 400, skipBlankLines: true, skipComments: true }],
      "no-restricted-properties": [
        "error",
        ...["describe", "it", "context"].flatMap((object) =>
          ["only", "skip"].map((property) => ({ object, property, message: "Every rule is always tested." })),
        ),
      ],
      ...restrict({
        selector: "CallExpression[callee.property.name='skip'][callee.object.type='ThisExpression']",
        message: "Every rule is always tested.",
      }),
    },
  },
);
