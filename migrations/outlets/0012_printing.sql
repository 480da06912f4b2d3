CREATE TABLE `print_jobs` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`restaurant_id` text NOT NULL,
	`kind` text NOT NULL,
	`paper` text NOT NULL,
	`copy` integer DEFAULT 0 NOT NULL,
	`stamp` text,
	`status` text DEFAULT 'queued' NOT NULL,
	`printer_id` text NOT NULL,
	`moved_from` text,
	`order_id` text,
	`kot_id` text,
	`number` integer,
	`title` text DEFAULT '' NOT NULL,
	`station` text,
	`apart` text NOT NULL,
	`part` integer DEFAULT 1 NOT NULL,
	`parts` integer DEFAULT 1 NOT NULL,
	`content` text,
	`fence` integer DEFAULT 0 NOT NULL,
	`leased_by` text,
	`lease_until` text,
	`reason` text,
	`waiting_since` text NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`device_id` text,
	`closed_at` text,
	`closed_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `print_jobs_id` ON `print_jobs` (`restaurant_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `print_jobs_paper` ON `print_jobs` (`restaurant_id`,`paper`,`copy`);--> statement-breakpoint
CREATE UNIQUE INDEX `print_jobs_in_hand` ON `print_jobs` (`restaurant_id`,`printer_id`) WHERE "print_jobs"."status" IN ('leased', 'printing');--> statement-breakpoint
CREATE INDEX `print_jobs_open` ON `print_jobs` (`restaurant_id`,`seq`) WHERE "print_jobs"."closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX `print_jobs_created` ON `print_jobs` (`created_at`);