CREATE TABLE `desk_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`kind` text NOT NULL,
	`restaurant_id` text NOT NULL,
	`name` text NOT NULL,
	`by_id` text NOT NULL,
	`by` text NOT NULL,
	`reason` text,
	`since` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `desk_decisions_at` ON `desk_decisions` (`at`);--> statement-breakpoint
CREATE INDEX `desk_decisions_by` ON `desk_decisions` (`by_id`,`at`);--> statement-breakpoint
CREATE INDEX `claims_name` ON `claims` (lower("name"));--> statement-breakpoint
CREATE INDEX `claims_status_name` ON `claims` (`status`,lower("name"));--> statement-breakpoint
CREATE INDEX `partners_name` ON `partners` (lower("name")) WHERE "partners"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `restaurants_name` ON `restaurants` (lower("establishment_name")) WHERE "restaurants"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `restaurants_status_name` ON `restaurants` (`approval_status`,lower("establishment_name")) WHERE "restaurants"."deleted_at" IS NULL;