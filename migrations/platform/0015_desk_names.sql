-- Former names of Tawa's own staff (restaurant_id is '') and of partners (their id) are kept too: decisions and books name them (docs/decisions/030-names.md).
DROP TRIGGER `accounts_renamed`;--> statement-breakpoint
CREATE TRIGGER `accounts_renamed` AFTER UPDATE OF `name` ON `accounts` WHEN OLD.`name` IS NOT NEW.`name` AND (OLD.`restaurant_id` IS NOT NULL OR OLD.`role` IN ('admin', 'backoffice', 'partner')) BEGIN
  INSERT INTO `former_names` (`restaurant_id`, `account_id`, `name`, `until`, `is_removed`) VALUES (coalesce(OLD.`restaurant_id`, OLD.`partner_id`, ''), OLD.`id`, OLD.`name`, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 0);
END;
