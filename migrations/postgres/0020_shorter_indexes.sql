DROP INDEX "observations_by_invoice";--> statement-breakpoint
DROP INDEX "attempts_by_webhook";--> statement-breakpoint
DROP INDEX "book_lines_by_store";--> statement-breakpoint
DROP INDEX "book_lines_by_file";--> statement-breakpoint
DROP INDEX "deliveries_by_webhook";--> statement-breakpoint
DROP INDEX "ledger_by_store";--> statement-breakpoint
DROP INDEX "ledger_by_time";--> statement-breakpoint
CREATE INDEX "attempts_by_webhook" ON "attempts" USING btree ("webhook_id","at");--> statement-breakpoint
CREATE INDEX "book_lines_by_store" ON "book_lines" USING btree ("store_id","file","at");--> statement-breakpoint
CREATE INDEX "book_lines_by_file" ON "book_lines" USING btree ("file","at");--> statement-breakpoint
CREATE INDEX "deliveries_by_webhook" ON "deliveries" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_by_store" ON "ledger" USING btree ("store_id","at");--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger" USING btree ("at");