CREATE TABLE `account_events` (
	`user_id` text NOT NULL,
	`by_id` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `by_id`, `kind`, `at`)
);
--> statement-breakpoint
CREATE INDEX `account_events_by_time` ON `account_events` (`at`);--> statement-breakpoint
INSERT INTO `account_events` SELECT `id`, json_extract(`opened_by`, '$.userId'), 'invited', json_extract(`opened_by`, '$.until') - 86400000 FROM `users` WHERE `opened_by` IS NOT NULL;--> statement-breakpoint
ALTER TABLE `users` DROP COLUMN `opened_by`;