CREATE TABLE `payment_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`store_id` text NOT NULL,
	`version` integer NOT NULL,
	`status` text NOT NULL,
	`settings` text NOT NULL,
	`archived_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payment_requests_by_store` ON `payment_requests` (`store_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payment_requests_open` ON `payment_requests` (`id`) WHERE status in ('Pending', 'Processing') and archived_at is null;--> statement-breakpoint
ALTER TABLE `invoices` ADD `metadata` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `archived_at` integer;--> statement-breakpoint
ALTER TABLE `invoices` ADD `words` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `payment_request_id` text;--> statement-breakpoint
CREATE INDEX `invoices_by_payment_request` ON `invoices` (`payment_request_id`,`id`) WHERE payment_request_id is not null;