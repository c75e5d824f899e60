CREATE TABLE `network_checks` (
	`request_id` text NOT NULL,
	`purpose` text NOT NULL,
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`subject` text NOT NULL,
	`addresses` text NOT NULL,
	`source` text,
	`reason` text,
	`since` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`decided_why` text,
	PRIMARY KEY(`request_id`, `purpose`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `network_checks_state` ON `network_checks` (`state`,`since`);--> statement-breakpoint
ALTER TABLE `network_requests` ADD `held` text;