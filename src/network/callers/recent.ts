/**
 * A bounded map that drops the least recently set entry, so that a flood of new names cannot fill the
 * memory.
 */
export type Recent<T> = Readonly<{
  get(name: string): T | undefined;
  /** Keeps the value and counts as a sign of life. */
  set(name: string, value: T): void;
  delete(name: string): void;
  size(): number;
}>;

export function createRecent<T>(limit: number): Recent<T> {
  const values = new Map<string, T>(); // keeps the order of insertion: the longest silent is first
  return {
    get: (name) => values.get(name),
    set(name, value) {
      values.delete(name);
      values.set(name, value);
      if (values.size <= limit) return;
      const [oldest] = values.keys();
      if (oldest !== undefined) values.delete(oldest);
    },
    delete: (name) => void values.delete(name),
    size: () => values.size,
  };
}
