#!/bin/sh
# workerd outlives a parent that is killed outright. This waits for its standard input, which the server holds open, to end, however the
# server ends, and then ends every workerd that the server had started.
trap '' INT TERM HUP
cat > /dev/null
[ -f "$1" ] || exit 0
while read -r pid; do
  case "$(ps -o args= -p "$pid" 2> /dev/null)" in
    *workerd*) kill -9 "$pid" 2> /dev/null ;;
  esac
done < "$1"
rm -f "$1"
