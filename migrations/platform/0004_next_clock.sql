ALTER TABLE `restaurants` ADD `next_clock` text;--> statement-breakpoint
-- By hand; keep it when this file is generated anew. From now on whether a KOT prints by itself is read from `print_settings` alone.
UPDATE `restaurants` SET `print_settings` = json_set(`print_settings`, '$.autoPrintKOT', json('true'))
WHERE json_extract(`kot_settings`, '$.autoPrintKOT') = 1 AND json_extract(`print_settings`, '$.autoPrintKOT') IS NULL;
