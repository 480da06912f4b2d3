CREATE TABLE `day_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`business_date` text NOT NULL,
	`kind` text NOT NULL,
	`what` text NOT NULL,
	`at` text NOT NULL,
	`by` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `day_notes_day` ON `day_notes` (`restaurant_id`,`business_date`,`at`);