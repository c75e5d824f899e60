ALTER TABLE `addresses` ADD `quoted_input` text;--> statement-breakpoint
ALTER TABLE `addresses` ADD `quoted_worth` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `unpriced_since` integer;--> statement-breakpoint
CREATE INDEX `invoices_unpriced` ON `invoices` (`id`) WHERE unpriced_since is not null;--> statement-breakpoint
CREATE INDEX `deliveries_by_subject` ON `deliveries` (`webhook_id`,`invoice_id`);