CREATE TABLE `ledger` (
	`id` text PRIMARY KEY NOT NULL,
	`store_id` text NOT NULL,
	`invoice_id` text,
	`from_account` text NOT NULL,
	`to_account` text NOT NULL,
	`currency` text NOT NULL,
	`amount` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ledger_by_store` ON `ledger` (`store_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_by_invoice` ON `ledger` (`invoice_id`);--> statement-breakpoint
CREATE TABLE `rollups` (
	`key` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`store_id` text NOT NULL,
	`account` text NOT NULL,
	`currency` text NOT NULL,
	`out` text NOT NULL,
	`into` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rollups_by_store` ON `rollups` (`store_id`,`day`);--> statement-breakpoint
CREATE TABLE `unattributed` (
	`key` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`outpoint` text NOT NULL,
	`address` text NOT NULL,
	`currency` text NOT NULL,
	`value` text NOT NULL,
	`store_id` text NOT NULL,
	`last_invoice_id` text,
	`height` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`state` text NOT NULL,
	`undone` integer NOT NULL,
	`decision` text
);
--> statement-breakpoint
CREATE INDEX `unattributed_by_store` ON `unattributed` (`store_id`,`state`,`key`);--> statement-breakpoint
CREATE INDEX `unattributed_by_block` ON `unattributed` (`chain_id`,`block_hash`);--> statement-breakpoint
ALTER TABLE `invoices` ADD `attention` text;--> statement-breakpoint
CREATE INDEX `invoices_by_state` ON `invoices` (`state`);--> statement-breakpoint
CREATE INDEX `invoices_attention` ON `invoices` (`store_id`,`id`) WHERE attention is not null;--> statement-breakpoint
ALTER TABLE `observations` ADD `version` integer;--> statement-breakpoint
ALTER TABLE `observations` ADD `seen` text;--> statement-breakpoint
CREATE UNIQUE INDEX `observations_one_a_version` ON `observations` (`invoice_id`,`version`) WHERE version is not null;