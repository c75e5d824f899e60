CREATE TABLE `attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`delivery_id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`at` integer NOT NULL,
	`http_code` integer,
	`error` text,
	`request` text,
	`answer` text
);
--> statement-breakpoint
CREATE INDEX `attempts_by_webhook` ON `attempts` (`webhook_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `attempts_with_words` ON `attempts` (`at`) WHERE request is not null;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `original_id` text;--> statement-breakpoint
CREATE INDEX `deliveries_due_by_webhook` ON `deliveries` (`webhook_id`,`due_at`) WHERE state = 'due';--> statement-breakpoint
CREATE INDEX `deliveries_by_event` ON `deliveries` (`event_id`);--> statement-breakpoint
ALTER TABLE `events` ADD `sequence` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_sequence` ON `events` (`store_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_unnumbered` ON `events` (`at`,`invoice_id`,`version`,`ordinal`) WHERE sequence is null;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `failing_since` integer;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `disabled_reason` text;