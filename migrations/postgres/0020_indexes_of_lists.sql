DROP INDEX "observations_by_invoice";--> statement-breakpoint
DROP INDEX "attempts_by_webhook";--> statement-breakpoint
DROP INDEX "book_lines_by_store";--> statement-breakpoint
DROP INDEX "book_lines_by_file";--> statement-breakpoint
DROP INDEX "deliveries_by_webhook";--> statement-breakpoint
DROP INDEX "invoices_by_order";--> statement-breakpoint
DROP INDEX "ledger_by_store";--> statement-breakpoint
DROP INDEX "ledger_by_time";--> statement-breakpoint
CREATE INDEX "invoices_by_state" ON "invoices" USING btree ("store_id","state","created_at","id","archived_at");--> statement-breakpoint
CREATE INDEX "invoices_of_state" ON "invoices" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "attempts_by_webhook" ON "attempts" USING btree ("webhook_id","at");--> statement-breakpoint
CREATE INDEX "book_lines_by_store" ON "book_lines" USING btree ("store_id","file","at");--> statement-breakpoint
CREATE INDEX "book_lines_by_file" ON "book_lines" USING btree ("file","at");--> statement-breakpoint
CREATE INDEX "deliveries_by_webhook" ON "deliveries" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "invoices_by_order" ON "invoices" USING btree ("store_id","order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_by_store" ON "ledger" USING btree ("store_id","at");--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger" USING btree ("at");