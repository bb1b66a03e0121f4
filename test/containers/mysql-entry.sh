#!/bin/bash
# What the official image does at its first start, as far as docker-compose.yml relies on it.
set -e
[ "${1#-}" = "$1" ] || set -- mysqld "$@"
[ -z "$MYSQL_PASSWORD_FILE" ] || MYSQL_PASSWORD=$(cat "$MYSQL_PASSWORD_FILE")
if [ ! -d /var/lib/mysql/mysql ]; then
  "$@" --initialize-insecure
  "$@" --daemonize --skip-networking
  root=$(openssl rand -hex 12)
  echo "GENERATED ROOT PASSWORD: $root"
  mysql -uroot <<Q
CREATE DATABASE $MYSQL_DATABASE;
CREATE USER '$MYSQL_USER'@'%' IDENTIFIED BY '$MYSQL_PASSWORD';
GRANT ALL ON $MYSQL_DATABASE.* TO '$MYSQL_USER'@'%';
ALTER USER root@localhost IDENTIFIED BY '$root';
Q
  MYSQL_PWD=$root mysqladmin -uroot shutdown
fi
exec "$@"
