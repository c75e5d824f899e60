CREATE INDEX `invoices_listed` ON `invoices` (`store_id`,`created_at`,`id`) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX `leases_by_request` ON `leases` (`request_id`,`address_key`);--> statement-breakpoint
CREATE INDEX `ledger_of_nobody` ON `ledger` (`id`) WHERE invoice_id is null;