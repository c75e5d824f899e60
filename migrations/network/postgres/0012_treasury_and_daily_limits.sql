CREATE TABLE "network_spendings" (
	"role" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"usd" numeric(78,0) NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "network_spendings_role_number_pk" PRIMARY KEY("role","number")
);
--> statement-breakpoint
CREATE TABLE "network_treasury_orders" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"chain_id" bigint NOT NULL,
	"currency" text collate "C" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"treasury" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"reason" text collate "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "network_spendings_at" ON "network_spendings" USING btree ("role","at");--> statement-breakpoint
CREATE INDEX "network_treasury_orders_chain" ON "network_treasury_orders" USING btree ("chain_id","state","created_at");