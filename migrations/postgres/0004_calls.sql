CREATE TABLE "calls" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"digest" text collate "C" NOT NULL,
	"resource_id" text collate "C" NOT NULL,
	"lease_until" bigint NOT NULL,
	"status" integer,
	"body" text collate "C",
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "calls_by_time" ON "calls" USING btree ("at");