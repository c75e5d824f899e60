CREATE TABLE `network_executions` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`number` integer NOT NULL,
	`request_id` text,
	`chain_id` integer NOT NULL,
	`digest` text NOT NULL,
	`most` text NOT NULL,
	`coin_usd` text NOT NULL,
	`charged` text,
	`failure` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `network_executions_number` ON `network_executions` (`owner`,`number`);--> statement-breakpoint
CREATE INDEX `network_executions_owner` ON `network_executions` (`owner`,`created_at`);--> statement-breakpoint
CREATE INDEX `network_executions_digest` ON `network_executions` (`digest`,`number`);--> statement-breakpoint
CREATE INDEX `network_executions_request` ON `network_executions` (`request_id`,`number`);--> statement-breakpoint
CREATE TABLE `network_sponsors` (
	`owner` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`per_call` text NOT NULL,
	`per_day` text NOT NULL,
	`updated_at` integer NOT NULL
);
