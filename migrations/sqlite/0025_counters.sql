CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `counters_by_end` ON `counters` (`ends_at`);