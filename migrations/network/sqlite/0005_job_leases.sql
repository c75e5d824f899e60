CREATE TABLE `network_job_leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`fence` integer NOT NULL,
	`until` integer NOT NULL,
	`runs` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `network_processes` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`place` text NOT NULL,
	`version` text NOT NULL,
	`started_at` integer NOT NULL,
	`until` integer NOT NULL,
	`skew_ms` integer NOT NULL,
	`notes` text NOT NULL
);
