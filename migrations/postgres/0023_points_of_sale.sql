CREATE TABLE "item_pictures" (
	"pos_id" text collate "C" NOT NULL,
	"item_id" text collate "C" NOT NULL,
	"hash" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"data" text collate "C" NOT NULL,
	CONSTRAINT "item_pictures_pos_id_item_id_pk" PRIMARY KEY("pos_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "points_of_sale" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"settings" text NOT NULL,
	"archived_at" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "item_pictures_by_hash" ON "item_pictures" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "points_of_sale_by_store" ON "points_of_sale" USING btree ("store_id","created_at","id") WHERE archived_at is null;