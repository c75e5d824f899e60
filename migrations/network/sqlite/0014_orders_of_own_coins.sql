CREATE TABLE `network_own_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`chain_id` integer NOT NULL,
	`currency` text NOT NULL,
	`target` text NOT NULL,
	`amount` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `network_own_orders_next` ON `network_own_orders` (`kind`,`chain_id`,`state`,`created_at`);--> statement-breakpoint
INSERT INTO `network_own_orders` (`id`, `kind`, `chain_id`, `currency`, `target`, `amount`, `state`, `reason`, `created_at`)
  SELECT `id`, 'rebalance', `chain_id`, `from_currency`, `to_currency`, `amount`, `state`, `reason`, `created_at` FROM `network_rebalances`;--> statement-breakpoint
INSERT INTO `network_own_orders` (`id`, `kind`, `chain_id`, `currency`, `target`, `amount`, `state`, `reason`, `created_at`)
  SELECT `id`, 'treasury', `chain_id`, `currency`, `treasury`, `amount`, `state`, `reason`, `created_at` FROM `network_treasury_orders`;--> statement-breakpoint
DROP TABLE `network_rebalances`;--> statement-breakpoint
DROP TABLE `network_treasury_orders`;