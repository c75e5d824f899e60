import { BaseError, HttpRequestError, TimeoutError } from "viem";
import { HttpFailure } from "../../http-client/http.ts";

/** A block near the beginning of a chain, by which the chain is known again. */
export type EarlyBlock = Readonly<{ height: number; hash: string }>;

/** Remembers a chain by its early blocks; gives a sentence when the database belongs to another chain of the same id. */
export type RecogniseChain = (chainId: number, blocks: readonly EarlyBlock[]) => Promise<string | undefined>;

/** A chain whose answers prove a setting wrong. Its answers are not used. */
export class WrongChain extends HttpFailure {
  override name = "WrongChain";
  constructor(readonly problems: readonly string[]) {
    super("broken", problems.join(" "));
  }
}

/** The answer of a chain. Any error of its client becomes HttpFailure "unreachable". */
export async function asking<T>(chainId: number, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    if (cause instanceof HttpFailure) throw cause;
    throw new HttpFailure("unreachable", `Chain ${chainId} gave no answer.`, undefined, undefined, { cause });
  }
}

/** The answer of a contract; undefined where it has no such function, has one of another form, or reverts. */
export function orNothing<T>(chainId: number, question: () => Promise<T>): Promise<T | undefined> {
  return asking(chainId, async () => {
    try {
      return await question();
    } catch (error) {
      if (isCause(error, HttpRequestError) || isCause(error, TimeoutError)) throw error;
      return undefined;
    }
  });
}

/** Runs a check until it has succeeded once; callers that come meanwhile share the run. */
export function memoizeSuccess<T>(check: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= check().catch((error: unknown) => {
      running = undefined; // asked again next time
      throw error;
    });
    return running;
  };
}

/** True when an error of the chain's client is, or comes from, one of this kind. */
export function isCause(error: unknown, kind: new (...args: never[]) => Error): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof kind) instanceof kind;
}
