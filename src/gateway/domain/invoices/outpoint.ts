/**
 * Names of outputs: "<txid>:<vout>" on Bitcoin, "<tx>:<part of the transaction>" on an EVM chain, and
 * "<tx>:reported:<request id>" for a deposit whose place in its transaction only the service knows.
 */

const REPORTED = ":reported:";

/** The transaction of an output. */
export function txOf(outpoint: string): string {
  return outpoint.split(":", 1)[0] ?? "";
}

/** The outpoint of a deposit that only the service reports. */
export function reportedOutpoint(tx: string, requestId: string): string {
  return `${tx}${REPORTED}${requestId}`;
}

/** True for a deposit that only the service reports. */
export function isReported(outpoint: string): boolean {
  return outpoint.startsWith(REPORTED, txOf(outpoint).length);
}

/** True for a deposit that only the service reports, in the transaction of another output. */
export function isReportedIn(reported: string, outpoint: string): boolean {
  return isReported(reported) && txOf(reported) === txOf(outpoint);
}
