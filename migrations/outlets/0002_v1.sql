DROP INDEX `stocks_expiry`;--> statement-breakpoint
DROP INDEX `stocks_material`;--> statement-breakpoint
CREATE INDEX `stocks_left` ON `stocks` (`restaurant_id`,`raw_material_id`,`expiry_date`,`created_at`) WHERE "stocks"."quantity" > 0 AND "stocks"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `stocks_material` ON `stocks` (`restaurant_id`,`raw_material_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `stock_moves` ADD `portions` integer DEFAULT 0 NOT NULL;