CREATE TABLE `known_devices` (
	`account_id` text NOT NULL,
	`device_id` text NOT NULL,
	`seen_at` text NOT NULL,
	PRIMARY KEY(`account_id`, `device_id`)
);
--> statement-breakpoint
ALTER TABLE `sync_keys` ADD `created_by` text;