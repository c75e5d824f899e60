DROP INDEX "network_requests_parent";--> statement-breakpoint
DROP INDEX "network_requests_successor";--> statement-breakpoint
DROP INDEX "network_requests_referrer";--> statement-breakpoint
DROP INDEX "network_requests_owner";--> statement-breakpoint
DROP INDEX "network_requests_deposit";--> statement-breakpoint
DROP INDEX "network_requests_fill";--> statement-breakpoint
DROP INDEX "network_requests_refund";--> statement-breakpoint
DROP INDEX "network_requests_sighted";--> statement-breakpoint
CREATE INDEX "network_requests_parent" ON "network_requests" USING btree ("parent","place") WHERE parent is not null;--> statement-breakpoint
CREATE INDEX "network_requests_successor" ON "network_requests" USING btree ("successor_state","place") WHERE successor_state is not null;--> statement-breakpoint
CREATE INDEX "network_requests_referrer" ON "network_requests" USING btree ("referrer","place") WHERE referrer is not null;--> statement-breakpoint
CREATE INDEX "network_requests_owner" ON "network_requests" USING btree ("owner","place") WHERE owner is not null;--> statement-breakpoint
CREATE INDEX "network_requests_deposit" ON "network_requests" USING btree ("deposit_id") WHERE deposit_id is not null;--> statement-breakpoint
CREATE INDEX "network_requests_fill" ON "network_requests" USING btree ("fill_hash") WHERE fill_hash is not null;--> statement-breakpoint
CREATE INDEX "network_requests_refund" ON "network_requests" USING btree ("refund_hash") WHERE refund_hash is not null;--> statement-breakpoint
CREATE INDEX "network_requests_sighted" ON "network_requests" USING btree ("state","sighted") WHERE sighted is not null;