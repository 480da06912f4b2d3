ALTER TABLE `kot_epochs` ADD `closed_at` text;--> statement-breakpoint
ALTER TABLE `kot_epochs` ADD `closed_by` text;