#!/bin/sh
umask 0077
exec "$@"
