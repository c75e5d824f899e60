DROP INDEX `mail_recipients_by_address`;--> statement-breakpoint
ALTER TABLE `mail_recipients` ADD `mark` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `mail_recipients_by_mark` ON `mail_recipients` (`mark`,`at`);