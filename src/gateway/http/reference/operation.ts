import type { z } from "zod";
import type { OperationName } from "./paths.ts";
import type { Permission } from "../../domain/access/permissions.ts";

/**
 * What a caller must present: a key with a permission for the store, any key, nothing, or the secret id in
 * a link.
 */
export type Needs = Permission | "any key" | "nothing" | "link";

/** One operation of the merchant API in its reference. Its method and path are in paths.ts. */
export type Operation = Readonly<{
  summary: string;
  about?: string;
  needs: Needs;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What the file is that a call sends as the field "file" of a form, in the place of a body. */
  file?: string;
  /** None: a success has an empty body. */
  answer?: z.ZodType;
  /** The answer is a table instead. */
  csv?: true;
  /** It makes something, and takes an Idempotency-Key. */
  repeatable?: true;
  /** It can be invalid (422) without a body: because of its query, or its path. */
  mayBeWrong?: true;
  /** What a call may send. Every one of them is sent by a test. */
  example?: unknown;
}>;

/** Operations that belong together, under a heading. */
export type Area = Readonly<{
  name: string;
  about: string;
  operations: Readonly<Partial<Record<OperationName, Operation>>>;
}>;
