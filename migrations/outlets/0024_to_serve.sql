ALTER TABLE `orders` ADD `to_serve` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_to_serve` ON `orders` (`restaurant_id`,`completed_at`) WHERE "orders"."to_serve" = 1;