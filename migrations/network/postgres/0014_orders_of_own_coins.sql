LOCK TABLE "network_rebalances", "network_treasury_orders" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "network_own_orders" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"chain_id" bigint NOT NULL,
	"currency" text collate "C" NOT NULL,
	"target" text collate "C" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"state" text collate "C" NOT NULL,
	"reason" text collate "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO "network_own_orders" ("id", "kind", "chain_id", "currency", "target", "amount", "state", "reason", "created_at")
  SELECT "id", 'rebalance', "chain_id", "from_currency", "to_currency", "amount", "state", "reason", "created_at" FROM "network_rebalances";--> statement-breakpoint
INSERT INTO "network_own_orders" ("id", "kind", "chain_id", "currency", "target", "amount", "state", "reason", "created_at")
  SELECT "id", 'treasury', "chain_id", "currency", "treasury", "amount", "state", "reason", "created_at" FROM "network_treasury_orders";--> statement-breakpoint
DROP TABLE "network_rebalances" CASCADE;--> statement-breakpoint
DROP TABLE "network_treasury_orders" CASCADE;--> statement-breakpoint
CREATE INDEX "network_own_orders_next" ON "network_own_orders" USING btree ("kind","chain_id","state","created_at");