ALTER TABLE `orders` ADD `to_cook` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_to_cook` ON `orders` (`restaurant_id`,`completed_at`) WHERE "orders"."to_cook" = 1;