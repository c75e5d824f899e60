CREATE TABLE "network_rebalances" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"chain_id" bigint NOT NULL,
	"from_currency" text collate "C" NOT NULL,
	"to_currency" text collate "C" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"state" text collate "C" NOT NULL,
	"reason" text collate "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "network_rebalances_chain" ON "network_rebalances" USING btree ("chain_id","state","created_at");