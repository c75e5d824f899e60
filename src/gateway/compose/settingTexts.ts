/** A row of docs/reference/configuration.md, in Markdown. */
export type SettingText = Readonly<{ fallback: string; meaning: string }>;

/** The gateway's settings (environment variables), by their names as the reference lists them. */
export const SETTING_TEXTS: Readonly<Record<string, SettingText>> = {
  CROSSTILL_MODE: {
    fallback: "`sandbox`",
    meaning:
      "`live` needs `PUBLIC_URL`, `INTENTS_URL`, `EXPLORER_URLS`, `QUOTE_USER_BITCOIN`, and an `RPC_<chainId>` where settlements are verified ([docs/how-to/deploy.md](../how-to/deploy.md)); the sandbox refuses `INTENTS_URL`, `INTENTS_API_KEY`, `INTENTS_STREAM_URL`, `EXPLORER_URLS`, `EXPLORER_STREAM_URL`, `BITCOIN_NETWORK`, `QUOTE_USER_BITCOIN`, `SMTP_URL`, `MAIL_FROM` and `RPC_*` rather than ignore them",
  },
  CROSSTILL_ROLE: {
    fallback: "`all`",
    meaning:
      "what this process does of what several processes on one PostgreSQL database share ([Scale out](../how-to/scale-out.md)): `web` serves pages and the API, `worker` runs the recurring jobs, `all` does both. `crosstill serve --role` takes precedence",
  },
  PUBLIC_URL: {
    fallback: "`http://localhost:3000`",
    meaning: "where customers reach the checkout: a scheme and a host, without a path; https in live mode",
  },
  "PORT, HOST": {
    fallback: "`3000`, `127.0.0.1`",
    meaning:
      "where it listens: to this machine only, for a reverse proxy beside it. In a container, or with the proxy on another machine, `HOST=0.0.0.0`, and let only the proxy reach the port",
  },
  DATA_DIR: { fallback: "`./data`", meaning: "database, journal, sandbox state" },
  DATABASE_URL: {
    fallback: "a file in `DATA_DIR`",
    meaning:
      "a path, or `postgres://user:password@host:5432/database`. Several hosts, `postgres://user:password@one:5432,two:5432/database`, are the servers of one cluster: the one that takes writes is used ([failover](../how-to/failover.md)). [PgBouncer](../how-to/pgbouncer.md) may stand in front",
  },
  DATABASE_LISTEN_URL: {
    fallback: "none",
    meaning:
      "`postgres://…` of a direct connection to the database, not through a pooler. With it each change of an invoice is announced by NOTIFY, and open pages of every process show it at once; set it for all of them. Without it they ask once a second ([docs/how-to/scale-out.md](../how-to/scale-out.md))",
  },
  DATABASE_POOL_SIZE: {
    fallback: "`10`",
    meaning:
      "how many connections to PostgreSQL the process opens at most, from 2 to 500. PostgreSQL's `max_connections` must cover those of all processes, and a few more for migrations and people",
  },
  JOURNAL_FILE: {
    fallback: "in `DATA_DIR`",
    meaning:
      "append-only copy of every issued address; further processes that share the folder write files beside it, with their ids in the names",
  },
  "JOURNAL_COPY_URL, JOURNAL_COPY": {
    fallback: "none, `best-effort`",
    meaning:
      "a second PostgreSQL database, on another machine, that keeps each line of the journal too. `best-effort`: an answer waits for it for two seconds at most, and what it missed is copied later; `required`: no address is given out that it does not have ([docs/how-to/shared-keys.md](../how-to/shared-keys.md#a-copy-of-the-journals))",
  },
  BITCOIN_NETWORK: { fallback: "`mainnet`", meaning: "or `testnet`, `testnet4`, `signet`, `regtest`" },
  EXPLORER_URLS: {
    fallback: "required in live mode",
    meaning:
      "Esplora APIs, comma-separated and of different operators: more than half must show the same chain",
  },
  EXPLORER_QUORUM: {
    fallback: "more than half",
    meaning: "how many of `EXPLORER_URLS` must show the same chain",
  },
  EXPLORER_STREAM_URL: {
    fallback: "none",
    meaning:
      "the websocket of a [mempool.space](https://mempool.space) explorer, one of `EXPLORER_URLS` (`wss://mempool.space/api/v1/ws`): it tells of a payment as soon as it sees one, so payers wait less and addresses are looked up twice a minute instead of every few seconds. What it says is looked up before it is believed. It may allow only a few addresses at a time; the open checkout pages come first. Without it, or while it is away, addresses are polled",
  },
  BACKUP_DIR: {
    fallback: "`DATA_DIR`",
    meaning:
      "where [backups](../how-to/backup-restore.md) go. The one before a migration goes there too; without this setting, beside an SQLite file",
  },
  METRICS_TOKEN: {
    fallback: "none: no `/metrics`",
    meaning: "lets Prometheus read them, and the details of `/health/ready`; at least 20 characters",
  },
  "RPC_<chainId>": {
    fallback: "none",
    meaning:
      "the JSON-RPC URL of a node of that EVM chain: settlements there are verified, and direct payments and refunds on it are seen",
  },
  "FINALITY_<chainId>": {
    fallback: "by chain, [see below](#finality-of-settlements)",
    meaning:
      "when a settlement on that chain is final: after so many blocks, or when the node calls its block `safe` or `finalized`; for usual amounts, and after a comma for large ones: `FINALITY_8453=10,safe`. A node that does not know the word is taken at 300 blocks, or the chain's own number where that is more",
  },
  FINALITY_LARGE_USD: {
    fallback: "`10000`",
    meaning:
      "the price or settlement from which an amount is large. A coin without a rate in `RATES_URLS` counts as large",
  },
  INSECURE_HTTP_HOSTS: {
    fallback: "none",
    meaning:
      "hosts that live mode may reach over plain `http:` or `ws:` in `INTENTS_URL`, `EXPLORER_URLS`, `RPC_<chainId>`, `RATES_URLS` and the streams, separated by commas: `10.0.0.5,node.lan`. Anyone on the way to them can read the keys and change the answers. This machine needs no entry",
  },
  RATES_URLS: {
    fallback: "none",
    meaning: "in order of trust: `https://…/{base}-{quote}#path.into.json`, or `static:EUR_USD=1.08`",
  },
  INTENTS_URL: {
    fallback: "required in live mode",
    meaning: "the intent service, such as `https://intents.example.com`",
  },
  INTENTS_API_KEY: {
    fallback: "none",
    meaning: "the key that the intent service gave; without it quotes are few",
  },
  INTENTS_QUOTE_VERSION: {
    fallback: "`auto`",
    meaning:
      "`v2` or `v3`: by which path quotes are asked. `auto` asks `/quote/v2` while the service has it, and `/quote/v3` once it is gone (404, 405, 410 or 501)",
  },
  INTENTS_REQUESTS_VERSION: {
    fallback: "`auto`",
    meaning:
      "`v2` or `v3`: by which path the requests of deposit addresses are listed. `auto` asks `/requests/v2` while the service has it, and with `INTENTS_API_KEY` `/requests/v3` once it is gone (404, 405, 410 or 501). Without a list the status of each request is asked for",
  },
  QUOTE_USER_BITCOIN: {
    fallback: "required in live mode",
    meaning:
      "a Bitcoin address with a high balance, which the service asks for with every Bitcoin quote; nothing is taken from it",
  },
  INTENTS_STREAM_URL: {
    fallback: "none",
    meaning: "`wss://…/stream` of the service: changes are pushed, and asked for less often",
  },
  SANDBOX_POOLS: {
    fallback: "`0`",
    meaning:
      "`1`: the sandbox's chains have pools of Uniswap v3, and its intent service fills through them; needs the development packages",
  },
  NETWORK_BARE: {
    fallback: "`0`",
    meaning: "`1`: the sandbox's intent service answers only what the contract shows",
  },
  "NETWORK_REQUIRE_KEYS, NETWORK_OFFER_V3, NETWORK_V2_DEPRECATED_AT, NETWORK_V2_RETIRED_AT": {
    fallback: "`0`, `1`, none, none",
    meaning:
      "the sandbox's intent service requires keys, leaves out v3, or announces and ends v2, as [an intent service of your own](../how-to/move-to-quote-v3.md#for-operators-of-an-intent-service) does",
  },
  WEBHOOK_ALLOWED_CIDRS: {
    fallback: "none",
    meaning: "private networks that webhooks and web push may reach",
  },
  SECRETS_KEY_FILE: {
    fallback: "`secrets.key` in `DATA_DIR`",
    meaning:
      "the key that seals the secrets of webhooks and what web push sends with in the database, and makes the links of refunds; made at the first start",
  },
  SIGNING_KEY_FILE: {
    fallback: "`signing.key` in `DATA_DIR`",
    meaning:
      "the key that signs addresses and amounts ([docs/reference/signatures.md](signatures.md)); made at the first start",
  },
  "MASTER_KEY_FILE, MASTER_KEY, MASTER_KEY_COMMAND": {
    fallback: "none: keys are files",
    meaning:
      "one of them gives the master key, 64 hex digits: a file, the key itself, or a command that prints it within ten seconds. With it the keys that seal and sign are in the database, sealed, for several machines ([docs/how-to/shared-keys.md](../how-to/shared-keys.md))",
  },
  "SMTP_URL, MAIL_FROM": {
    fallback: "none: no e-mail",
    meaning:
      "the mail server (`smtps://user:password@mail.example.com`), and the sender of messages to customers and payers ([docs/how-to/email.md](../how-to/email.md))",
  },
  TRUSTED_PROXIES: {
    fallback: "none",
    meaning:
      "the reverse proxies in front of it, by address or network: `127.0.0.1`, `10.1.0.0/16,fd00::/8`. Only their `X-Forwarded-For` header is used to find a client's address; from any other sender it is ignored. The proxy must add to that header or replace it (nginx: `proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for`). Without the setting all clients behind a proxy count as one address and share its rate limits",
  },
  API_CALLS_PER_MINUTE: {
    fallback: "`12000`",
    meaning:
      "what one API key may ask in a minute, and half of what one address may; the answers say in `RateLimit` what is left. Beside it a key has 120 searches (`textSearch`) and calls for rates in a minute, and an address 300 invalid keys",
  },
  PAGE_VIEWS_PER_MINUTE: {
    fallback: "`240`",
    meaning: "how many views of checkout pages one address may ask for in a minute",
  },
  QUOTE_MAX_EXCESS_PERCENT: {
    fallback: "`10`",
    meaning:
      "how much more than the price a payer's coins may be worth by `RATES_URLS`, or five dollars where that is more: a quote above is refused, so that a hostile or confused service cannot ask for ten times the price. A coin that no source lists is not checked, and the log says `quote.unchecked`; list every coin that you accept",
  },
  REUSE_PAID_ADDRESSES: {
    fallback: "`0`",
    meaning:
      "`1` lends deposit addresses again that were paid before, after their quarantine. It saves quotes, but a customer who saved an address and pays to it again may then pay a stranger's invoice",
  },
  "INTENTS_CALLS_PER_MINUTE, EXPLORER_CALLS_PER_MINUTE": {
    fallback: "`200`, `120`; sandbox: `3000`",
    meaning:
      "budgets shared by all jobs; under 60 the page for [paying with a PSBT](../how-to/embed-checkout.md#ways-to-pay) says mostly that it is busy",
  },
  INTENTS_QUOTES_PER_MINUTE: {
    fallback: "`200` with `INTENTS_API_KEY`, `50` without; sandbox: `100000`",
    meaning:
      "quotes in any minute; half of them at most go to invoices that visitors make on pages of payment requests, with pay buttons and at public counters. An invoice that finds none left is priced when its page is opened. A service that answers 429, or gives no answer to three quotes in a row, is left alone for a second to a minute, or as long as it asks",
  },
  EVENT_DAYS: {
    fallback: "`90`",
    meaning:
      "how many days events are kept, with their deliveries and attempts; at least 30, or `0` for ever. Nothing of which something is still to be sent is removed. Invoices, books, proofs and files are not made of events, and stay ([receive-webhooks.md](../how-to/receive-webhooks.md))",
  },
  LOG_LEVEL: { fallback: "`info` (sandbox: `warn`)", meaning: "JSON lines on standard error" },
};
