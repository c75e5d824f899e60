CREATE TABLE "notifications" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"store_id" text collate "C",
	"subject" text collate "C" NOT NULL,
	"body" text collate "C" NOT NULL,
	"link" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"seen_at" bigint
);
--> statement-breakpoint
CREATE TABLE "payout_approvals" (
	"payout_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"user_name" text collate "C" NOT NULL,
	"revision" integer NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "payout_approvals_payout_id_user_id_pk" PRIMARY KEY("payout_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "user_id" text collate "C";--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "notifications_by_user" ON "notifications" USING btree ("user_id","at","id");