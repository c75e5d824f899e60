CREATE TABLE `network_addresses` (
	`address_index` integer PRIMARY KEY NOT NULL,
	`family` text NOT NULL,
	`address` text NOT NULL,
	`watch` text NOT NULL,
	`salt` text,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `network_addresses_address` ON `network_addresses` (`address`);--> statement-breakpoint
CREATE UNIQUE INDEX `network_addresses_watch` ON `network_addresses` (`watch`);--> statement-breakpoint
CREATE TABLE `network_api_keys` (
	`hash` text PRIMARY KEY NOT NULL,
	`prefix` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `network_api_keys_prefix` ON `network_api_keys` (`prefix`);--> statement-breakpoint
CREATE INDEX `network_api_keys_created` ON `network_api_keys` (`created_at`,`prefix`);--> statement-breakpoint
CREATE TABLE `network_attempts` (
	`hash` text PRIMARY KEY NOT NULL,
	`outbound_id` text NOT NULL,
	`number` integer NOT NULL,
	`raw` text NOT NULL,
	`price` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `network_attempts_number` ON `network_attempts` (`outbound_id`,`number`);--> statement-breakpoint
CREATE TABLE `network_coins` (
	`outpoint` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`script` text NOT NULL,
	`height` integer NOT NULL,
	`block_hash` text NOT NULL,
	`state` text NOT NULL,
	`spent_by` text
);
--> statement-breakpoint
CREATE INDEX `network_coins_state` ON `network_coins` (`state`);--> statement-breakpoint
CREATE INDEX `network_coins_block` ON `network_coins` (`block_hash`);--> statement-breakpoint
CREATE INDEX `network_coins_payment` ON `network_coins` (`spent_by`);--> statement-breakpoint
CREATE TABLE `network_deposits` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`chain_id` integer NOT NULL,
	`currency` text NOT NULL,
	`address` text,
	`tx_hash` text NOT NULL,
	`sender` text,
	`amount` text NOT NULL,
	`height` integer NOT NULL,
	`block_hash` text NOT NULL,
	`state` text NOT NULL,
	`seen_at` integer NOT NULL,
	`custody` text,
	`moved_by` text
);
--> statement-breakpoint
CREATE INDEX `network_deposits_custody` ON `network_deposits` (`custody`,`chain_id`);--> statement-breakpoint
CREATE INDEX `network_deposits_block` ON `network_deposits` (`block_hash`);--> statement-breakpoint
CREATE INDEX `network_deposits_state` ON `network_deposits` (`state`,`chain_id`,`height`);--> statement-breakpoint
CREATE INDEX `network_deposits_request` ON `network_deposits` (`request_id`);--> statement-breakpoint
CREATE INDEX `network_deposits_tx` ON `network_deposits` (`tx_hash`);--> statement-breakpoint
CREATE INDEX `network_deposits_address` ON `network_deposits` (`address`);--> statement-breakpoint
CREATE TABLE `network_headers` (
	`chain_id` integer NOT NULL,
	`height` integer NOT NULL,
	`hash` text NOT NULL,
	`previous` text NOT NULL,
	PRIMARY KEY(`chain_id`, `height`)
);
--> statement-breakpoint
CREATE TABLE `network_landings` (
	`hash` text PRIMARY KEY NOT NULL,
	`outbound_id` text NOT NULL,
	`height` integer NOT NULL,
	`block_hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `network_landings_outbound` ON `network_landings` (`outbound_id`);--> statement-breakpoint
CREATE INDEX `network_landings_block` ON `network_landings` (`block_hash`);--> statement-breakpoint
CREATE TABLE `network_ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking` text NOT NULL,
	`line` integer NOT NULL,
	`request_id` text,
	`account` text NOT NULL,
	`chain_id` integer NOT NULL,
	`currency` text NOT NULL,
	`amount` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `network_ledger_line` ON `network_ledger` (`booking`,`line`);--> statement-breakpoint
CREATE INDEX `network_ledger_account` ON `network_ledger` (`account`,`chain_id`,`currency`);--> statement-breakpoint
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
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text,
	`kind` text NOT NULL,
	`chain_id` integer NOT NULL,
	`currency` text NOT NULL,
	`slot` text NOT NULL,
	`amount` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`hash` text,
	`fee` text,
	`created_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `network_outbound_slot` ON `network_outbound` (`slot`);--> statement-breakpoint
CREATE INDEX `network_outbound_open` ON `network_outbound` (`state`,`chain_id`,`slot`);--> statement-breakpoint
CREATE INDEX `network_outbound_request` ON `network_outbound` (`request_id`);--> statement-breakpoint
CREATE TABLE `network_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`parent` text,
	`method` text NOT NULL,
	`operation` text NOT NULL,
	`user_address` text NOT NULL,
	`recipient` text NOT NULL,
	`refund_to` text,
	`referrer` text,
	`origin_chain_id` integer NOT NULL,
	`origin_currency` text NOT NULL,
	`destination_chain_id` integer NOT NULL,
	`destination_currency` text NOT NULL,
	`trade_type` text NOT NULL,
	`strict` integer NOT NULL,
	`expires_at` integer,
	`app_fees` text NOT NULL,
	`calls` text NOT NULL,
	`deposit_address` text,
	`address_index` integer,
	`slippage_bps` integer NOT NULL,
	`floor_input` text,
	`floor_output` text,
	`promised` text,
	`quote` text NOT NULL,
	`sighted` text,
	`deposit_id` text,
	`fill_hash` text,
	`refund_hash` text,
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
CREATE INDEX `network_requests_parent` ON `network_requests` (`parent`,`place`);--> statement-breakpoint
CREATE INDEX `network_requests_user` ON `network_requests` (`user_address`,`place`);--> statement-breakpoint
CREATE INDEX `network_requests_recipient` ON `network_requests` (`recipient`,`place`);--> statement-breakpoint
CREATE INDEX `network_requests_origin` ON `network_requests` (`origin_chain_id`,`place`);--> statement-breakpoint
CREATE INDEX `network_requests_destination` ON `network_requests` (`destination_chain_id`,`place`);--> statement-breakpoint
CREATE INDEX `network_requests_referrer` ON `network_requests` (`referrer`,`place`);--> statement-breakpoint
CREATE INDEX `network_requests_updated` ON `network_requests` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `network_requests_deposit` ON `network_requests` (`deposit_id`);--> statement-breakpoint
CREATE INDEX `network_requests_fill` ON `network_requests` (`fill_hash`);--> statement-breakpoint
CREATE INDEX `network_requests_refund` ON `network_requests` (`refund_hash`);--> statement-breakpoint
CREATE INDEX `network_requests_sighted` ON `network_requests` (`state`,`sighted`);--> statement-breakpoint
CREATE TABLE `network_status_changes` (
	`request_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`at` integer NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`request_id`, `ordinal`)
);
--> statement-breakpoint
CREATE TABLE `network_strays` (
	`id` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`address` text NOT NULL,
	`request_id` text NOT NULL,
	`standard` text NOT NULL,
	`token` text NOT NULL,
	`token_id` text,
	`amount` text NOT NULL,
	`tx_hash` text NOT NULL,
	`block_hash` text NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `network_strays_address` ON `network_strays` (`address`);--> statement-breakpoint
CREATE INDEX `network_strays_block` ON `network_strays` (`block_hash`);--> statement-breakpoint
CREATE TABLE `network_sweeps` (
	`id` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`address` text NOT NULL,
	`currency` text NOT NULL,
	`amount` text NOT NULL,
	`height` integer NOT NULL,
	`block_hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `network_sweeps_address` ON `network_sweeps` (`address`);--> statement-breakpoint
CREATE INDEX `network_sweeps_block` ON `network_sweeps` (`block_hash`);