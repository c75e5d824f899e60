ALTER TABLE "stores" ADD COLUMN "domain" text collate "C";--> statement-breakpoint
CREATE UNIQUE INDEX "stores_one_domain" ON "stores" USING btree ("domain");