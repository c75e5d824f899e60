CREATE TABLE `network_spendings` (
	`role` text NOT NULL,
	`number` integer NOT NULL,
	`request_id` text NOT NULL,
	`usd` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`role`, `number`)
);
--> statement-breakpoint
CREATE INDEX `network_spendings_at` ON `network_spendings` (`role`,`at`);--> statement-breakpoint
CREATE TABLE `network_treasury_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`currency` text NOT NULL,
	`amount` text NOT NULL,
	`treasury` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `network_treasury_orders_chain` ON `network_treasury_orders` (`chain_id`,`state`,`created_at`);