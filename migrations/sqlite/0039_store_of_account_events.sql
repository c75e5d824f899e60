CREATE TABLE `__new_account_events` (
	`user_id` text NOT NULL,
	`by_id` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`store_id` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`user_id`, `by_id`, `kind`, `at`, `store_id`)
);
--> statement-breakpoint
INSERT INTO `__new_account_events`("user_id", "by_id", "kind", "at", "store_id") SELECT "user_id", "by_id", "kind", "at", '' FROM `account_events`;--> statement-breakpoint
DROP TABLE `account_events`;--> statement-breakpoint
ALTER TABLE `__new_account_events` RENAME TO `account_events`;--> statement-breakpoint
CREATE INDEX `account_events_by_time` ON `account_events` (`at`);