CREATE TABLE `purchases` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`supplier` text NOT NULL,
	`supplier_key` text NOT NULL,
	`bill_number` text NOT NULL,
	`bill_key` text,
	`bill_date` text NOT NULL,
	`receipt_image` text,
	`note` text NOT NULL,
	`amount` integer NOT NULL,
	`lines` text NOT NULL,
	`by` text NOT NULL,
	`created_at` text NOT NULL,
	`taken_back_at` text,
	`taken_back_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_bill` ON `purchases` (`restaurant_id`,`bill_key`) WHERE "purchases"."taken_back_at" IS NULL;--> statement-breakpoint
CREATE INDEX `purchases_date` ON `purchases` (`restaurant_id`,`bill_date`,`created_at`,`id`,`taken_back_at`,`amount`,`supplier`);--> statement-breakpoint
CREATE INDEX `purchases_supplier` ON `purchases` (`restaurant_id`,`supplier_key`,`bill_date`,`created_at`,`id`);