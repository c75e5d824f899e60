CREATE TABLE `push_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_digest` text NOT NULL,
	`password_at` integer NOT NULL,
	`browser_id` text,
	`sealed` text NOT NULL,
	`agent` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`problem` text
);
--> statement-breakpoint
CREATE INDEX `push_devices_by_user` ON `push_devices` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `push_devices_by_session` ON `push_devices` (`session_digest`);--> statement-breakpoint
CREATE TABLE `push_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`notification_id` text NOT NULL,
	`device_id` text NOT NULL,
	`kind` text NOT NULL,
	`store_id` text,
	`link` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `push_messages_due` ON `push_messages` (`due_at`,`id`);