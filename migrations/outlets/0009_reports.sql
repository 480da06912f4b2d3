CREATE INDEX `orders_billed` ON `orders` (`restaurant_id`,`business_date`,`bill_number`) WHERE "orders"."bill_number" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_changed` ON `orders` (`restaurant_id`,`ended_date`) WHERE "orders"."ended_date" IS NOT NULL AND "orders"."last_printed" ->> '$.highest.total' > CASE WHEN "orders"."order_status" = 'cancelled' THEN 0 ELSE "orders"."grand_total" END;--> statement-breakpoint
-- By hand, as in 0001_v1.sql: how many bills each day, each month and all days have (docs/decisions/007-totals.md).
CREATE TRIGGER `orders_bills_insert` AFTER INSERT ON `orders` WHEN NEW.`bill_number` IS NOT NULL BEGIN
  INSERT INTO `tallies` (`restaurant_id`, `list`, `span`, `start`, `facet`, `count`)
  SELECT NEW.`restaurant_id`, 'bills', `s`.`span`, substr(NEW.`business_date`, 1, `s`.`span`), '', 1
  FROM (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `orders_bills_update` AFTER UPDATE OF `restaurant_id`, `business_date`, `bill_number` ON `orders`
WHEN (OLD.`restaurant_id`, OLD.`business_date`, OLD.`bill_number` IS NULL) IS NOT (NEW.`restaurant_id`, NEW.`business_date`, NEW.`bill_number` IS NULL) BEGIN
  INSERT INTO `tallies` (`restaurant_id`, `list`, `span`, `start`, `facet`, `count`)
  SELECT `r`.`restaurant_id`, 'bills', `s`.`span`, substr(`r`.`day`, 1, `s`.`span`), '', `r`.`by` FROM (
    SELECT OLD.`restaurant_id` AS `restaurant_id`, OLD.`business_date` AS `day`, -1 AS `by` WHERE OLD.`bill_number` IS NOT NULL
    UNION ALL SELECT NEW.`restaurant_id`, NEW.`business_date`, 1 WHERE NEW.`bill_number` IS NOT NULL
  ) AS `r` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `orders_bills_delete` AFTER DELETE ON `orders` WHEN OLD.`bill_number` IS NOT NULL BEGIN
  INSERT INTO `tallies` (`restaurant_id`, `list`, `span`, `start`, `facet`, `count`)
  SELECT OLD.`restaurant_id`, 'bills', `s`.`span`, substr(OLD.`business_date`, 1, `s`.`span`), '', -1
  FROM (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
INSERT INTO `tallies` (`restaurant_id`, `list`, `span`, `start`, `facet`, `count`)
SELECT `restaurant_id`, 'bills', `s`.`span`, substr(`business_date`, 1, `s`.`span`), '', count(*) FROM `orders` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s`
WHERE `bill_number` IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
