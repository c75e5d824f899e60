DROP INDEX `attempts_with_words`;--> statement-breakpoint
ALTER TABLE `attempts` ADD `current` text;--> statement-breakpoint
CREATE INDEX `attempts_with_words` ON `attempts` (`at`) WHERE request is not null or "current" is not null;--> statement-breakpoint
ALTER TABLE `deliveries` DROP COLUMN `body`;