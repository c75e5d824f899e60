ALTER TABLE `deposits` ADD `block_hash` text;--> statement-breakpoint
CREATE INDEX `deposits_by_block` ON `deposits` (`block_hash`);