ALTER TABLE `users` ADD `confirmed_email` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_one_confirmed_email` ON `users` (`confirmed_email`);