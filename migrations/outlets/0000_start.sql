CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `categories_restaurant` ON `categories` (`restaurant_id`,`position`);--> statement-breakpoint
CREATE TABLE `counters` (
	`restaurant_id` text NOT NULL,
	`name` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`restaurant_id`, `name`)
);
--> statement-breakpoint
CREATE TABLE `dining_tables` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`table_number` text NOT NULL,
	`area` text DEFAULT '' NOT NULL,
	`capacity` integer NOT NULL,
	`current_order_id` text,
	`merged_into` text,
	`sitting_id` text NOT NULL,
	`qr_token` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`deleted_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tables_number` ON `dining_tables` (`restaurant_id`,`table_number`) WHERE "dining_tables"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `tables_merged` ON `dining_tables` (`restaurant_id`,`merged_into`) WHERE "dining_tables"."merged_into" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `tables_qr` ON `dining_tables` (`qr_token`);--> statement-breakpoint
CREATE TABLE `events` (
	`restaurant_id` text NOT NULL,
	`seq` integer NOT NULL,
	`event` text NOT NULL,
	`table_id` text,
	`data` text NOT NULL,
	`diner_data` text,
	`at` text NOT NULL,
	PRIMARY KEY(`restaurant_id`, `seq`)
);
--> statement-breakpoint
CREATE INDEX `events_at` ON `events` (`at`);--> statement-breakpoint
CREATE TABLE `guard` (
	`version` integer DEFAULT 0 NOT NULL,
	`table_version` integer DEFAULT 0 NOT NULL,
	`available` integer DEFAULT 0 NOT NULL,
	`status` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `idempotency` (
	`account` text NOT NULL,
	`key` text NOT NULL,
	`restaurant_id` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`account`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_at` ON `idempotency` (`at`);--> statement-breakpoint
CREATE TABLE `kot_epochs` (
	`restaurant_id` text PRIMARY KEY NOT NULL,
	`epoch` integer NOT NULL,
	`reset_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `lines` (
	`line_id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`order_id` text NOT NULL,
	`kot_id` text NOT NULL,
	`position` integer NOT NULL,
	`item_id` text NOT NULL,
	`item_name` text NOT NULL,
	`category_name` text DEFAULT '' NOT NULL,
	`quantity` integer NOT NULL,
	`price` integer NOT NULL,
	`variants` text NOT NULL,
	`addon_groups` text NOT NULL,
	`status` text NOT NULL,
	`status_at` text NOT NULL,
	`diet_type` text NOT NULL,
	`is_alcohol` integer NOT NULL,
	`image` text,
	`station` text,
	`additional_item_note` text DEFAULT '' NOT NULL,
	`cancel_reason` text,
	`prepared` integer DEFAULT false NOT NULL,
	CONSTRAINT "lines_quantity" CHECK("lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE INDEX `lines_order` ON `lines` (`order_id`);--> statement-breakpoint
CREATE TABLE `menu_items` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`category_id` text NOT NULL,
	`sub_category_id` text,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`price` integer NOT NULL,
	`available` integer DEFAULT true NOT NULL,
	`remaining` integer,
	`diet_type` text NOT NULL,
	`is_alcohol` integer DEFAULT false NOT NULL,
	`image` text,
	`station` text,
	`variants` text NOT NULL,
	`addon_groups` text NOT NULL,
	`ingredients` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`unavailable_since` text,
	CONSTRAINT "menu_items_remaining" CHECK("menu_items"."remaining" IS NULL OR "menu_items"."remaining" >= 0)
);
--> statement-breakpoint
CREATE INDEX `menu_items_restaurant` ON `menu_items` (`restaurant_id`,`category_id`,`position`);--> statement-breakpoint
CREATE INDEX `menu_items_off` ON `menu_items` (`restaurant_id`) WHERE "menu_items"."available" = 0 OR "menu_items"."remaining" = 0;--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`version` integer NOT NULL,
	`table_id` text,
	`table_number` text,
	`sitting_id` text,
	`user_id` text,
	`customer_name` text DEFAULT '' NOT NULL,
	`mobile_number` text DEFAULT '' NOT NULL,
	`mobile_digits` text DEFAULT '' NOT NULL,
	`guests` integer,
	`order_type` text NOT NULL,
	`additional_note` text DEFAULT '' NOT NULL,
	`special_instructions` text DEFAULT '' NOT NULL,
	`is_kot` integer DEFAULT true NOT NULL,
	`serial_number` integer NOT NULL,
	`bill_number` integer,
	`invoice_number` text,
	`bill_printed_at` text,
	`tax_percentages` text NOT NULL,
	`round_off_enabled` integer DEFAULT false NOT NULL,
	`service_charge_accepted` integer DEFAULT false NOT NULL,
	`offer_id` text,
	`discount_title` text,
	`subtotal` integer NOT NULL,
	`discount` integer DEFAULT 0 NOT NULL,
	`cgst` integer NOT NULL,
	`sgst` integer NOT NULL,
	`vat` integer NOT NULL,
	`service_charge` integer NOT NULL,
	`round_off` integer DEFAULT 0 NOT NULL,
	`grand_total` integer NOT NULL,
	`order_status` text NOT NULL,
	`payment_status` text NOT NULL,
	`payment_method` text,
	`payments` text NOT NULL,
	`refund` text,
	`biller` text,
	`cancel_reason` text,
	`feedback_token` text NOT NULL,
	`business_date` text NOT NULL,
	`created_at` text NOT NULL,
	`completed_at` text,
	CONSTRAINT "orders_money" CHECK("orders"."grand_total" >= 0 AND "orders"."cgst" = "orders"."sgst")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_open_table` ON `orders` (`restaurant_id`,`table_id`) WHERE "orders"."order_status" = 'pending' AND "orders"."table_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_bill` ON `orders` (`restaurant_id`,`bill_number`) WHERE "orders"."bill_number" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_serial` ON `orders` (`restaurant_id`,`business_date`,`serial_number`);--> statement-breakpoint
CREATE INDEX `orders_pending` ON `orders` (`restaurant_id`,`created_at`) WHERE "orders"."order_status" = 'pending';--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`restaurant_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`restaurant_id`,`order_status`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_payment` ON `orders` (`restaurant_id`,`payment_status`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_type` ON `orders` (`restaurant_id`,`order_type`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_date` ON `orders` (`restaurant_id`,`business_date`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_table` ON `orders` (`restaurant_id`,`table_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_table_number` ON `orders` (`restaurant_id`,`table_number`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_mobile` ON `orders` (`restaurant_id`,`mobile_digits`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`restaurant_id`,`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `rollups` (
	`restaurant_id` text NOT NULL,
	`business_date` text NOT NULL,
	`kind` text NOT NULL,
	`key` text DEFAULT '' NOT NULL,
	`amount` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`restaurant_id`, `business_date`, `kind`, `key`)
);
--> statement-breakpoint
CREATE TABLE `subcategories` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`category_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`image` text,
	`position` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `subcategories_restaurant` ON `subcategories` (`restaurant_id`,`category_id`,`position`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`kot_id` text NOT NULL,
	`restaurant_id` text NOT NULL,
	`order_id` text NOT NULL,
	`position` integer NOT NULL,
	`kot_number` integer,
	`date` text NOT NULL,
	`epoch` integer DEFAULT 0 NOT NULL,
	`kind` text NOT NULL,
	`table_id` text,
	`sent_by` text NOT NULL,
	`sent_at` text,
	`held` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`restaurant_id`, `kot_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_number` ON `tickets` (`restaurant_id`,`date`,`epoch`,`kot_number`) WHERE "tickets"."kot_number" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_order` ON `tickets` (`order_id`,`position`);