CREATE TABLE "shown_once" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"session" text collate "C" NOT NULL,
	"path" text collate "C" NOT NULL,
	"sealed" text collate "C" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "shown_once_by_expiry" ON "shown_once" USING btree ("expires_at");