CREATE TABLE `network_bindings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
