import { raw, type Request, type RequestHandler } from "express";
import { LARGEST_FILE } from "../../domain/branding/logo.ts";

const AROUND = 16 * 1024; // for the form's other fields

/**
 * Reads a form with a file (multipart/form-data). Texts are in `request.body` as those of other forms,
 * files come from `fileIn`. A body of another kind stays as it was.
 */
export const uploadedForm: readonly RequestHandler[] = [
  raw({ type: "multipart/form-data", limit: LARGEST_FILE + AROUND }),
  async (request, _response, next) => {
    if (Buffer.isBuffer(request.body)) request.body = await fieldsIn(request.body, request);
    next();
  },
];

/** A file of an uploaded form; undefined when none was chosen. */
export function fileIn(request: Request, name: string): Buffer | undefined {
  const file = (request.body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return Buffer.isBuffer(file) && file.length > 0 ? file : undefined;
}

/** Node's own parser reads the form. One that cannot be read has no fields, and is refused for what is missing. */
async function fieldsIn(body: Buffer, request: Request): Promise<Readonly<Record<string, string | Buffer>>> {
  const headers = { "content-type": request.get("content-type") ?? "" };
  const form = await new Response(body, { headers }).formData().catch(() => new FormData());
  const fields = [...form].map(async ([name, value]): Promise<[string, string | Buffer]> => {
    return [name, typeof value === "string" ? value : Buffer.from(await value.arrayBuffer())];
  });
  return Object.fromEntries(await Promise.all(fields));
}
