DROP INDEX "network_deposits_custody";--> statement-breakpoint
CREATE INDEX "network_requests_pending" ON "network_requests" USING btree ("state","destination_chain_id","place");--> statement-breakpoint
CREATE INDEX "network_requests_direct" ON "network_requests" USING btree ("state","method","place");--> statement-breakpoint
CREATE INDEX "network_deposits_custody" ON "network_deposits" USING btree ("custody","chain_id","state","id");