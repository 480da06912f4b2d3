DROP INDEX `customers_name`;--> statement-breakpoint
CREATE INDEX `customers_name` ON `customers` (`restaurant_id`,"name" COLLATE NOCASE);--> statement-breakpoint
DROP INDEX `visits_customer`;--> statement-breakpoint
CREATE INDEX `visits_customer` ON `visits` (`restaurant_id`,`customer_id`,`business_date`);--> statement-breakpoint
ALTER TABLE `orders` ADD `offer` text;