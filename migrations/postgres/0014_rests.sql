ALTER TABLE "addresses" ADD COLUMN "quoted_input" numeric(78,0);--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "quoted_worth" numeric(78,0);--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "unpriced_since" bigint;--> statement-breakpoint
CREATE INDEX "deliveries_by_subject" ON "deliveries" USING btree ("webhook_id","invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_unpriced" ON "invoices" USING btree ("id") WHERE unpriced_since is not null;