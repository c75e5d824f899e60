DROP INDEX `invoices_by_state`;--> statement-breakpoint
DROP INDEX `invoices_open`;--> statement-breakpoint
CREATE INDEX `invoices_by_expiry` ON `invoices` (`state`,`expires_at`);--> statement-breakpoint
CREATE INDEX `invoices_moving` ON `invoices` (`moving`,`id`);--> statement-breakpoint
ALTER TABLE `deposits` ADD `block_hash` text;--> statement-breakpoint
CREATE INDEX `deposits_by_block` ON `deposits` (`block_hash`);--> statement-breakpoint
ALTER TABLE `leases` ADD `store_id` text;--> statement-breakpoint
CREATE INDEX `leases_open` ON `leases` (`until_at`,`id`);