CREATE TABLE "account_events" (
	"user_id" text collate "C" NOT NULL,
	"by_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "account_events_user_id_by_id_kind_at_pk" PRIMARY KEY("user_id","by_id","kind","at")
);
--> statement-breakpoint
CREATE INDEX "account_events_by_time" ON "account_events" USING btree ("at");--> statement-breakpoint
INSERT INTO "account_events" SELECT "id", "opened_by"::json->>'userId', 'invited', ("opened_by"::json->>'until')::bigint - 86400000 FROM "users" WHERE "opened_by" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "opened_by";