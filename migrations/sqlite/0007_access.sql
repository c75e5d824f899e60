CREATE TABLE `owners` (
	`place` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text,
	`password_hash` text,
	`password_at` integer,
	`link_digest` text,
	`link_expires_at` integer
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`digest` text PRIMARY KEY NOT NULL,
	`password_at` integer NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_by_start` ON `sessions` (`started_at`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `hint` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `purpose` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_at` integer;--> statement-breakpoint
CREATE INDEX `api_keys_by_purpose` ON `api_keys` (`store_id`,`purpose`);