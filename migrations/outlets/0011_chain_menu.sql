CREATE TABLE `menu_pushes` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`source_id` text NOT NULL,
	`at` text NOT NULL,
	`by` text NOT NULL,
	`counts` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `menu_pushes_at` ON `menu_pushes` (`restaurant_id`,`at`);--> statement-breakpoint
ALTER TABLE `menu_items` ADD `master_id` text;--> statement-breakpoint
ALTER TABLE `menu_items` ADD `chain` text;--> statement-breakpoint
CREATE UNIQUE INDEX `menu_items_master` ON `menu_items` (`restaurant_id`,`master_id`) WHERE "menu_items"."master_id" IS NOT NULL;