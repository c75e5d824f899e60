CREATE TABLE `journals` (
	`id` text PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`file` text NOT NULL,
	`opened_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sealed_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`sealed` text NOT NULL,
	`master_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`retired_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sealed_keys_one_current` ON `sealed_keys` (`purpose`) WHERE retired_at is null;