import { brokenLink } from "../../domain/access/auditChain.ts";
import type { AuditEntry } from "../../domain/access/auditEntry.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import { LAST_KEY, type Walk } from "./auditWalk.ts";

const ENTRIES = 250;
const DIGITS = 16; // keys of walks are compared as text

/** I-51: the entries of the audit log form an unbroken chain of hashes. */
export function auditLogWalk({ auditLog }: Pick<Persistence, "auditLog">): Walk {
  return {
    name: "audit log",
    async *from(after) {
      let seq = Number(after);
      let last: AuditEntry | undefined = seq > 0 ? (await auditLog.after(seq - 1, 1))[0] : undefined;
      for (;;) {
        const entries = await auditLog.after(seq, ENTRIES);
        const found = entries.flatMap((entry, index) => {
          const broken = brokenLink(entry, entries[index - 1] ?? last);
          return broken === undefined
            ? []
            : [{ id: "I-51", subject: `audit log ${entry.seq}`, message: broken }];
        });
        last = entries.at(-1) ?? last;
        seq = last?.seq ?? 0;
        const isDone = entries.length < ENTRIES;
        yield { upto: isDone ? LAST_KEY : String(seq).padStart(DIGITS, "0"), found };
        if (isDone) return;
      }
    },
  };
}
