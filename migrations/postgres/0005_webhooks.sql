CREATE TABLE "attempts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"delivery_id" text collate "C" NOT NULL,
	"webhook_id" text collate "C" NOT NULL,
	"due_at" bigint NOT NULL,
	"at" bigint NOT NULL,
	"http_code" integer,
	"error" text collate "C",
	"request" text collate "C",
	"answer" text collate "C"
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "original_id" text collate "C";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sequence" integer;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "failing_since" bigint;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "disabled_reason" text collate "C";--> statement-breakpoint
CREATE INDEX "attempts_by_webhook" ON "attempts" USING btree ("webhook_id","at","id");--> statement-breakpoint
CREATE INDEX "attempts_with_words" ON "attempts" USING btree ("at") WHERE request is not null;--> statement-breakpoint
CREATE INDEX "deliveries_due_by_webhook" ON "deliveries" USING btree ("webhook_id","due_at") WHERE state = 'due';--> statement-breakpoint
CREATE INDEX "deliveries_by_event" ON "deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_by_sequence" ON "events" USING btree ("store_id","sequence");--> statement-breakpoint
CREATE INDEX "events_unnumbered" ON "events" USING btree ("at","invoice_id","version","ordinal") WHERE sequence is null;