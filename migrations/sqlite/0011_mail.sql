CREATE TABLE `mail_recipients` (
	`key` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`store_id` text NOT NULL,
	`role` text NOT NULL,
	`address` text NOT NULL,
	`language` text NOT NULL,
	`changes` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_recipients_by_invoice` ON `mail_recipients` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `mail_recipients_by_store` ON `mail_recipients` (`store_id`);--> statement-breakpoint
CREATE INDEX `mail_recipients_by_address` ON `mail_recipients` (`address`,`at`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`store_id` text NOT NULL,
	`role` text NOT NULL,
	`kind` text NOT NULL,
	`nth` text NOT NULL,
	`about` text,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`,`id`) WHERE state = 'due';--> statement-breakpoint
CREATE INDEX `mails_by_invoice` ON `mails` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `mails_lost` ON `mails` (`store_id`,`ended_at`) WHERE state in ('bounced', 'failed');