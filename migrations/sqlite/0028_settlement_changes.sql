ALTER TABLE `payout_approvals` ADD `alone_at` integer;--> statement-breakpoint
CREATE INDEX `payout_approvals_alone` ON `payout_approvals` (`user_id`,`alone_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `approval_hold` text;