ALTER TABLE `network_requests` ADD `owner` text;--> statement-breakpoint
ALTER TABLE `network_requests` ADD `floor_flat` text;--> statement-breakpoint
ALTER TABLE `network_requests` ADD `taken` text;--> statement-breakpoint
CREATE INDEX `network_requests_owner` ON `network_requests` (`owner`,`place`);