CREATE TABLE `guard` (
	`version` integer DEFAULT 0 NOT NULL,
	`table_version` integer DEFAULT 0 NOT NULL,
	`available` integer DEFAULT 0 NOT NULL,
	`status` integer DEFAULT 0 NOT NULL
);
