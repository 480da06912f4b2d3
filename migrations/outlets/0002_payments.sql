CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`method` text NOT NULL,
	`amount` integer NOT NULL,
	`at` text NOT NULL,
	`business_date` text NOT NULL,
	`by` text NOT NULL,
	`reason` text,
	`device_id` text,
	`corrects` text,
	CONSTRAINT "payments_amount" CHECK("payments"."amount" <> 0)
);
--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`);--> statement-breakpoint
CREATE INDEX `payments_day` ON `payments` (`restaurant_id`,`business_date`);--> statement-breakpoint
ALTER TABLE `lines` ADD `cancelled_by` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `cancelled_by` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `discount_by` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `service_charge_by` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `last_printed` text;--> statement-breakpoint
INSERT INTO `payments` (`id`, `restaurant_id`, `order_id`, `kind`, `method`, `amount`, `at`, `business_date`, `by`)
SELECT lower(hex(randomblob(13))), `o`.`restaurant_id`, `o`.`id`, 'received', json_extract(`p`.`value`, '$.method'), sum(json_extract(`p`.`value`, '$.amount')), coalesce(min(json_extract(`p`.`value`, '$.at')), `o`.`created_at`), coalesce(`o`.`ended_date`, `o`.`business_date`), coalesce(`o`.`biller`, '')
FROM `orders` AS `o`, json_each(`o`.`payments`) AS `p` GROUP BY `o`.`id`, json_extract(`p`.`value`, '$.method') HAVING sum(json_extract(`p`.`value`, '$.amount')) <> 0;--> statement-breakpoint
INSERT INTO `payments` (`id`, `restaurant_id`, `order_id`, `kind`, `method`, `amount`, `at`, `business_date`, `by`, `reason`)
SELECT lower(hex(randomblob(13))), `p`.`restaurant_id`, `p`.`order_id`, 'returned', `p`.`method`, -`p`.`amount`, json_extract(`o`.`refund`, '$.at'), coalesce(`o`.`refund_date`, json_extract(`o`.`refund`, '$.businessDate')), json_extract(`o`.`refund`, '$.by'), json_extract(`o`.`refund`, '$.reason')
FROM `orders` AS `o` JOIN `payments` AS `p` ON `p`.`order_id` = `o`.`id` WHERE `o`.`refund` IS NOT NULL;--> statement-breakpoint
INSERT INTO `rollups` (`restaurant_id`, `business_date`, `kind`, `key`, `amount`, `count`)
SELECT `p`.`restaurant_id`, `p`.`business_date`, 'method', `p`.`method`, sum(`p`.`amount`), count(*)
FROM `payments` AS `p` JOIN `orders` AS `o` ON `o`.`id` = `p`.`order_id` WHERE `o`.`order_status` = 'pending' GROUP BY `p`.`restaurant_id`, `p`.`business_date`, `p`.`method`
ON CONFLICT DO UPDATE SET `amount` = `amount` + excluded.`amount`, `count` = `count` + excluded.`count`;--> statement-breakpoint
INSERT INTO `rollups` (`restaurant_id`, `business_date`, `kind`, `key`, `amount`, `count`)
SELECT `restaurant_id`, `business_date`, 'open', '', sum(CASE `kind` WHEN 'method' THEN `amount` ELSE -`amount` END), 0
FROM `rollups` WHERE `kind` IN ('method', 'sales') GROUP BY `restaurant_id`, `business_date`;--> statement-breakpoint
CREATE TRIGGER `payments_keep_update` BEFORE UPDATE ON `payments` BEGIN SELECT RAISE(ABORT, 'payments are only ever added'); END;--> statement-breakpoint
CREATE TRIGGER `payments_keep_delete` BEFORE DELETE ON `payments` BEGIN SELECT RAISE(ABORT, 'payments are only ever added'); END;
