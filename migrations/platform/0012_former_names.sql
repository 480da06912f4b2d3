CREATE TABLE `former_names` (
	`restaurant_id` text NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`until` text NOT NULL,
	`is_removed` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `former_names_restaurant` ON `former_names` (`restaurant_id`,`until`);--> statement-breakpoint
CREATE INDEX `former_names_account` ON `former_names` (`account_id`);--> statement-breakpoint
CREATE TRIGGER `accounts_renamed` AFTER UPDATE OF `name` ON `accounts` WHEN OLD.`name` IS NOT NEW.`name` AND OLD.`restaurant_id` IS NOT NULL BEGIN
  INSERT INTO `former_names` (`restaurant_id`, `account_id`, `name`, `until`, `is_removed`) VALUES (OLD.`restaurant_id`, OLD.`id`, OLD.`name`, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 0);
END;--> statement-breakpoint
CREATE TRIGGER `accounts_removed` AFTER DELETE ON `accounts` WHEN OLD.`restaurant_id` IS NOT NULL BEGIN
  INSERT INTO `former_names` (`restaurant_id`, `account_id`, `name`, `until`, `is_removed`) VALUES (OLD.`restaurant_id`, OLD.`id`, OLD.`name`, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 1);
END;--> statement-breakpoint
CREATE TRIGGER `former_names_keep_update` BEFORE UPDATE ON `former_names` BEGIN SELECT RAISE(ABORT, 'former names are only ever added'); END;--> statement-breakpoint
CREATE TRIGGER `former_names_keep_delete` BEFORE DELETE ON `former_names` BEGIN SELECT RAISE(ABORT, 'former names are only ever added'); END;
