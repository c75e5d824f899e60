CREATE TABLE "logos" (
	"store_id" text collate "C" PRIMARY KEY NOT NULL,
	"hash" text collate "C" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"hidden_in" text collate "C",
	"png" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "logos_by_hash" ON "logos" USING btree ("hash");