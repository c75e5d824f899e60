import { ConflictError } from "../../src/database/driver.ts";
import type { Checkpoints } from "../../src/gateway/ports/persistencePort.ts";
import type {
  KnownJournal,
  KnownJournals,
  SealedKey,
  SealedKeys,
} from "../../src/gateway/ports/sealedKeyPort.ts";

/** Sealed keys over a map; the notes that are written beside them go to `checkpoints`. */
export function memorySealedKeys(checkpoints: Checkpoints): SealedKeys {
  const known = new Map<string, SealedKey>();
  const isCurrent = (purpose: SealedKey["purpose"], except: readonly string[]) =>
    [...known.values()].some(
      (key) => key.purpose === purpose && key.retiredAt === undefined && !except.includes(key.id),
    );
  return {
    list: async () => [...known.values()],
    async add(keys, retired, notes) {
      if (keys.some(({ id, purpose }) => known.has(id) || isCurrent(purpose, retired)))
        throw new ConflictError("This purpose has another current key.");
      for (const { name, body, at, version } of notes) await checkpoints.write(name, body, at, version);
      for (const id of retired) known.set(id, { ...known.get(id)!, retiredAt: keys[0]?.createdAt });
      for (const key of keys) known.set(key.id, key);
    },
    async reseal(keys, masterIdBefore) {
      if (keys.some(({ id }) => known.get(id)?.masterId !== masterIdBefore))
        throw new ConflictError("A key was sealed anew meanwhile.");
      for (const { id, sealed, masterId } of keys) known.set(id, { ...known.get(id)!, sealed, masterId });
    },
  };
}

export function memoryKnownJournals(): KnownJournals {
  const known = new Map<string, KnownJournal>();
  return {
    list: async () => [...known.values()],
    note: async (journal) => void known.set(journal.id, journal),
  };
}
