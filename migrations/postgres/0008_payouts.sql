CREATE TABLE "payouts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"pull_payment_id" text collate "C",
	"version" integer NOT NULL,
	"state" text collate "C" NOT NULL,
	"proof" text collate "C",
	"body" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pull_payments" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"archived" boolean NOT NULL,
	"invoice_id" text collate "C",
	"ordinal" integer,
	"body" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payouts_by_store" ON "payouts" USING btree ("store_id","id");--> statement-breakpoint
CREATE INDEX "payouts_by_pull_payment" ON "payouts" USING btree ("pull_payment_id","id");--> statement-breakpoint
CREATE INDEX "payouts_in_progress" ON "payouts" USING btree ("id") WHERE state = 'InProgress';--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_proof" ON "payouts" USING btree ("proof") WHERE proof is not null;--> statement-breakpoint
CREATE INDEX "pull_payments_by_store" ON "pull_payments" USING btree ("store_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pull_payments_one_refund" ON "pull_payments" USING btree ("invoice_id","ordinal") WHERE invoice_id is not null;