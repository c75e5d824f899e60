/** Something that takes long to start, lent to one suite at a time and cleaned in between. */
export type Pool<T> = Readonly<{
  /** Gives an item that was cleaned, or a new one. */
  take(): Promise<T>;
  /** Takes an item back. One that cannot be cleaned is ended and never lent again. */
  startRefund(item: T): Promise<void>;
}>;

export type Lifecycle<T> = Readonly<{
  start(): Promise<T>;
  clean(item: T): Promise<void>;
  end(item: T): Promise<void>;
}>;

/** A pool for this process. It grows to as many items as are in use at once; they end with the process. */
export function createPool<T>({ start, clean, end }: Lifecycle<T>): Pool<T> {
  const idle: T[] = [];
  return {
    take: async () => idle.pop() ?? start(),
    async startRefund(item) {
      try {
        await clean(item);
        idle.push(item);
      } catch {
        await end(item);
      }
    },
  };
}
