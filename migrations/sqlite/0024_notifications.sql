CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`store_id` text,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`link` text NOT NULL,
	`at` integer NOT NULL,
	`seen_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_once` ON `notifications` (`user_id`,`key`);--> statement-breakpoint
CREATE INDEX `notifications_by_user` ON `notifications` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `payout_approvals` (
	`payout_id` text NOT NULL,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`revision` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`payout_id`, `user_id`)
);
--> statement-breakpoint
ALTER TABLE `api_keys` ADD `user_id` text;