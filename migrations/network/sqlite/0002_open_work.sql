DROP INDEX `network_deposits_custody`;--> statement-breakpoint
CREATE INDEX `network_deposits_custody` ON `network_deposits` (`custody`,`chain_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `network_requests_pending` ON `network_requests` (`state`,`destination_chain_id`,`place`);--> statement-breakpoint
CREATE INDEX `network_requests_direct` ON `network_requests` (`state`,`method`,`place`);