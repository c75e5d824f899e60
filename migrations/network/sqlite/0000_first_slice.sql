CREATE TABLE `network_addresses` (
	`address_index` integer PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`script` text NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `network_addresses_address` ON `network_addresses` (`address`);--> statement-breakpoint
CREATE UNIQUE INDEX `network_addresses_script` ON `network_addresses` (`script`);--> statement-breakpoint
CREATE TABLE `network_deposits` (
	`outpoint` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`address` text NOT NULL,
	`amount` text NOT NULL,
	`height` integer NOT NULL,
	`block_hash` text NOT NULL,
	`state` text NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `network_deposits_block` ON `network_deposits` (`block_hash`);--> statement-breakpoint
CREATE INDEX `network_deposits_state` ON `network_deposits` (`state`,`height`);--> statement-breakpoint
CREATE INDEX `network_deposits_request` ON `network_deposits` (`request_id`);--> statement-breakpoint
CREATE TABLE `network_headers` (
	`height` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`previous` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `network_nonces` (
	`chain_id` integer PRIMARY KEY NOT NULL,
	`next` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `network_observations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request_id` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `network_observations_request` ON `network_observations` (`request_id`,`id`);--> statement-breakpoint
CREATE TABLE `network_outbound` (
	`hash` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`kind` text NOT NULL,
	`chain_id` integer NOT NULL,
	`slot` text NOT NULL,
	`raw` text NOT NULL,
	`amount` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `network_outbound_once` ON `network_outbound` (`request_id`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `network_outbound_slot` ON `network_outbound` (`slot`);--> statement-breakpoint
CREATE INDEX `network_outbound_open` ON `network_outbound` (`kind`,`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `network_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`parent` text,
	`user_address` text NOT NULL,
	`recipient` text NOT NULL,
	`refund_to` text,
	`referrer` text,
	`destination_chain_id` integer NOT NULL,
	`destination_currency` text NOT NULL,
	`deposit_address` text NOT NULL,
	`address_index` integer NOT NULL,
	`slippage_bps` integer NOT NULL,
	`floor_input` text,
	`floor_output` text,
	`promised` text,
	`quote` text NOT NULL,
	`deposit_outpoint` text,
	`fill_hash` text,
	`refund_txid` text,
	`refund_amount` text,
	`fail_reason` text,
	`refund_fail_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`place` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `network_requests_place` ON `network_requests` (`place`);--> statement-breakpoint
CREATE INDEX `network_requests_state` ON `network_requests` (`state`,`place`);--> statement-breakpoint
CREATE INDEX `network_requests_address` ON `network_requests` (`deposit_address`,`place`);--> statement-breakpoint
CREATE INDEX `network_requests_parent` ON `network_requests` (`parent`,`place`);