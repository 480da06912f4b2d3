#!/bin/sh
# Miniflare starts workerd through this (MINIFLARE_WORKERD_PATH), so that its process id is on record for the watchdog.
echo $$ >> "$TAWA_WORKERD_PIDS"
exec "$TAWA_WORKERD" "$@"
