import { expect } from "chai";
import { misspeltGatewaySettings } from "../../../src/cli/gateway/gatewayNames.ts";
import { serve } from "../../../src/cli/gateway/serve.ts";
import { invoke } from "../invoke.ts";

describe("the names of the gateway's settings", () => {
  it("misspelt ones start nothing: neither the sandbox nor a gateway with half of its settings", async () => {
    const { error, result } = await invoke(serve, [], {
      CROSSTIL_MODE: "live",
      PUBLIC_UR: "https://x.example",
    });
    expect(error)
      .to.contain("CROSSTIL_MODE is no setting of the gateway. Did you mean CROSSTILL_MODE?")
      .and.to.contain("PUBLIC_UR is no setting of the gateway. Did you mean PUBLIC_URL?");
    expect(result).to.equal("");
  });

  it("misspelt ones are listed with everything else that is wrong", async () => {
    const { error } = await invoke(serve, [], {
      METRIC_TOKEN: "x",
      METRICS_TOKEN: "short",
      RPC_BASE: "https://base.example",
      PORT: "http",
    });
    const names = [...(error ?? "").matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
    expect(names).to.have.members(["METRIC_TOKEN", "METRICS_TOKEN", "RPC_BASE", "PORT"]);
    expect(error).to.contain(
      "RPC_BASE is no setting of the gateway: expected RPC_<chain id>, such as RPC_8453.",
    );
  });

  const SLIPS: readonly (readonly [string, string | undefined])[] = [
    ["CROSSTILL_PORT", undefined],
    ["INTENTS_KEY", undefined],
    ["INTENT_URL", "INTENTS_URL"],
    ["EXPLORER_URL", "EXPLORER_URLS"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["public_url", "PUBLIC_URL"],
    ["RCP_8453", "RPC_8453"],
    ["RPC_URL_8453", "RPC_8453"],
    ["RPC8453", "RPC_8453"],
    ["rpc_8453", "RPC_8453"],
  ];
  for (const [slip, meant] of SLIPS) {
    it(`${slip} is refused${meant === undefined ? "" : `, and ${meant} was meant`}`, () => {
      const [said, ...more] = misspeltGatewaySettings({ [slip]: "x" });
      expect(more).to.deep.equal([]);
      expect(said).to.match(new RegExp(`^${slip} is no setting of the gateway\\.`));
      if (meant !== undefined) expect(said).to.contain(`Did you mean ${meant}?`);
    });
  }

  it("its own, other programs' and the intent service's are nobody's business", () => {
    const others = [
      "PATH",
      "HOME",
      "LANG",
      "LOGNAME",
      "HOSTNAME",
      "TERM",
      "NODE_ENV",
      "PGDATA",
      "ETH_RPC_URL",
    ];
    const own = ["PORT", "HOST", "RPC_8453", "CROSSTILL_MODE", "TRUSTED_PROXIES", "INTENTS_API_KEY"];
    const service = ["NETWORK_RPC_8453", "NETWORK_PORT", "NETWORK_HOST", "NETWORK_EXPLORER_URLS", "PRICES"];
    const env = Object.fromEntries([...others, ...own, ...service].map((name) => [name, "x"]));
    expect(misspeltGatewaySettings({ ...env, CROSSTIL_MODE: "" })).to.deep.equal([]);
  });
});
