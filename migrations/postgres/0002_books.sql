CREATE TABLE "ledger" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C",
	"from_account" text collate "C" NOT NULL,
	"to_account" text collate "C" NOT NULL,
	"currency" text collate "C" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollups" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"day" text collate "C" NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"account" text collate "C" NOT NULL,
	"currency" text collate "C" NOT NULL,
	"out" numeric(78,0) NOT NULL,
	"into" numeric(78,0) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unattributed" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"outpoint" text collate "C" NOT NULL,
	"address" text collate "C" NOT NULL,
	"currency" text collate "C" NOT NULL,
	"value" numeric(78,0) NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"last_invoice_id" text collate "C",
	"height" integer NOT NULL,
	"block_hash" text collate "C" NOT NULL,
	"block_time" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	"state" text collate "C" NOT NULL,
	"undone" integer NOT NULL,
	"decision" text
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "attention" text collate "C";--> statement-breakpoint
ALTER TABLE "observations" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "observations" ADD COLUMN "seen" text;--> statement-breakpoint
CREATE INDEX "ledger_by_store" ON "ledger" USING btree ("store_id","at","id");--> statement-breakpoint
CREATE INDEX "ledger_by_invoice" ON "ledger" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "rollups_by_store" ON "rollups" USING btree ("store_id","day");--> statement-breakpoint
CREATE INDEX "unattributed_by_store" ON "unattributed" USING btree ("store_id","state","key");--> statement-breakpoint
CREATE INDEX "unattributed_by_block" ON "unattributed" USING btree ("chain_id","block_hash");--> statement-breakpoint
CREATE INDEX "invoices_by_state" ON "invoices" USING btree ("state");--> statement-breakpoint
CREATE INDEX "invoices_attention" ON "invoices" USING btree ("store_id","id") WHERE attention is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "observations_one_a_version" ON "observations" USING btree ("invoice_id","version") WHERE version is not null;