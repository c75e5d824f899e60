ALTER TABLE `stores` ADD `domain` text;--> statement-breakpoint
CREATE UNIQUE INDEX `stores_one_domain` ON `stores` (`domain`);