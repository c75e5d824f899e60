ALTER TABLE "network_requests" ADD COLUMN "owner" text collate "C";--> statement-breakpoint
ALTER TABLE "network_requests" ADD COLUMN "floor_flat" numeric(78,0);--> statement-breakpoint
ALTER TABLE "network_requests" ADD COLUMN "taken" numeric(78,0);--> statement-breakpoint
CREATE INDEX "network_requests_owner" ON "network_requests" USING btree ("owner","place");