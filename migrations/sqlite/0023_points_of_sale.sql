CREATE TABLE `item_pictures` (
	`pos_id` text NOT NULL,
	`item_id` text NOT NULL,
	`hash` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`pos_id`, `item_id`)
);
--> statement-breakpoint
CREATE INDEX `item_pictures_by_hash` ON `item_pictures` (`hash`);--> statement-breakpoint
CREATE TABLE `points_of_sale` (
	`id` text PRIMARY KEY NOT NULL,
	`store_id` text NOT NULL,
	`version` integer NOT NULL,
	`settings` text NOT NULL,
	`archived_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `points_of_sale_by_store` ON `points_of_sale` (`store_id`,`created_at`,`id`) WHERE archived_at is null;