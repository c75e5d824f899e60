CREATE TABLE `invoice_words` (
	`word` text NOT NULL,
	`store_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`invoice_id` text NOT NULL,
	PRIMARY KEY(`word`, `store_id`, `created_at`, `invoice_id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT OR IGNORE INTO `invoice_words` (`word`, `store_id`, `created_at`, `invoice_id`)
WITH RECURSIVE pieces(word, rest, store_id, created_at, id) AS (
	SELECT '', lower(id) || ' ' || lower(coalesce(order_id, '')) || coalesce(words, '') || ' ', store_id, created_at, id FROM `invoices`
	UNION ALL
	SELECT substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1), store_id, created_at, id FROM pieces WHERE rest <> ''
)
SELECT substr(word, 1, 120), store_id, created_at, id FROM pieces WHERE word <> '';
