import { MOST_TRACKED } from "../gateway/usecases/books/bookSettings.ts";
import { LANGUAGES } from "../languages/languages.ts";

const POLICY =
  "[--preset shop|top-up] [--tolerance <percent>] [--tolerance-floor <amount>] [--forgive <percent>] [--underpaid keep-open|accept|hold] [--overpaid accept|hold] [--late-from <percent>] [--evidence reported|hash|verified] [--confirmations <from amount>=<number>,…]";

const MAIL = "[--mail-invoices on|off] [--mail-reminder <minutes>|none] [--mail-address-days <number>]";

const STORE = `[--fees payer|merchant] [--margin <percent>|none] [--minutes <number>] [--price-currency <code>] [--default-method <id>|none] [--methods-off <id,…>|none] [--strict-addresses on|off] [--direct-payments on|off] [--archived on|off] [--website <url>] [--support-url <url>] [--color <#rrggbb>|none] [--language ${LANGUAGES.join("|")}|browser] [--one-invoice-per-order on|off] [--tracked <up to ${MOST_TRACKED} currencies>|none] [--zone <such as Europe/Berlin>] [--accountant <e-mail>|none] [--invoice-tolerance <percent>] [--invoice-underpaid on|off] [--invoice-evidence on|off] ${MAIL} ${POLICY}`;

/** The usage line of each command: what it takes, in the form that `readArguments` reads. */
export const USAGE = {
  serve: "serve [--role all|web|worker]",
  network: "network [--bare]",
  "network seed": "network seed --file <file>",
  "network accounts": "network accounts",
  "network deploy": "network deploy",
  "network keys": "network keys create --name <name> | revoke <beginning of the key> | list",
  "network audit": "network audit [--adopt | --withdrawn] [--yes]",
  "network fees":
    "network fees list | history <wallet> | pay <wallet> --chain <id> [--to <address>] [--amount <dollars>] [--yes]",
  "network sponsor":
    "network sponsor list | set <beginning of the key> --per-call <dollars> --per-day <dollars> | pay-in <beginning of the key> --amount <dollars> | pay-back <beginning of the key> --amount <dollars> | history <beginning of the key>",
  "network refund": "network refund <requestId> --to <address> [--yes]",
  "network holds":
    "network holds list | serve <requestId> [--by <name>] [--reason <text>] [--yes] | refund <requestId> [--to <address>] [--by <name>] [--reason <text>] [--yes]",
  conformance:
    "conformance --url <service> [--key <api key>] [--funded] [--only <row or section> …] [--format text|json|junit] [--output <file>] [--rate <calls a minute>] [--user <address>] [--bitcoin-user <address>] [--explorer <url>]",
  "network rebalance":
    "network rebalance [--chain <id>] [--from <symbol> --to <symbol> --amount <coins>] [--yes]",
  "network treasury": "network treasury [--chain <id>] [--coin <symbol> --amount <coins>] [--yes]",
  jobs: "jobs [--network] [--json]",
  migrate: "migrate",
  backup: "backup [--network] [file]",
  restore: "restore [--network] <file>",
  recover: "recover [--yes] [--journal <file or folder>] [--from-copy] [--without-journal]",
  "stores create": `stores create --name <name> --settle <chainId>:<currency>:<recipient> --refund <chainId>:<address> [--refund …] [--own-address] ${STORE}`,
  "stores set": `stores set --store <id> [--name <name>] [--logo <file.png>|none] [--settle <chainId>:<currency>:<recipient>] [--own-address] [--refund <chainId>:<address> …] ${STORE}`,
  export:
    "export <file> [--store <id> | --all] [--from <time>] [--to <time>] [--zone <name>|store] [--include expired,invalid] [--metadata <keys>] [--control] [--bom] [--after <line>] [--format csv|jsonl] [--part <next>] [--currency <code>] [--coin <chain>:<contract>] [--dates world|us] [--account <code>] [--tax <name>] [--out <path>] [--force]",
  audit: "audit [--json]",
  reconcile: "reconcile --from <date> --to <date> [--store <id>] [--json]",
  replay: "replay [--policy <file.json>]",
  inbox: "inbox [--store <id>] [--json]",
  resolve: "resolve <invoice> <key> [<key> …] --by <name> --reason <text>",
  assign: "assign <chain>:<outpoint> <invoice> --by <name> --reason <text>",
  refund: "refund <chain>:<outpoint> <address> --by <name> --reason <text>",
  dismiss: "dismiss <chain>:<outpoint> --by <name> --reason <text> [--ignore-sender]",
  mark: "mark <invoice> settled|invalid --by <name> --reason <text>",
  "keys create":
    "keys create --store <id> [--label <text>] [--permissions <a,b,…> | --for <shop>] [--user <name>] [--expires <days or date>]",
  "keys list": "keys list",
  "keys import": "keys import",
  "keys rotate": "keys rotate secrets|signing|links [--yes]",
  "keys rewrap": "keys rewrap [--from-file <file>] [--from-command <command>]",
  "owner link": "owner link",
  "stores domain": "stores domain --store <id> --domain <shop.example>|none",
  "signing key": "signing key",
  "signing renew": "signing renew --yes",
  verify: "verify <file|-> [--key <64 hex digits>]",
  prove: "prove <invoice> [--out <file>]",
  pay: "pay <invoice id or checkout link> [--method <id>] [--wait]",
  "quotes compare":
    "quotes compare [--store <id>] [--method <id>] [--amount <in the settlement coin>] [--address]",
  "payouts pay": "payouts pay <payout> [--key-file <file>]",
  demo: "demo [--invoices 200]",
} as const satisfies Readonly<Record<string, string>>;

export type CommandName = keyof typeof USAGE;
