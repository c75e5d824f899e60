import { expect } from "chai";
import { reconcileCommand } from "../../../src/cli/gateway/reconcile.ts";
import { invoke } from "../invoke.ts";

const NOW = () => Date.parse("2026-11-21T09:00:00Z");

describe("crosstill reconcile", () => {
  for (const day of ["2026-02-30", "2026-02-30T00:00:00Z", "2026-02-31T23:00+01:00"])
    it(`refuses ${day}, which is no day, and does not compare up to another`, async () => {
      const { error } = await invoke(reconcileCommand, ["--from", "2026-02-01", "--to", day], {}, NOW);
      expect(error).to.include("--to expects a date");
    });
});
