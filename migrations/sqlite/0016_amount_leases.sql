CREATE TABLE `amount_leases` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`chain_id` integer NOT NULL,
	`currency` text NOT NULL,
	`address` text NOT NULL,
	`amount` text NOT NULL,
	`invoice_id` text NOT NULL,
	`request_id` text NOT NULL,
	`from_at` integer NOT NULL,
	`until_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `amount_leases_one_open` ON `amount_leases` (`key`) WHERE until_at is null;--> statement-breakpoint
CREATE INDEX `amount_leases_open` ON `amount_leases` (`chain_id`,`address`) WHERE until_at is null;--> statement-breakpoint
CREATE INDEX `amount_leases_by_invoice` ON `amount_leases` (`invoice_id`);