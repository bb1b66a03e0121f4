-- The users of the database, for MySQL and MariaDB. Replace each PASSWORD, and '%' by the addresses of your machines.
-- Add REQUIRE SSL to each CREATE USER where the connection leaves the machine.
CREATE DATABASE IF NOT EXISTS counterfoil CHARACTER SET utf8mb4;

-- `counterfoil migrate` and `restore`: make and change tables.
CREATE USER IF NOT EXISTS 'counterfoil_migrate'@'%' IDENTIFIED BY 'PASSWORD';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES ON counterfoil.* TO 'counterfoil_migrate'@'%';

-- `counterfoil worker`, and the commands `account`, `app`, `key`, `check`, `backup` and `verify`: rows only.
CREATE USER IF NOT EXISTS 'counterfoil_worker'@'%' IDENTIFIED BY 'PASSWORD';
GRANT SELECT, INSERT, UPDATE, DELETE ON counterfoil.* TO 'counterfoil_worker'@'%';
