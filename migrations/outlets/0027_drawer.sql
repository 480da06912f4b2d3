CREATE TABLE `drawer_moves` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`business_date` text NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`expected` integer,
	`reason` text NOT NULL,
	`at` text NOT NULL,
	`by` text NOT NULL,
	CONSTRAINT "drawer_moves_amount" CHECK("drawer_moves"."amount" >= 0)
);
--> statement-breakpoint
CREATE INDEX `drawer_moves_day` ON `drawer_moves` (`restaurant_id`,`business_date`);