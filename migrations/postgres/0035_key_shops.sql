ALTER TABLE "api_keys" ADD COLUMN "shop" text collate "C";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "sent_to" text collate "C";