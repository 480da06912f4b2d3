ALTER TABLE `menu_items` ADD `code` text;--> statement-breakpoint
ALTER TABLE `menu_items` ADD `print_name` text;--> statement-breakpoint
ALTER TABLE `menu_items` ADD `calories` integer;--> statement-breakpoint
ALTER TABLE `menu_items` ADD `allergens` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `menu_items_code` ON `menu_items` (`restaurant_id`,lower("code")) WHERE "menu_items"."code" IS NOT NULL;