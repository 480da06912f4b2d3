ALTER TABLE `accounts` ADD `head_of` text;--> statement-breakpoint
-- Who was a managerial head before keeps reading: nobody knows who appointed them.
UPDATE `accounts` SET `head_of` = (SELECT `partner_id` FROM `restaurants` WHERE `restaurants`.`id` = `accounts`.`restaurant_id`) WHERE `role` = 'managerialHead';
