CREATE TABLE `transfers` (
	`key` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`place` text NOT NULL,
	`tx_hash` text NOT NULL,
	`position` integer NOT NULL,
	`amount` text NOT NULL,
	`height` integer NOT NULL,
	`at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `transfers_by_place` ON `transfers` (`place`,`seen_at`);--> statement-breakpoint
CREATE INDEX `transfers_by_height` ON `transfers` (`chain_id`,`height`);