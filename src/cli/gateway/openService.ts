import { createIntentService } from "../../gateway/adapters/intents/intentService.ts";
import type { Config } from "../../gateway/compose/config.ts";
import { createHttp } from "../../http-client/http.ts";

/** Opens the configured intent service, or that of the running sandbox, for what a command asks of it. */
export function openService(config: Config): ReturnType<typeof createIntentService> {
  const baseUrl = config.intentsUrl ?? `http://127.0.0.1:${config.port}/sandbox/intents`;
  const headers = config.intentsApiKey ? { "x-api-key": config.intentsApiKey } : {};
  const http = createHttp({ baseUrl, headers, timeoutMs: 10_000, maxBytes: 4 * 1024 * 1024 });
  return createIntentService({ quotes: http, reads: http }, false);
}
