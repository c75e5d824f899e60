import { expect } from "chai";
import { ConflictError } from "../../../../src/database/driver.ts";
import { logNotCredited } from "../../../../src/gateway/usecases/crediting/logNotCredited.ts";
import type { Log } from "../../../../src/runtime/log.ts";

describe("a payment that could not be written", () => {
  it("logs a payment that could not be written as an error, and as information when another write came first", () => {
    const levels: string[] = [];
    const log = { info: () => levels.push("info"), error: () => levels.push("error") } as unknown as Log;
    logNotCredited({ log }, "evm.arrival_not_credited", { error: new ConflictError("moved on") });
    logNotCredited({ log }, "evm.arrival_not_credited", { error: new Error("disk full") });
    expect(levels).to.deep.equal(["info", "error"]);
  });
});
