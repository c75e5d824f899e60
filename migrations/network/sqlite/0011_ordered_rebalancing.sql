CREATE TABLE `network_rebalances` (
	`id` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`from_currency` text NOT NULL,
	`to_currency` text NOT NULL,
	`amount` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `network_rebalances_chain` ON `network_rebalances` (`chain_id`,`state`,`created_at`);