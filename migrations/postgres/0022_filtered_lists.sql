CREATE INDEX "events_by_type" ON "events" USING btree ("store_id","type","sequence");--> statement-breakpoint
CREATE INDEX "invoices_waiting" ON "invoices" USING btree ("store_id","created_at","id","archived_at") WHERE attention is not null;--> statement-breakpoint
CREATE INDEX "invoices_archived" ON "invoices" USING btree ("store_id","created_at","id") WHERE archived_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_odd" ON "invoices" USING btree ("store_id","additional","state","created_at","id","archived_at") WHERE additional <> 'None';