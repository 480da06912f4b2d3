DROP INDEX `orders_billed`;--> statement-breakpoint
CREATE INDEX `orders_billed` ON `orders` (`restaurant_id`,CASE WHEN "ended_date" IS NULL THEN "business_date" ELSE "ended_date" END,`bill_number`) WHERE "orders"."bill_number" IS NOT NULL;--> statement-breakpoint
-- By hand: the tallies of bills count by the same day (docs/decisions/007-totals.md, 0009_reports.sql).
DROP TRIGGER `orders_bills_insert`;--> statement-breakpoint
DROP TRIGGER `orders_bills_update`;--> statement-breakpoint
DROP TRIGGER `orders_bills_delete`;--> statement-breakpoint
CREATE TRIGGER `orders_bills_insert` AFTER INSERT ON `orders` WHEN NEW.`bill_number` IS NOT NULL BEGIN
  INSERT INTO `tallies` (`restaurant_id`, `list`, `span`, `start`, `facet`, `count`)
  SELECT NEW.`restaurant_id`, 'bills', `s`.`span`, substr(CASE WHEN NEW.`ended_date` IS NULL THEN NEW.`business_date` ELSE NEW.`ended_date` END, 1, `s`.`span`), '', 1
  FROM (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `orders_bills_update` AFTER UPDATE OF `restaurant_id`, `business_date`, `ended_date`, `bill_number` ON `orders`
WHEN (OLD.`restaurant_id`, CASE WHEN OLD.`ended_date` IS NULL THEN OLD.`business_date` ELSE OLD.`ended_date` END, OLD.`bill_number` IS NULL)
  IS NOT (NEW.`restaurant_id`, CASE WHEN NEW.`ended_date` IS NULL THEN NEW.`business_date` ELSE NEW.`ended_date` END, NEW.`bill_number` IS NULL) BEGIN
  INSERT INTO `tallies` (`restaurant_id`, `list`, `span`, `start`, `facet`, `count`)
  SELECT `r`.`restaurant_id`, 'bills', `s`.`span`, substr(`r`.`day`, 1, `s`.`span`), '', `r`.`by` FROM (
    SELECT OLD.`restaurant_id` AS `restaurant_id`, CASE WHEN OLD.`ended_date` IS NULL THEN OLD.`business_date` ELSE OLD.`ended_date` END AS `day`, -1 AS `by` WHERE OLD.`bill_number` IS NOT NULL
    UNION ALL SELECT NEW.`restaurant_id`, CASE WHEN NEW.`ended_date` IS NULL THEN NEW.`business_date` ELSE NEW.`ended_date` END, 1 WHERE NEW.`bill_number` IS NOT NULL
  ) AS `r` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `orders_bills_delete` AFTER DELETE ON `orders` WHEN OLD.`bill_number` IS NOT NULL BEGIN
  INSERT INTO `tallies` (`restaurant_id`, `list`, `span`, `start`, `facet`, `count`)
  SELECT OLD.`restaurant_id`, 'bills', `s`.`span`, substr(CASE WHEN OLD.`ended_date` IS NULL THEN OLD.`business_date` ELSE OLD.`ended_date` END, 1, `s`.`span`), '', -1
  FROM (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
DELETE FROM `tallies` WHERE `list` = 'bills';--> statement-breakpoint
INSERT INTO `tallies` (`restaurant_id`, `list`, `span`, `start`, `facet`, `count`)
SELECT `restaurant_id`, 'bills', `s`.`span`, substr(CASE WHEN `ended_date` IS NULL THEN `business_date` ELSE `ended_date` END, 1, `s`.`span`), '', count(*)
FROM `orders` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s`
WHERE `bill_number` IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
