DROP INDEX "attempts_with_words";--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "current" text;--> statement-breakpoint
CREATE INDEX "attempts_with_words" ON "attempts" USING btree ("at") WHERE request is not null or "current" is not null;--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "body";