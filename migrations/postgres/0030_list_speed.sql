DROP INDEX "invoices_waiting";--> statement-breakpoint
CREATE INDEX "invoices_waiting" ON "invoices" USING btree ("store_id","archived_at","created_at","id") WHERE attention is not null;