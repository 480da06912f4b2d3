-- The ids that devices send are no secret. From now on a device is known by the hash of its own secret, which it gets at the next sign-in with a password.
DELETE FROM `known_devices`;
