CREATE TABLE "owners" (
	"place" text collate "C" PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"name" text collate "C",
	"password_hash" text collate "C",
	"password_at" bigint,
	"link_digest" text collate "C",
	"link_expires_at" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"digest" text collate "C" PRIMARY KEY NOT NULL,
	"password_at" bigint NOT NULL,
	"started_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "hint" text collate "C";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "purpose" text collate "C";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expires_at" bigint;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_at" bigint;--> statement-breakpoint
CREATE INDEX "sessions_by_start" ON "sessions" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "api_keys_by_purpose" ON "api_keys" USING btree ("store_id","purpose");