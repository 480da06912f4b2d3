ALTER TABLE `accounts` ADD `google_sub` text;--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_google` ON `accounts` (`google_sub`) WHERE "accounts"."google_sub" IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `accounts_google_ends` AFTER UPDATE OF `email`, `password_hash` ON `accounts` WHEN NEW.`google_sub` IS NOT NULL AND (OLD.`email` IS NOT NEW.`email` OR OLD.`password_hash` IS NOT NEW.`password_hash`) BEGIN
  UPDATE `accounts` SET `google_sub` = NULL WHERE `id` = NEW.`id`;
END;
