CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`name` text NOT NULL,
	`mobile_number` text DEFAULT '' NOT NULL,
	`role` text NOT NULL,
	`restaurant_id` text,
	`partner_id` text,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` text NOT NULL,
	`last_login_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email` ON `accounts` (`email`);--> statement-breakpoint
CREATE INDEX `accounts_restaurant` ON `accounts` (`restaurant_id`,`role`);--> statement-breakpoint
CREATE TABLE `attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	CONSTRAINT "attempts_count" CHECK("attempts"."count" >= 0)
);
--> statement-breakpoint
CREATE INDEX `attempts_window` ON `attempts` (`window_start`);--> statement-breakpoint
CREATE TABLE `partners` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`mobile_number` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`deleted_at` text
);
--> statement-breakpoint
CREATE INDEX `partners_email` ON `partners` (`email`);--> statement-breakpoint
CREATE TABLE `restaurants` (
	`id` text PRIMARY KEY NOT NULL,
	`establishment_name` text NOT NULL,
	`shard` text NOT NULL,
	`partner_id` text,
	`approval_status` text DEFAULT 'pending' NOT NULL,
	`rejection_reason` text,
	`timezone` text DEFAULT 'Asia/Kolkata' NOT NULL,
	`permissions` text,
	`max_sessions_per_user` integer DEFAULT 1 NOT NULL,
	`tax_percentages` text NOT NULL,
	`tax_settings` text NOT NULL,
	`payment_types` text NOT NULL,
	`kot_settings` text NOT NULL,
	`qr_settings` text NOT NULL,
	`print_settings` text NOT NULL,
	`invoice_prefix` text NOT NULL,
	`profile` text NOT NULL,
	`image_base64_for_bill` text,
	`created_at` text NOT NULL,
	`deleted_at` text,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `restaurants_partner` ON `restaurants` (`partner_id`);--> statement-breakpoint
CREATE INDEX `restaurants_status` ON `restaurants` (`approval_status`,`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`role` text NOT NULL,
	`restaurant_id` text,
	`sitting_id` text,
	`name` text,
	`device` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text
);
--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`account_id`,`revoked_at`,`expires_at`);