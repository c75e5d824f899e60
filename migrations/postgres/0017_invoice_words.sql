CREATE TABLE "invoice_words" (
	"word" text collate "C" NOT NULL,
	"store_id" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	CONSTRAINT "invoice_words_word_store_id_created_at_invoice_id_pk" PRIMARY KEY("word","store_id","created_at","invoice_id")
);

--> statement-breakpoint
INSERT INTO "invoice_words" ("word", "store_id", "created_at", "invoice_id")
SELECT DISTINCT left(piece, 120), store_id, created_at, id
FROM "invoices", unnest(string_to_array(lower(id) || ' ' || lower(coalesce(order_id, '')) || coalesce(words, ''), ' ')) AS piece
WHERE piece <> '';
