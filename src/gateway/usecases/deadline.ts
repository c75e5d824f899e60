import { GatewayError } from "../errors.ts";

/**
 * The task's result, or GatewayError service_unavailable once `ms` have passed. The task itself continues
 * and its result is ignored.
 */
export async function withDeadline<T>(ms: number, task: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new GatewayError("service_unavailable", `No answer within ${ms} ms.`);
    timer = setTimeout(() => reject(error), ms);
  });
  try {
    return await Promise.race([task(), late]);
  } finally {
    clearTimeout(timer);
  }
}
