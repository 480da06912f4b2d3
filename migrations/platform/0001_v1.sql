CREATE TABLE `claims` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`mobile_number` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`documents` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`reason` text,
	`created_at` text NOT NULL,
	`processed_at` text
);
--> statement-breakpoint
CREATE INDEX `claims_status` ON `claims` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `claims_created` ON `claims` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `claims_pending` ON `claims` (`restaurant_id`,`email`) WHERE "claims"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `claims_approved` ON `claims` (`restaurant_id`) WHERE "claims"."status" = 'approved';--> statement-breakpoint
CREATE TABLE `codes` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`subject` text NOT NULL,
	`code_hash` text NOT NULL,
	`account_id` text,
	`data` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	CONSTRAINT "codes_tries" CHECK("codes"."tries" <= 5)
);
--> statement-breakpoint
CREATE INDEX `codes_subject` ON `codes` (`purpose`,`subject`,`created_at`);--> statement-breakpoint
CREATE INDEX `codes_expires` ON `codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `dev_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dev_outbox_at` ON `dev_outbox` (`at`);--> statement-breakpoint
CREATE INDEX `dev_outbox_to` ON `dev_outbox` (`to`,`at`);--> statement-breakpoint
CREATE TABLE `listings` (
	`restaurant_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`latitude` integer NOT NULL,
	`longitude` integer NOT NULL,
	`recommended` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `listings_place` ON `listings` ("latitude" / 500000,`longitude`);--> statement-breakpoint
CREATE TABLE `saved_items` (
	`account_id` text NOT NULL,
	`menu_item_id` text NOT NULL,
	`restaurant_id` text NOT NULL,
	`saved_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_items_one` ON `saved_items` (`account_id`,`menu_item_id`);--> statement-breakpoint
CREATE INDEX `saved_items_account` ON `saved_items` (`account_id`,`saved_at`);--> statement-breakpoint
CREATE TABLE `search_words` (
	`list` text NOT NULL,
	`word` text NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`list`, `word`, `id`)
);
--> statement-breakpoint
CREATE INDEX `search_words_id` ON `search_words` (`id`,`word`);--> statement-breakpoint
CREATE TABLE `sync_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`restaurant_id` text NOT NULL,
	`label` text NOT NULL,
	`prefix` text NOT NULL,
	`key_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	`revoked_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sync_keys_hash` ON `sync_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `sync_keys_restaurant` ON `sync_keys` (`restaurant_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `tallies` (
	`list` text NOT NULL,
	`span` integer NOT NULL,
	`start` text NOT NULL,
	`facet` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`list`, `span`, `start`, `facet`)
);
--> statement-breakpoint
DROP INDEX `restaurants_status`;--> statement-breakpoint
CREATE INDEX `restaurants_created` ON `restaurants` (`created_at`) WHERE "restaurants"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `restaurants_status` ON `restaurants` (`approval_status`,`created_at`) WHERE "restaurants"."deleted_at" IS NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `mobile_number` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `rooms` text;--> statement-breakpoint
CREATE INDEX `accounts_partner` ON `accounts` (`partner_id`) WHERE "accounts"."partner_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `partners_created` ON `partners` (`created_at`) WHERE "partners"."deleted_at" IS NULL;--> statement-breakpoint
-- By hand; keep it when this file is generated anew (scripts/migrations.test.ts tells). What the app lists is kept by every change of a restaurant
-- from now on (keepListing); the restaurants that are there already are listed here.
INSERT INTO `listings` (`restaurant_id`, `name`, `latitude`, `longitude`, `recommended`)
SELECT `id`, `establishment_name`, CAST(round(json_extract(`profile`, '$.location.latitude') * 1000000) AS INTEGER), CAST(round(json_extract(`profile`, '$.location.longitude') * 1000000) AS INTEGER), coalesce(json_extract(`profile`, '$.recommendedOnMobile'), 0)
FROM `restaurants` WHERE `approval_status` = 'approved' AND `deleted_at` IS NULL AND json_extract(`profile`, '$.showInMobileApp') = 1
  AND json_type(`profile`, '$.location.latitude') IN ('integer', 'real') AND json_type(`profile`, '$.location.longitude') IN ('integer', 'real');--> statement-breakpoint
-- By hand; keep it when this file is generated anew (worker/tallies.test.ts and scripts/migrations.test.ts tell). As in the outlets' shards.
CREATE TRIGGER `restaurants_tally_insert` AFTER INSERT ON `restaurants` BEGIN
  INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
  SELECT `r`.`list`, `s`.`span`, substr(`r`.`day`, 1, `s`.`span`), `r`.`facet`, `r`.`by` FROM (
    SELECT 'restaurants' AS `list`, NEW.`created_at` AS `day`, NEW.`approval_status` AS `facet`, 1 AS `by` WHERE NEW.`deleted_at` IS NULL
    UNION ALL SELECT 'shards' AS `list`, NEW.`created_at` AS `day`, NEW.`shard` AS `facet`, 1 AS `by`
  ) AS `r` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `restaurants_tally_update` AFTER UPDATE OF `created_at`, `approval_status`, `deleted_at`, `shard` ON `restaurants`
WHEN (OLD.`created_at`, OLD.`approval_status`, OLD.`deleted_at`, OLD.`shard`) IS NOT (NEW.`created_at`, NEW.`approval_status`, NEW.`deleted_at`, NEW.`shard`) BEGIN
  INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
  SELECT `r`.`list`, `s`.`span`, substr(`r`.`day`, 1, `s`.`span`), `r`.`facet`, `r`.`by` FROM (
    SELECT 'restaurants' AS `list`, OLD.`created_at` AS `day`, OLD.`approval_status` AS `facet`, -1 AS `by` WHERE OLD.`deleted_at` IS NULL
    UNION ALL SELECT 'shards' AS `list`, OLD.`created_at` AS `day`, OLD.`shard` AS `facet`, -1 AS `by`
    UNION ALL SELECT 'restaurants' AS `list`, NEW.`created_at` AS `day`, NEW.`approval_status` AS `facet`, 1 AS `by` WHERE NEW.`deleted_at` IS NULL
    UNION ALL SELECT 'shards' AS `list`, NEW.`created_at` AS `day`, NEW.`shard` AS `facet`, 1 AS `by`
  ) AS `r` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `restaurants_tally_delete` AFTER DELETE ON `restaurants` BEGIN
  INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
  SELECT `r`.`list`, `s`.`span`, substr(`r`.`day`, 1, `s`.`span`), `r`.`facet`, `r`.`by` FROM (
    SELECT 'restaurants' AS `list`, OLD.`created_at` AS `day`, OLD.`approval_status` AS `facet`, -1 AS `by` WHERE OLD.`deleted_at` IS NULL
    UNION ALL SELECT 'shards' AS `list`, OLD.`created_at` AS `day`, OLD.`shard` AS `facet`, -1 AS `by`
  ) AS `r` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `partners_tally_insert` AFTER INSERT ON `partners` BEGIN
  INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
  SELECT `r`.`list`, `s`.`span`, substr(`r`.`day`, 1, `s`.`span`), `r`.`facet`, `r`.`by` FROM (
    SELECT 'partners' AS `list`, NEW.`created_at` AS `day`, '' AS `facet`, 1 AS `by` WHERE NEW.`deleted_at` IS NULL
  ) AS `r` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `partners_tally_update` AFTER UPDATE OF `created_at`, `deleted_at` ON `partners`
WHEN (OLD.`created_at`, OLD.`deleted_at`) IS NOT (NEW.`created_at`, NEW.`deleted_at`) BEGIN
  INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
  SELECT `r`.`list`, `s`.`span`, substr(`r`.`day`, 1, `s`.`span`), `r`.`facet`, `r`.`by` FROM (
    SELECT 'partners' AS `list`, OLD.`created_at` AS `day`, '' AS `facet`, -1 AS `by` WHERE OLD.`deleted_at` IS NULL
    UNION ALL SELECT 'partners' AS `list`, NEW.`created_at` AS `day`, '' AS `facet`, 1 AS `by` WHERE NEW.`deleted_at` IS NULL
  ) AS `r` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `partners_tally_delete` AFTER DELETE ON `partners` BEGIN
  INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
  SELECT `r`.`list`, `s`.`span`, substr(`r`.`day`, 1, `s`.`span`), `r`.`facet`, `r`.`by` FROM (
    SELECT 'partners' AS `list`, OLD.`created_at` AS `day`, '' AS `facet`, -1 AS `by` WHERE OLD.`deleted_at` IS NULL
  ) AS `r` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `claims_tally_insert` AFTER INSERT ON `claims` BEGIN
  INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
  SELECT `r`.`list`, `s`.`span`, substr(`r`.`day`, 1, `s`.`span`), `r`.`facet`, `r`.`by` FROM (
    SELECT 'claims' AS `list`, NEW.`created_at` AS `day`, NEW.`status` AS `facet`, 1 AS `by`
  ) AS `r` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `claims_tally_update` AFTER UPDATE OF `created_at`, `status` ON `claims`
WHEN (OLD.`created_at`, OLD.`status`) IS NOT (NEW.`created_at`, NEW.`status`) BEGIN
  INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
  SELECT `r`.`list`, `s`.`span`, substr(`r`.`day`, 1, `s`.`span`), `r`.`facet`, `r`.`by` FROM (
    SELECT 'claims' AS `list`, OLD.`created_at` AS `day`, OLD.`status` AS `facet`, -1 AS `by`
    UNION ALL SELECT 'claims' AS `list`, NEW.`created_at` AS `day`, NEW.`status` AS `facet`, 1 AS `by`
  ) AS `r` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
CREATE TRIGGER `claims_tally_delete` AFTER DELETE ON `claims` BEGIN
  INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
  SELECT `r`.`list`, `s`.`span`, substr(`r`.`day`, 1, `s`.`span`), `r`.`facet`, `r`.`by` FROM (
    SELECT 'claims' AS `list`, OLD.`created_at` AS `day`, OLD.`status` AS `facet`, -1 AS `by`
  ) AS `r` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE true ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
SELECT 'restaurants', `s`.`span`, substr(`created_at`, 1, `s`.`span`), `approval_status`, count(*) FROM `restaurants` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE `deleted_at` IS NULL GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
SELECT 'shards', `s`.`span`, substr(`created_at`, 1, `s`.`span`), `shard`, count(*) FROM `restaurants` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO `tallies` (`list`, `span`, `start`, `facet`, `count`)
SELECT 'partners', `s`.`span`, substr(`created_at`, 1, `s`.`span`), '', count(*) FROM `partners` CROSS JOIN (SELECT 0 AS `span` UNION ALL SELECT 7 UNION ALL SELECT 10) AS `s` WHERE `deleted_at` IS NULL GROUP BY 1, 2, 3, 4;--> statement-breakpoint
-- By hand too: the words that the back office searches by (worker/backoffice/search.ts splits what is asked for in the same way); `tallies` are above.
CREATE TRIGGER `restaurants_words_insert` AFTER INSERT ON `restaurants` BEGIN
  INSERT OR IGNORE INTO `search_words` (`list`, `word`, `id`) SELECT 'restaurants', `value`, NEW.`id` FROM json_each('[' || replace(json_quote(lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.`establishment_name` || ' ' || coalesce(json_extract(NEW.`profile`, '$.address'), ''), ',', ' '), '.', ' '), '-', ' '), '/', ' '), '(', ' '), ')', ' '), '@', ' '), '&', ' '), '''', ' '), '"', ' '), char(9), ' '), char(10), ' '), char(13), ' '))), ' ', '","') || ']') WHERE `value` <> '';
END;--> statement-breakpoint
CREATE TRIGGER `restaurants_words_update` AFTER UPDATE OF `establishment_name`, `profile` ON `restaurants`
WHEN (OLD.`establishment_name`, json_extract(OLD.`profile`, '$.address')) IS NOT (NEW.`establishment_name`, json_extract(NEW.`profile`, '$.address')) BEGIN
  DELETE FROM `search_words` WHERE `id` = OLD.`id`;
  INSERT OR IGNORE INTO `search_words` (`list`, `word`, `id`) SELECT 'restaurants', `value`, NEW.`id` FROM json_each('[' || replace(json_quote(lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.`establishment_name` || ' ' || coalesce(json_extract(NEW.`profile`, '$.address'), ''), ',', ' '), '.', ' '), '-', ' '), '/', ' '), '(', ' '), ')', ' '), '@', ' '), '&', ' '), '''', ' '), '"', ' '), char(9), ' '), char(10), ' '), char(13), ' '))), ' ', '","') || ']') WHERE `value` <> '';
END;--> statement-breakpoint
CREATE TRIGGER `restaurants_words_delete` AFTER DELETE ON `restaurants` BEGIN
  DELETE FROM `search_words` WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `partners_words_insert` AFTER INSERT ON `partners` BEGIN
  INSERT OR IGNORE INTO `search_words` (`list`, `word`, `id`) SELECT 'partners', `value`, NEW.`id` FROM json_each('[' || replace(json_quote(lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.`name` || ' ' || NEW.`email`, ',', ' '), '.', ' '), '-', ' '), '/', ' '), '(', ' '), ')', ' '), '@', ' '), '&', ' '), '''', ' '), '"', ' '), char(9), ' '), char(10), ' '), char(13), ' '))), ' ', '","') || ']') WHERE `value` <> '';
END;--> statement-breakpoint
CREATE TRIGGER `partners_words_update` AFTER UPDATE OF `name`, `email` ON `partners`
WHEN (OLD.`name`, OLD.`email`) IS NOT (NEW.`name`, NEW.`email`) BEGIN
  DELETE FROM `search_words` WHERE `id` = OLD.`id`;
  INSERT OR IGNORE INTO `search_words` (`list`, `word`, `id`) SELECT 'partners', `value`, NEW.`id` FROM json_each('[' || replace(json_quote(lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.`name` || ' ' || NEW.`email`, ',', ' '), '.', ' '), '-', ' '), '/', ' '), '(', ' '), ')', ' '), '@', ' '), '&', ' '), '''', ' '), '"', ' '), char(9), ' '), char(10), ' '), char(13), ' '))), ' ', '","') || ']') WHERE `value` <> '';
END;--> statement-breakpoint
CREATE TRIGGER `partners_words_delete` AFTER DELETE ON `partners` BEGIN
  DELETE FROM `search_words` WHERE `id` = OLD.`id`;
END;--> statement-breakpoint
INSERT OR IGNORE INTO `search_words` (`list`, `word`, `id`) SELECT 'restaurants', `value`, `restaurants`.`id` FROM `restaurants`, json_each('[' || replace(json_quote(lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`establishment_name` || ' ' || coalesce(json_extract(`profile`, '$.address'), ''), ',', ' '), '.', ' '), '-', ' '), '/', ' '), '(', ' '), ')', ' '), '@', ' '), '&', ' '), '''', ' '), '"', ' '), char(9), ' '), char(10), ' '), char(13), ' '))), ' ', '","') || ']') WHERE `value` <> '';--> statement-breakpoint
INSERT OR IGNORE INTO `search_words` (`list`, `word`, `id`) SELECT 'partners', `value`, `partners`.`id` FROM `partners`, json_each('[' || replace(json_quote(lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`name` || ' ' || `email`, ',', ' '), '.', ' '), '-', ' '), '/', ' '), '(', ' '), ')', ' '), '@', ' '), '&', ' '), '''', ' '), '"', ' '), char(9), ' '), char(10), ' '), char(13), ' '))), ' ', '","') || ']') WHERE `value` <> '';