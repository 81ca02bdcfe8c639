#!/usr/bin/env bash
# Installs Flyerdeck with Docker: asks what it must know, writes .env beside docker-compose.yml, starts the services there,
# waits until everything works, and prints the address. It can be repeated: it changes nothing that .env sets.
#
#   .docker/install.sh
#   DOMAIN=flyers.example BOT_TOKEN=123456:ABC... BOT_USERNAME=our_flyers_bot .docker/install.sh     asks nothing
#   COMPOSE_PROFILES= .docker/install.sh     without the proxy for https, if this server has one: it must pass requests to 127.0.0.1:8080
#   FLYERDECK_IMAGE= .docker/install.sh      builds the image here instead of downloading it
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "$1" >&2
  exit 1
}

is_set() { grep -q "^$1=" .env; }
value_of() { sed -n "s/^$1=//p" .env | tail -n 1; }
set_once() { is_set "$1" || echo "$1=$2" >>.env; }

secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

# ask NAME PATTERN QUESTION: the variable NAME, else an answer, until it matches the pattern.
ask() {
  local answer=${!1-}
  until [[ $answer =~ ^$2$ ]]; do
    [[ -z $answer ]] || echo "\"$answer\" is not valid."
    [[ -z ${!1-} ]] || fail "Set $1 to another value."
    read -rp "$3: " answer || fail "Set $1, or run this where it can ask."
  done
  printf -v "$1" %s "$answer"
}

# The image that .github/workflows/release.yml has published, if this is a clone of a repository on GitHub.
published_image() {
  git remote get-url origin 2>/dev/null | sed -nE 's#^(https://|git@)github\.com[:/]([^/]+/[^/]+)$#ghcr.io/\2#p' | sed 's/\.git$//' | tr '[:upper:]' '[:lower:]'
}

docker compose version >/dev/null 2>&1 ||
  fail "Docker with its Compose plugin is missing: https://docs.docker.com/engine/install. On a new server: curl -fsSL https://get.docker.com | sh"
docker info >/dev/null 2>&1 || fail "Docker does not answer. Is it running, and are you root?"

[[ ! -e .upgrade ]] || fail "An upgrade was interrupted. Run .docker/upgrade.sh first."

# 1. Settings. Only the owner of the file may read it.
touch .env
chmod 600 .env
if ! is_set PUBLIC_URL; then
  ask DOMAIN '[a-z0-9-]+(\.[a-z0-9-]+)+' 'Domain that points to this server, such as flyers.example'
  echo "PUBLIC_URL=https://$DOMAIN" >>.env
fi
if ! is_set BOT_TOKEN; then
  ask BOT_TOKEN '[0-9]+:[A-Za-z0-9_-]{30,}' 'Token of the bot, from @BotFather'
  echo "BOT_TOKEN=$BOT_TOKEN" >>.env
fi
if ! is_set BOT_USERNAME; then
  ask BOT_USERNAME '@?[A-Za-z0-9_]{5,}' 'Name of the bot, such as our_flyers_bot'
  echo "BOT_USERNAME=${BOT_USERNAME#@}" >>.env
fi
set_once POSTGRES_PASSWORD "$(secret)"
set_once ERASURE_KEY "$(secret)"
set_once METRICS_TOKEN "$(secret)"
# The proxies: tls, or another one for https, and that of docker-compose.yml.
set_once TRUST_PROXY 2
set_once COMPOSE_PROFILES "${COMPOSE_PROFILES-tls}"
set_once FLYERDECK_IMAGE "${FLYERDECK_IMAGE-$(published_image)}"
set_once FLYERDECK_VERSION "$(sed -n 's/.*FLYERDECK_VERSION:-\([^}]*\)}.*/\1/p' docker-compose.yml)"
# What this shell has set for another installation must not replace what .env says.
unset PUBLIC_URL BOT_TOKEN BOT_USERNAME POSTGRES_PASSWORD TRUST_PROXY COMPOSE_PROFILES FLYERDECK_IMAGE FLYERDECK_VERSION

# 2. The image.
version=$(value_of FLYERDECK_VERSION)
if [[ $(value_of FLYERDECK_IMAGE) ]]; then
  echo "Downloading version $version."
  docker compose pull --quiet || fail "The images cannot be downloaded. To build Flyerdeck's here, empty FLYERDECK_IMAGE in .env and run this again."
else
  echo "Building version $version."
  docker compose build migrate
fi

# 3. The processes. The first start creates the database.
echo "Starting."
# nginx and Postgres read their files as other users.
chmod -R go+rX .docker
docker compose up --detach --remove-orphans ||
  fail "Not everything has started. docker compose logs says why. On a slow server run this again."

# 4. Certificate and first backup take up to two minutes.
echo "Waiting until everything works."
report=$(mktemp)
trap 'rm -f "$report"' EXIT
for ((i = 0; i < 30; i++)); do
  docker compose run --rm -T flyerdeck doctor </dev/null >"$report" 2>&1 && healthy=yes && break
  sleep 5
done
cat "$report"
[[ ${healthy-} ]] || fail "Something does not work yet. Repair what is said above, then run this again."

url=$(value_of PUBLIC_URL)
cat <<END

Flyerdeck $version runs at $url

1. Tell @BotFather the domain with /setdomain, and the address with /setmenubutton.
2. Open $url and sign in.
3. Make yourself an admin. The first command shows your Telegram id:
     docker compose run --rm flyerdeck users
     docker compose run --rm flyerdeck make-admin TELEGRAM_ID
4. Keep a copy of $PWD/.env in a safe place.

Later: .docker/upgrade.sh VERSION
END
