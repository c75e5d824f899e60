/** How a check ends other than by passing. Each carries one line for the report. */

/** The service's answer is not what the row asks for. */
export class Failed extends Error {
  override name = "Failed";
}

/** A payer who follows the service's answers can lose money. */
export class Harmful extends Error {
  override name = "Harmful";
}

/** The row cannot be checked at this service, and that is no fault of it: it lists no Bitcoin chain, for one. */
export class NotApplicable extends Error {
  override name = "NotApplicable";
}

/** The service did not answer, or not in time: nothing is known about the row. */
export class NotRun extends Error {
  override name = "NotRun";
}

/**
 * What the check begins with is not there, which is the matter of another row. In the check of that row itself this is a
 * failure; elsewhere the row is not applicable, as long as the other row's check has failed.
 */
export class Blocked extends Error {
  override name = "Blocked";
  constructor(
    readonly row: string,
    message: string,
    /** The fault costs the payer money. */
    readonly isHarmful = false,
  ) {
    super(message);
  }
}
