CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`store_id` text NOT NULL,
	`pull_payment_id` text,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`proof` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payouts_by_store` ON `payouts` (`store_id`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_by_pull_payment` ON `payouts` (`pull_payment_id`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_in_progress` ON `payouts` (`id`) WHERE state = 'InProgress';--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_one_proof` ON `payouts` (`proof`) WHERE proof is not null;--> statement-breakpoint
CREATE TABLE `pull_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`store_id` text NOT NULL,
	`version` integer NOT NULL,
	`archived` integer NOT NULL,
	`invoice_id` text,
	`ordinal` integer,
	`body` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pull_payments_by_store` ON `pull_payments` (`store_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `pull_payments_one_refund` ON `pull_payments` (`invoice_id`,`ordinal`) WHERE invoice_id is not null;