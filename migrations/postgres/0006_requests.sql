CREATE TABLE "payment_requests" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"status" text collate "C" NOT NULL,
	"settings" text NOT NULL,
	"archived_at" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "metadata" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "archived_at" bigint;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "words" text collate "C";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "payment_request_id" text collate "C";--> statement-breakpoint
CREATE INDEX "payment_requests_by_store" ON "payment_requests" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_requests_open" ON "payment_requests" USING btree ("id") WHERE status in ('Pending', 'Processing') and archived_at is null;--> statement-breakpoint
CREATE INDEX "invoices_by_payment_request" ON "invoices" USING btree ("payment_request_id","id") WHERE payment_request_id is not null;