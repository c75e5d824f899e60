CREATE TABLE "assets" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"symbol" text collate "C" NOT NULL,
	"decimals" integer NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_lines" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"file" text collate "C" NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C",
	"kind" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "valuations" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"worths" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "book_lines_by_store" ON "book_lines" USING btree ("store_id","file","at","id");--> statement-breakpoint
CREATE INDEX "book_lines_by_file" ON "book_lines" USING btree ("file","at","id");--> statement-breakpoint
CREATE INDEX "book_lines_by_invoice" ON "book_lines" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "valuations_by_invoice" ON "valuations" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "deposits_by_time" ON "deposits" USING btree ("at");--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger" USING btree ("at","id");