ALTER TABLE `lines` ADD `gst_rate` text;--> statement-breakpoint
ALTER TABLE `lines` ADD `tax_included` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `tax_included` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `menu_items` ADD `gst_rate` text;--> statement-breakpoint
ALTER TABLE `menu_items` ADD `tax_included` integer;