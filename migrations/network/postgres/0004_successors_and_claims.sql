CREATE TABLE "network_claims" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"wallet" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"chain_id" bigint NOT NULL,
	"currency" text collate "C" NOT NULL,
	"recipient" text collate "C" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"state" text collate "C" NOT NULL,
	"reason" text collate "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "network_requests" ADD COLUMN "successor" text collate "C";--> statement-breakpoint
ALTER TABLE "network_requests" ADD COLUMN "successor_state" text collate "C";--> statement-breakpoint
CREATE UNIQUE INDEX "network_claims_number" ON "network_claims" USING btree ("wallet","number");--> statement-breakpoint
CREATE INDEX "network_claims_state" ON "network_claims" USING btree ("state","chain_id","created_at");--> statement-breakpoint
CREATE INDEX "network_requests_successor" ON "network_requests" USING btree ("successor_state","place");--> statement-breakpoint
CREATE INDEX "network_sweeps_height" ON "network_sweeps" USING btree ("chain_id","height");