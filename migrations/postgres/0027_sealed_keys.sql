CREATE TABLE "journals" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"host" text collate "C" NOT NULL,
	"file" text collate "C" NOT NULL,
	"opened_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sealed_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"purpose" text collate "C" NOT NULL,
	"sealed" text collate "C" NOT NULL,
	"master_id" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"retired_at" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sealed_keys_one_current" ON "sealed_keys" USING btree ("purpose") WHERE retired_at is null;