ALTER TABLE `sync_keys` ADD `partner_id` text;--> statement-breakpoint
CREATE INDEX `sync_keys_partner` ON `sync_keys` (`partner_id`);