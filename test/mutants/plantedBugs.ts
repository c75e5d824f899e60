import type { PlantedBug } from "./mutants.ts";

/** Twelve classic bugs of systems that pass on money. Tests that miss one of them are not good enough. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    id: "bug:event-before-commit", // events go out on their own; then the state is written, or is not
    edits: [
      {
        file: "src/gateway/persistence/invoices/invoiceWrites.ts",
        find: "    ...eventWrites(context, after, extras),\n",
        replace: "    ...(before ? [] : eventWrites(context, after, extras)),\n",
      },
      {
        file: "src/gateway/persistence/invoices/invoices.ts",
        find: 'import { decisionWrites } from "./invoiceWrites.ts";',
        replace: 'import { decisionWrites, eventWrites } from "./invoiceWrites.ts";',
      },
      {
        file: "src/gateway/persistence/invoices/invoices.ts",
        find: "refuseUnreadable(decision.invoice, before);\n",
        replace:
          "refuseUnreadable(decision.invoice, before);\n      await database.commit(eventWrites(context, decision.invoice, extras));\n",
      },
    ],
  },
  {
    id: "bug:missing-unique-index", // a lease is looked up and then written, and nothing in the database says that there is one
    edits: [
      {
        file: "migrations/sqlite/0000_first.sql",
        find: "CREATE UNIQUE INDEX `leases_one_open`",
        replace: "CREATE INDEX `leases_one_open`",
      },
      {
        file: "migrations/postgres/0000_first.sql",
        find: 'CREATE UNIQUE INDEX "leases_one_open"',
        replace: 'CREATE INDEX "leases_one_open"',
      },
    ],
  },
  {
    id: "bug:id-above-last", // the outbox is read from the last id on
    edits: [
      {
        file: "src/gateway/persistence/webhooks/deliveryClaims.ts",
        find: "import { and, asc, eq, inArray,",
        replace: "import { and, asc, eq, gt, inArray,",
      },
      {
        file: "src/gateway/persistence/webhooks/deliveryClaims.ts",
        find: '  const isOwed = eq(deliveries.state, "due");',
        replace: '  const isOwed = eq(deliveries.state, "due");\n  let last = "";',
      },
      {
        file: "src/gateway/persistence/webhooks/deliveryClaims.ts",
        find: "const isIts = and(eq(deliveries.webhookId, webhookId), lte(deliveries.dueAt, at));",
        replace:
          "const isIts = and(eq(deliveries.webhookId, webhookId), gt(deliveries.id, last), lte(deliveries.dueAt, at));",
      },
      {
        file: "src/gateway/persistence/webhooks/deliveryClaims.ts",
        find: "const ours = new Map(won.map(({ id, attempts }) => [id, attempts]));",
        replace:
          "const ours = new Map(won.map(({ id, attempts }) => [id, attempts]));\n      for (const { id } of won) if (id > last) last = id;",
      },
    ],
  },
  {
    id: "bug:async-transaction", // COMMIT does not wait for what is awaited in between
    edits: [
      {
        file: "src/database/sqlite.ts",
        find: "commit: groupCommit(sqlite, db),",
        replace: `commit: async (writes) => {
      const work = async () => {
        for (const write of writes) requireRows(write, (await write.build(db)).length);
      };
      sqlite.exec("BEGIN IMMEDIATE");
      const working = work();
      sqlite.exec("COMMIT");
      await working;
    },`,
      },
    ],
  },
  {
    id: "bug:normal-sync", // a power cut may take back what was answered
    edits: [{ file: "src/database/sqlite.ts", find: "synchronous: 2,", replace: "synchronous: 1," }],
  },
  {
    id: "bug:float-amount",
    edits: [
      {
        file: "src/database/columns.ts",
        find: "fromDriver: (value: string) => BigInt(value),",
        replace: "fromDriver: (value: string) => BigInt(Number(value)),",
      },
    ],
  },
  {
    id: "bug:unknown-is-success", // whatever is neither waiting nor failure has gone well
    edits: [
      {
        file: "src/intents/status.ts",
        find: '!Object.hasOwn(STATUS_MEANINGS, word)) return "unknown";',
        replace: '!Object.hasOwn(STATUS_MEANINGS, word)) return "success";',
      },
    ],
  },
  {
    id: "bug:confirmations-without-hash", // blocks are told apart by their heights
    edits: [
      {
        file: "src/bitcoin/reader/followBlocks.ts",
        find: "if ((await explorer.blockHash(header.height)) === header.hash) break;",
        replace: "if ((await explorer.blockHash(header.height)) !== undefined) break;",
      },
      {
        file: "src/bitcoin/reader/followBlocks.ts",
        find: "if (previous !== undefined && block.header.previous !== previous) break;\n",
        replace: "",
      },
    ],
  },
  {
    id: "bug:reserialised-signature", // what is signed was read and written once more than what is sent
    edits: [
      {
        file: "src/gateway/adapters/webhooks/webhookSignature.ts",
        find: 'const standard = new Webhook(Buffer.from(secret, "utf8"), { format: "raw" });',
        replace:
          'const standard = new Webhook(Buffer.from(secret, "utf8"), { format: "raw" });\n  body = JSON.stringify(JSON.parse(body));',
      },
    ],
  },
  {
    id: "bug:retry-without-cap",
    edits: [
      {
        file: "src/gateway/usecases/webhooks/webhookRetry.ts",
        find: "  if (at >= since + LONGEST_FAILURE_MS) return undefined;\n",
        replace: "",
      },
    ],
  },
  {
    id: "bug:lease-on-wall-clock", // clocks alone say who holds a lease: whoever lost it by another's clock writes all the same
    edits: [
      {
        file: "src/gateway/persistence/webhooks/deliveries.ts",
        find: '          eq(deliveries.attempts, value("attempts", deliveries.attempts)),\n',
        replace: "",
      },
    ],
  },
  {
    id: "bug:redirect-followed", // to wherever the receiver says, past the check of its address
    edits: [
      {
        file: "src/http-client/guarded/guardedPost.ts",
        find: 'request.on("response", (response) => {\n',
        replace: `request.on("response", (response) => {
      const next = new URL(response.headers.location ?? url, url);
      if (next.href !== url.href && (response.statusCode ?? 0) < 400) {
        response.resume();
        return settle(post(next, message, connection, timeoutMs));
      }
`,
      },
    ],
  },
];
