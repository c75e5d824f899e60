CREATE TABLE "transfers" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"place" text collate "C" NOT NULL,
	"tx_hash" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"height" integer NOT NULL,
	"at" bigint NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "transfers_by_place" ON "transfers" USING btree ("place","seen_at");--> statement-breakpoint
CREATE INDEX "transfers_by_height" ON "transfers" USING btree ("chain_id","height");