CREATE TABLE `network_claims` (
	`id` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`number` integer NOT NULL,
	`chain_id` integer NOT NULL,
	`currency` text NOT NULL,
	`recipient` text NOT NULL,
	`amount` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `network_claims_number` ON `network_claims` (`wallet`,`number`);--> statement-breakpoint
CREATE INDEX `network_claims_state` ON `network_claims` (`state`,`chain_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `network_requests` ADD `successor` text;--> statement-breakpoint
ALTER TABLE `network_requests` ADD `successor_state` text;--> statement-breakpoint
CREATE INDEX `network_requests_successor` ON `network_requests` (`successor_state`,`place`);--> statement-breakpoint
CREATE INDEX `network_sweeps_height` ON `network_sweeps` (`chain_id`,`height`);