-- The users of the database, for MySQL and MariaDB. Replace each PASSWORD, and
-- '%' by the network of your machines, such as '10.0.0.%', or repeat the lines of each user for each address.
-- Add REQUIRE SSL to each CREATE USER where the connection leaves the machine. Run it again before `counterfoil migrate` of a new
-- version: it may have new tables.
CREATE DATABASE IF NOT EXISTS counterfoil CHARACTER SET utf8mb4;

-- `counterfoil migrate` and `restore`: make and change tables.
CREATE USER IF NOT EXISTS 'counterfoil_migrate'@'%' IDENTIFIED BY 'PASSWORD';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES ON counterfoil.* TO 'counterfoil_migrate'@'%';

-- The commands `account`, `app`, `webhook`, `key`, `request`, `status`, `top`, `doctor`, `backup` and `verify`: rows of all tables.
CREATE USER IF NOT EXISTS 'counterfoil_admin'@'%' IDENTIFIED BY 'PASSWORD';
GRANT SELECT, INSERT, UPDATE, DELETE ON counterfoil.* TO 'counterfoil_admin'@'%';

-- `counterfoil worker`: of each table only what it needs, so that it can create no apps and no accounts. Gateways need no user.
-- A right on a table that does not exist yet can be granted only together with CREATE, which is taken away again.
CREATE USER IF NOT EXISTS 'counterfoil_worker'@'%' IDENTIFIED BY 'PASSWORD';
GRANT SELECT, CREATE ON counterfoil.accounts TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.accounts FROM 'counterfoil_worker'@'%';
GRANT SELECT, CREATE ON counterfoil.apps TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.apps FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, CREATE ON counterfoil.number_sequences TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.number_sequences FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.customers TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.customers FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.addresses TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.addresses FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.articles TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.articles FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, CREATE ON counterfoil.orders TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.orders FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, CREATE ON counterfoil.order_items TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.order_items FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, CREATE ON counterfoil.article_sales TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.article_sales FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, DELETE, CREATE ON counterfoil.changes TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.changes FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, CREATE ON counterfoil.change_positions TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.change_positions FROM 'counterfoil_worker'@'%';
GRANT SELECT, CREATE ON counterfoil.change_feed TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.change_feed FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, CREATE ON counterfoil.change_reads TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.change_reads FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.webhooks TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.webhooks FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.webhook_deliveries TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.webhook_deliveries FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.inbox TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.inbox FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.record_history TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.record_history FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.erasures TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.erasures FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.value_claims TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.value_claims FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.query_records TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.query_records FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.query_words TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.query_words FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON counterfoil.query_typos TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.query_typos FROM 'counterfoil_worker'@'%';
GRANT SELECT, INSERT, UPDATE, CREATE ON counterfoil.query_positions TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.query_positions FROM 'counterfoil_worker'@'%';
GRANT SELECT, CREATE ON counterfoil.secret_keys TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.secret_keys FROM 'counterfoil_worker'@'%';
GRANT SELECT, CREATE ON counterfoil.cursor_keys TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.cursor_keys FROM 'counterfoil_worker'@'%';
GRANT SELECT, CREATE ON counterfoil.knex_migrations TO 'counterfoil_worker'@'%';
REVOKE CREATE ON counterfoil.knex_migrations FROM 'counterfoil_worker'@'%';
