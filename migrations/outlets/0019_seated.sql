ALTER TABLE `dining_tables` ADD `seated_at` text;--> statement-breakpoint
ALTER TABLE `dining_tables` ADD `seated_booking` text;