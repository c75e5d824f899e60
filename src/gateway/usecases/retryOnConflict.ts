import { ConflictError } from "../../database/driver.ts";

const ATTEMPTS = 8; // each fails only because of a successful concurrent write

/**
 * Optimistic concurrency: runs the attempt again, from reading on, when a concurrent write has changed the
 * same row. Rethrows its errors.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ConflictError) || tries === ATTEMPTS) throw error;
    }
  }
}
