CREATE TABLE `access_links` (
	`digest` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`email` text,
	`store_id` text,
	`role` text,
	`is_admin` integer NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`store_id` text,
	`subject` text,
	`before` text,
	`after` text,
	`address` text,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_by_store` ON `audit_log` (`store_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_by_actor` ON `audit_log` (`actor_id`,`seq`);--> statement-breakpoint
CREATE TABLE `challenges` (
	`digest` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `members` (
	`store_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`store_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `members_by_user` ON `members` (`user_id`,`store_id`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `passkeys_by_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `roles` (
	`store_id` text NOT NULL,
	`name` text NOT NULL,
	`permissions` text NOT NULL,
	`requires_two_factors` integer NOT NULL,
	PRIMARY KEY(`store_id`, `name`)
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`email` text,
	`password_hash` text,
	`password_at` integer,
	`is_admin` integer NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	`totp_secret` text,
	`totp_step` integer,
	`recovery_codes` text NOT NULL,
	`preferences` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_one_name` ON `users` (`name_key`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `user_id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `proven_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `second_factor` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `address` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `agent` text;--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);