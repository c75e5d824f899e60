CREATE TABLE `openings` (
	`subject` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL
);
