DROP INDEX `purchases_date`;--> statement-breakpoint
ALTER TABLE `purchases` ADD `unpriced` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `purchases` ADD `bill_total` integer;--> statement-breakpoint
ALTER TABLE `purchases` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `purchases` ADD `corrections` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE `purchases` SET `unpriced` = (SELECT count(*) FROM json_each(`purchases`.`lines`) WHERE value ->> '$.amount' IS NULL);--> statement-breakpoint
CREATE INDEX `purchases_date` ON `purchases` (`restaurant_id`,`bill_date`,`created_at`,`id`,`taken_back_at`,`amount`,`supplier`,`bill_total`,`unpriced`);