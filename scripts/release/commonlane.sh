#!/bin/sh
# Runs Commonlane with the Node in this folder. Nothing else needs to be installed.
set -eu
folder=$(dirname "$(readlink -f "$0")")
node=$(echo "$folder"/node_modules/node-linux-*/bin/node)
# Messages name commands as they are typed here.
export COMMONLANE_COMMAND="$0"
# See scripts/run.mjs.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-131072}"
export MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-131072}"

serve() {
  program=$1
  shift
  exec "$node" --max-semi-space-size=4 --import "$folder/scripts/compile-cache.mjs" "$folder/server/dist/$program.js" "$@"
}

command=${1:-start}
[ $# -eq 0 ] || shift
case $command in
start) serve main ;;
cluster) serve main-cluster "$@" ;;
demo) serve main-demo ;;
admin) exec "$node" "$folder/server/src/admin/main.ts" "$@" ;;
region) exec "$node" "$folder/server/src/admin/main.ts" region "$@" ;;
transit) exec "$node" "$folder/server/src/admin/main.ts" transit "$@" ;;
meeting-points) exec "$node" "$folder/server/src/admin/main.ts" meeting-points "$@" ;;
move-in) exec "$node" "$folder/server/src/admin/main.ts" move-in "$@" ;;
healthcheck) exec "$node" "$folder/scripts/release/healthcheck.mjs" ;;
version) sed -n 's/^  "version": "\(.*\)",$/\1/p' "$folder/package.json" ;;
*)
  cat >&2 <<HELP
Usage: $0 [command]

  start              starts the server (default); settings are environment variables, see docs/operate.md
  cluster [number]   starts several processes behind one port
  demo               starts a community of fictional people, with its own data folder
  admin --help       backups, moderators, users, data folders
  region --help      roads, places and maps from OpenStreetMap extracts
  transit --help     timetables of public transport from GTFS feeds
  meeting-points --help   meeting points from open data
  move-in --help     people, vehicles and series of another platform
  healthcheck        exits with 0 if the server of this machine answers, for containers
  version            prints the version
HELP
  case $command in help | --help | -h) ;; *) exit 2 ;; esac
  ;;
esac
