CREATE TABLE "counters" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "counters_by_end" ON "counters" USING btree ("ends_at");