DROP INDEX "invoices_by_state";--> statement-breakpoint
DROP INDEX "invoices_open";--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "block_hash" text collate "C";--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "store_id" text collate "C";--> statement-breakpoint
CREATE INDEX "deposits_by_block" ON "deposits" USING btree ("block_hash");--> statement-breakpoint
CREATE INDEX "invoices_by_expiry" ON "invoices" USING btree ("state","expires_at");--> statement-breakpoint
CREATE INDEX "invoices_moving" ON "invoices" USING btree ("moving","id");--> statement-breakpoint
CREATE INDEX "leases_open" ON "leases" USING btree ("until_at","id");