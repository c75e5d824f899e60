import { expect } from "chai";
import { inferSchema } from "../../../src/network/api/openapi/inferSchema.ts";

describe("the schema of some answers", () => {
  it("has every field that one of them has, and requires those that all have", () => {
    expect(inferSchema([{ a: "x", b: 1 }, { a: null }])).to.deep.equal({
      type: "object",
      properties: { a: { type: ["string", "null"] }, b: { type: "number" } },
      required: ["a"],
    });
  });

  it("goes into lists, and says nothing where nothing is known", () => {
    expect(inferSchema([[{ id: "x" }, { id: "y", on: true }], []])).to.deep.equal({
      type: "array",
      items: {
        type: "object",
        properties: { id: { type: "string" }, on: { type: "boolean" } },
        required: ["id"],
      },
    });
    expect(inferSchema([{ none: null, empty: [] }])).to.deep.equal({
      type: "object",
      properties: { none: {}, empty: { type: "array", items: {} } },
      required: ["none", "empty"],
    });
  });
});
