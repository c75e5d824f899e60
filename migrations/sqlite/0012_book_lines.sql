CREATE TABLE `assets` (
	`id` text PRIMARY KEY NOT NULL,
	`symbol` text NOT NULL,
	`decimals` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `book_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`file` text NOT NULL,
	`store_id` text NOT NULL,
	`invoice_id` text,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `book_lines_by_store` ON `book_lines` (`store_id`,`file`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `book_lines_by_file` ON `book_lines` (`file`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `book_lines_by_invoice` ON `book_lines` (`invoice_id`);--> statement-breakpoint
CREATE TABLE `valuations` (
	`key` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`worths` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `valuations_by_invoice` ON `valuations` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `deposits_by_time` ON `deposits` (`at`);--> statement-breakpoint
CREATE INDEX `ledger_by_time` ON `ledger` (`at`,`id`);