ALTER TABLE `api_keys` ADD `shop` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `sent_to` text;