#!/usr/bin/env bash
# Upgrades Flyerdeck, as install.sh has installed it: .docker/upgrade.sh VERSION
#
# A failure brings the former version back, and the reason is printed. If this script is killed, or the server stops, run it again, with or
# without a version: it first goes back. If the new version has another schema of the database, the product is stopped from the
# backup until the new version runs, so that a restored backup lacks nothing. Otherwise it answers all the time.
# shellcheck disable=SC2317 # try calls functions by their names.
set -euo pipefail
cd "$(dirname "$0")/.."
# nginx and Postgres read files of this folder as other users.
umask 022

# Exists from the first change until the upgrade is done or taken back: what is needed to go back.
JOURNAL=.upgrade
WRITERS=(proxy api worker bot)

say() { echo "== $*"; }
fail() {
  echo "$1" >&2
  exit 1
}
note() { echo "$1" >>"$JOURNAL"; }
step() {
  note "step='$1'"
  say "${1^}"
}
# Otherwise they would replace what .env says.
unset PUBLIC_URL POSTGRES_PASSWORD TRUST_PROXY COMPOSE_PROFILES FLYERDECK_IMAGE

value_of() { sed -n "s/^$1=//p" .env | tail -n 1; }
set_version() { sed -i "s/^FLYERDECK_VERSION=.*/FLYERDECK_VERSION=$1/" .env; }

# It takes precedence over .env.
use() { export FLYERDECK_VERSION=$1; }
# In a container of the product. It has a name, so that the next run finds and removes one that a killed run has left.
run() { docker compose run --rm -T --name flyerdeck-upgrade "$@" </dev/null; }
remove_command() { docker rm --force flyerdeck-upgrade >/dev/null 2>&1 || true; }
psql() { docker compose exec -T postgres psql -qU postgres -v ON_ERROR_STOP=1 "$@" </dev/null; }
schema_of_image() { run flyerdeck version | sed 's/^[^,]*, //; s/, Node.*//'; }

get_images() {
  if [[ $(value_of FLYERDECK_IMAGE) ]]; then docker compose pull --quiet; else docker compose build --pull migrate; fi
}

# Processes of the api of the other version end, one after the other, when two of this version answer. nginx looks for them
# every five seconds.
start() {
  local image container others=()
  image=$(value_of FLYERDECK_IMAGE)
  for container in $(docker compose ps --quiet api); do
    case $(docker inspect --format '{{.Config.Image}} {{.State.Health.Status}}' "$container") in
      "${image:-flyerdeck}:$FLYERDECK_VERSION "*) ;;
      *' healthy') others+=("$container") ;;
      *) docker rm --force --volumes "$container" >/dev/null ;;
    esac
  done
  # A new container of it replaces no other, while one that is replaced has those replaced that depend on it.
  docker compose rm --force migrate
  if ((${#others[@]})); then
    docker compose up --detach --no-recreate --scale api=$((${#others[@]} + 2)) --wait --wait-timeout 180 api
    for container in "${others[@]}"; do
      sleep 6
      docker stop "$container" >/dev/null
      docker rm --volumes "$container" >/dev/null
    done
  fi
  docker compose up --detach --remove-orphans
  # nginx that has just started may not have its process id yet.
  docker compose exec -T proxy nginx -c /etc/flyerdeck/nginx.conf -s reload </dev/null || docker compose restart proxy
}

# Tries for three minutes, because webhook and certificate take a moment.
doctor() {
  local report
  for ((i = 0; i < 20; i++)); do
    report=$(run flyerdeck doctor 2>&1) && return 0
    sleep 5
  done
  echo "$report" >&2
  return 1
}

restore_backup() {
  local url
  url=postgres://flyerdeck:$(value_of POSTGRES_PASSWORD)@postgres:5432/flyerdeck_back
  docker compose stop "${WRITERS[@]}"
  psql -c 'DROP DATABASE IF EXISTS flyerdeck_back' -c 'CREATE DATABASE flyerdeck_back OWNER flyerdeck'
  run -e DATABASE_URL="$url" flyerdeck restore "$backup"
  run -e DATABASE_URL="$url" flyerdeck erase-again
  if [[ ${started-} ]]; then
    psql flyerdeck_back -c 'UPDATE users SET is_posting_active = false'
    say "What was changed while version $to ran is not in the backup. Posting is paused for all users: ask them to check their pages" \
      "and to delete what was posted already, before they start it again."
  fi
  psql -c 'DROP DATABASE IF EXISTS flyerdeck_failed'
  psql --single-transaction -c 'ALTER DATABASE flyerdeck RENAME TO flyerdeck_failed' -c 'ALTER DATABASE flyerdeck_back RENAME TO flyerdeck'
  say "The database of version $to is kept as flyerdeck_failed, until the next upgrade that goes back."
}

# Can be repeated, whatever a former try has done.
go_back() {
  say "Going back to version $from"
  git checkout --quiet --force "$commit"
  set_version "$from"
  use "$from"
  docker compose up --detach --wait postgres
  # Puts back the functions of this version. It refuses a database that a migration has changed.
  if ! run migrate && [[ ${changed-} && ${backup-} ]]; then restore_backup; fi
  run migrate
  start
  doctor
}

upgrade() {
  local schema
  step "files and image of version $to"
  schema=$(schema_of_image)
  git checkout --quiet "v$to"
  use "$to"
  get_images

  step backup
  if [[ $(schema_of_image) != "$schema" ]]; then
    note changed=yes
    say "The schema changes, so the product is stopped."
    docker compose stop "${WRITERS[@]}"
  fi
  use "$from"
  backup=/backups/before-$to-$(date +%Y%m%d%H%M%S)
  run flyerdeck backup "$backup"
  note "backup=$backup"

  step migrate
  use "$to"
  run migrate
  run flyerdeck books

  step start
  note started=yes
  set_version "$to"
  start

  step "doctor of version $to"
  doctor

  step books
  run flyerdeck books
  say "The backup of before is $backup."
}

# Sets status. Each command of the function must succeed, which `if` or `||` would prevent.
try() {
  set +e
  (set -e && "$1")
  status=$?
  set -e
}

take_back() {
  local from to commit changed backup started step status
  # shellcheck source=/dev/null # Lines NAME='VALUE' that this script has written.
  . $JOURNAL
  remove_command
  try go_back
  ((status == 0)) || fail "Going back has failed. Repair what is said above, then run .docker/upgrade.sh again: it goes on."
  rm $JOURNAL
  say "Version $from runs again, because the upgrade to version $to ended at this step: ${step-}"
}

main() {
  local to=${1-} from status
  exec 9>>.upgrade.lock
  # A command of a killed run may still run.
  flock --wait 600 9 || fail "Another upgrade is running."
  remove_command
  # Ends what runs at that moment. Then this script goes back.
  trap : INT TERM HUP
  if [[ -e $JOURNAL ]]; then take_back; fi
  [[ $to ]] || exit 0
  [[ $to =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "Usage: .docker/upgrade.sh VERSION, for example .docker/upgrade.sh 1.1.0"
  from=$(value_of FLYERDECK_VERSION)
  [[ $from ]] || fail "FLYERDECK_VERSION is not set in .env: run .docker/install.sh first, which sets it."
  [[ $from != "$to" ]] || fail "Version $to runs already."
  [[ -z $(git status --porcelain --untracked-files=no) ]] || fail "Files of this folder are changed: git status. An upgrade would overwrite them."

  say "Doctor of version $from"
  use "$from"
  doctor || fail "Nothing was changed. Repair this first."
  git fetch --quiet origin tag "v$to" || fail "There is no version $to, or it cannot be downloaded. Nothing was changed."

  printf "from='%s'\nto='%s'\ncommit='%s'\n" "$from" "$to" "$(git rev-parse HEAD)" >$JOURNAL.new
  mv $JOURNAL.new $JOURNAL
  try upgrade
  if ((status != 0)); then
    take_back
    exit 1
  fi
  rm $JOURNAL
  say "Version $to runs."
}

# In one line, because this file changes while it runs.
main "$@"; exit
