ALTER TABLE `sync_keys` ADD `created_by_id` text;--> statement-breakpoint
-- Older keys keep their maker by name alone: where exactly one account that may make keys has it, it is theirs.
UPDATE `sync_keys` SET `created_by_id` = (
  SELECT min(a.`id`) FROM `accounts` a
  WHERE a.`restaurant_id` = `sync_keys`.`restaurant_id` AND a.`name` = `sync_keys`.`created_by` AND a.`role` IN ('superuser', 'managerialHead')
  HAVING count(*) = 1
) WHERE `partner_id` IS NULL;
