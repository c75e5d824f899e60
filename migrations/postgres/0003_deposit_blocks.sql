ALTER TABLE "deposits" ADD COLUMN "block_hash" text collate "C";--> statement-breakpoint
CREATE INDEX "deposits_by_block" ON "deposits" USING btree ("block_hash");