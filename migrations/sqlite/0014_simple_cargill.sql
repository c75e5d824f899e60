ALTER TABLE `invoices` ADD `unpriced_since` integer;--> statement-breakpoint
CREATE INDEX `invoices_unpriced` ON `invoices` (`id`) WHERE unpriced_since is not null;