DROP INDEX `addon_templates_name`;--> statement-breakpoint
CREATE UNIQUE INDEX `addon_templates_name` ON `addon_templates` (`restaurant_id`,lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name` ON `categories` (`restaurant_id`,lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX `menu_items_name` ON `menu_items` (`restaurant_id`,`category_id`,lower("name")) WHERE "menu_items"."sub_category_id" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `menu_items_sub_name` ON `menu_items` (`restaurant_id`,`sub_category_id`,lower("name")) WHERE "menu_items"."sub_category_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `subcategories_name` ON `subcategories` (`restaurant_id`,`category_id`,lower("name"));