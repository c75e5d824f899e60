CREATE TABLE `network_sponsored_fees` (
	`request_id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`held` text NOT NULL,
	`charged` text,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `network_sponsored_fees_owner` ON `network_sponsored_fees` (`owner`,`created_at`);--> statement-breakpoint
CREATE INDEX `network_sponsored_fees_state` ON `network_sponsored_fees` (`state`,`expires_at`);--> statement-breakpoint
ALTER TABLE `network_sponsors` ADD `turn` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `network_outbound_kind` ON `network_outbound` (`kind`,`created_at`);