#!/bin/bash
# What the official image does at its first start, as far as docker-compose.yml relies on it.
set -e
[ "${1#-}" = "$1" ] || set -- mysqld "$@"
if [ ! -d /var/lib/mysql/mysql ]; then
  "$@" --initialize-insecure
  "$@" --daemonize --skip-networking
  root=$(cat "${MYSQL_ROOT_PASSWORD_FILE:-/dev/null}")
  if [ -n "$MYSQL_RANDOM_ROOT_PASSWORD" ]; then
    root=$(openssl rand -hex 12)
    echo "GENERATED ROOT PASSWORD: $root"
  fi
  echo "ALTER USER root@localhost IDENTIFIED BY '$root'" | mysql -uroot
  export MYSQL_PWD=$root
  # The releases before this one had one user, with all rights.
  [ -z "$MYSQL_USER" ] || mysql -uroot <<Q
CREATE DATABASE $MYSQL_DATABASE;
CREATE USER '$MYSQL_USER'@'%' IDENTIFIED BY '$(cat "$MYSQL_PASSWORD_FILE")';
GRANT ALL ON $MYSQL_DATABASE.* TO '$MYSQL_USER'@'%';
Q
  for file in /docker-entrypoint-initdb.d/*.sql; do
    [ ! -f "$file" ] || mysql -uroot <"$file"
  done
  mysqladmin -uroot shutdown
  unset MYSQL_PWD
fi
exec "$@"
