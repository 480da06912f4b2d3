ALTER TABLE `sessions` ADD `mobile_number` text;--> statement-breakpoint
CREATE INDEX `accounts_partner` ON `accounts` (`partner_id`) WHERE "accounts"."partner_id" IS NOT NULL;