CREATE TABLE `shown_once` (
	`id` text PRIMARY KEY NOT NULL,
	`session` text NOT NULL,
	`path` text NOT NULL,
	`sealed` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `shown_once_by_expiry` ON `shown_once` (`expires_at`);