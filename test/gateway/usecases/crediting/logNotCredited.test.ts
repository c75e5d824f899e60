import { expect } from "chai";
import { ConflictError } from "../../../../src/database/driver.ts";
import { logNotCredited } from "../../../../src/gateway/usecases/crediting/logNotCredited.ts";
import type { Log } from "../../../../src/runtime/log.ts";

describe("a payment that could not be written", () => {
  it("is an error in the log, and only information when another write of the same moment was first", () => {
    const levels: string[] = [];
    const log = { info: () => levels.push("info"), error: () => levels.push("error") } as unknown as Log;
    logNotCredited({ log }, "evm.arrival_not_credited", { error: new ConflictError("moved on") });
    logNotCredited({ log }, "evm.arrival_not_credited", { error: new Error("disk full") });
    expect(levels).to.deep.equal(["info", "error"]);
  });
});
