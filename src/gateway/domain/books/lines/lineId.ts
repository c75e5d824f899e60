/** What the id of a line says: "payments:<chain>:<outpoint>:7.1:reversed" is the first correction after version 7, taken back. */
export type LineId = Readonly<{ subject: string; version: number; correction: number }>;

const ID = /^(.+):(\d+)(?:\.(\d+))?(?::reversed)?$/;

/** Reads the id of a line; undefined for another text. */
export function readLineId(id: string): LineId | undefined {
  const [, subject, version, correction = "0"] = ID.exec(id) ?? [];
  if (subject === undefined || version === undefined) return undefined;
  // eslint-disable-next-line no-restricted-syntax -- versions
  return { subject, version: Number(version), correction: Number(correction) };
}

/** Orders the ids of lines about one subject: below zero where the first was written before. */
export function compareLineIds(one: LineId, other: LineId): number {
  return one.version - other.version || one.correction - other.correction;
}

/** The id of the next correction of a line without a version of its invoice: "payments:<key>:7.1" after version 7. */
export function correctionId({ subject, version, correction }: LineId): string {
  return `${subject}:${version}.${correction + 1}`;
}
