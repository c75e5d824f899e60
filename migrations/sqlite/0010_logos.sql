CREATE TABLE `logos` (
	`store_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`hidden_in` text,
	`png` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `logos_by_hash` ON `logos` (`hash`);