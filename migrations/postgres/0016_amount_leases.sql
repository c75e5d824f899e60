CREATE TABLE "amount_leases" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"key" text collate "C" NOT NULL,
	"chain_id" integer NOT NULL,
	"currency" text collate "C" NOT NULL,
	"address" text collate "C" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"from_at" bigint NOT NULL,
	"until_at" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "amount_leases_one_open" ON "amount_leases" USING btree ("key") WHERE until_at is null;--> statement-breakpoint
CREATE INDEX "amount_leases_open" ON "amount_leases" USING btree ("chain_id","address") WHERE until_at is null;--> statement-breakpoint
CREATE INDEX "amount_leases_by_invoice" ON "amount_leases" USING btree ("invoice_id");