CREATE TABLE `calls` (
	`key` text PRIMARY KEY NOT NULL,
	`digest` text NOT NULL,
	`resource_id` text NOT NULL,
	`lease_until` integer NOT NULL,
	`status` integer,
	`body` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `calls_by_time` ON `calls` (`at`);