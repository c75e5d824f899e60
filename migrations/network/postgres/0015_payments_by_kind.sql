DROP INDEX "network_outbound_request";--> statement-breakpoint
CREATE INDEX "network_outbound_request" ON "network_outbound" USING btree ("request_id","kind");