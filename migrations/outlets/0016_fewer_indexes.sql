DROP INDEX `stock_moves_order`;--> statement-breakpoint
DROP INDEX `orders_table_facet`;--> statement-breakpoint
DROP INDEX `orders_table_number`;--> statement-breakpoint
DROP INDEX `orders_number`;--> statement-breakpoint
DROP INDEX `orders_user`;--> statement-breakpoint
CREATE INDEX `orders_table_facet` ON `orders` (`restaurant_id`,`table_id`,"order_type" || '|' || "order_status" || '|' || "payment_status",`business_date`,`created_at`) WHERE "orders"."table_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_table_number` ON `orders` (`restaurant_id`,`table_number`,`business_date`,`created_at`) WHERE "orders"."table_number" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_number` ON `orders` (`restaurant_id`,`serial_number`,`business_date`,`created_at`) WHERE "orders"."table_id" IS NULL;--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`restaurant_id`,`user_id`,`created_at`) WHERE "orders"."user_id" IS NOT NULL;