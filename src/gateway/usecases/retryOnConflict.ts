import { ConflictError } from "../../database/driver.ts";

const ATTEMPTS = 8; // each is lost only when somebody else's was kept

/** Does it again, from reading on, when somebody else has changed the same thing meanwhile. Throws what it throws. */
export async function untilKept<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ConflictError) || tries === ATTEMPTS) throw error;
    }
  }
}
