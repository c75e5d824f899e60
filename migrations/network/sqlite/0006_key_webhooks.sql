CREATE TABLE `network_deliveries` (
	`request_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`owner` text NOT NULL,
	`at` integer NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_at` integer NOT NULL,
	`answer` text,
	PRIMARY KEY(`request_id`, `ordinal`)
);
--> statement-breakpoint
CREATE INDEX `network_deliveries_due` ON `network_deliveries` (`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `network_deliveries_owner` ON `network_deliveries` (`owner`,`at`);--> statement-breakpoint
CREATE TABLE `network_webhooks` (
	`owner` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`headers` text NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`paused_until` integer
);
