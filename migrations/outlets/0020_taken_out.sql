CREATE TABLE `taken_out` (
	`restaurant_id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL
);
