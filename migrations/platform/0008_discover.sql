CREATE TABLE `diner_places` (
	`account_id` text NOT NULL,
	`restaurant_id` text NOT NULL,
	PRIMARY KEY(`account_id`, `restaurant_id`)
);
--> statement-breakpoint
-- By hand; keep what follows when this file is generated anew (scripts/migrations.test.ts tells). The words by which diners search for listed restaurants: those of
-- the restaurant, which its own triggers keep. Every change of a restaurant lists it anew (worker/listing/store.ts, keepListing).
-- The plus keeps SQLite from reading all words of the list: it takes the index by id.
CREATE TRIGGER `listings_words_insert` AFTER INSERT ON `listings` BEGIN
  INSERT OR IGNORE INTO `search_words` (`list`, `word`, `id`) SELECT 'listings', `word`, `id` FROM `search_words` WHERE +`list` = 'restaurants' AND `id` = NEW.`restaurant_id`;
END;--> statement-breakpoint
CREATE TRIGGER `listings_words_delete` AFTER DELETE ON `listings` BEGIN
  DELETE FROM `search_words` WHERE +`list` = 'listings' AND `id` = OLD.`restaurant_id`;
END;--> statement-breakpoint
INSERT OR IGNORE INTO `search_words` (`list`, `word`, `id`) SELECT 'listings', `word`, `id` FROM `search_words` WHERE `list` = 'restaurants' AND `id` IN (SELECT `restaurant_id` FROM `listings`);--> statement-breakpoint
-- Where accounts have sat until now.
INSERT OR IGNORE INTO `diner_places` (`account_id`, `restaurant_id`)
SELECT `s`.`account_id`, `s`.`restaurant_id` FROM `sessions` AS `s` JOIN `accounts` AS `a` ON `a`.`id` = `s`.`account_id`
WHERE `s`.`role` = 'user' AND `s`.`restaurant_id` IS NOT NULL AND `s`.`sitting_id` IS NOT NULL;
