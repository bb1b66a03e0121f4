#!/usr/bin/env bash
# stand-in-images.sh FOLDER: for an engine of one's own (DOCKER_HOST, DOCKER_CONFIG) on a Debian machine that reaches no image
# registry. Fetches Compose 2 and makes local images under the names of the official ones, where they are missing. As root,
# with mmdebstrap and npm.
set -euo pipefail
folder=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -1)}

main() {
  docker compose version >/dev/null 2>&1 || compose
  has redis:7 || redis & local redis=$!
  has mysql:8.4 || mysql & local mysql=$!
  has node:24-bookworm-slim || { node_program 24; node 24 "$folder/node24/node_modules/node/bin/node"; } & local node24=$!
  wait $redis && wait $mysql && wait $node24
}

files=$(cat "$here"/stand-in-images.sh "$here"/*-entry.sh "$here"/mysql.cnf | sha256sum | cut -c 1-64)

has() {
  [ "$(docker image inspect --format '{{.Config.Labels.files}}' "$1" 2>/dev/null)" = "$files" ]
}

import() {
  docker import -c "LABEL files=$files" "$@"
}

# From Debian's unstable suite; the mirror may be up to 90 days behind.
compose() {
  local apt=$folder/apt
  mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial" "$DOCKER_CONFIG/cli-plugins"
  printf 'Types: deb\nURIs: %s\nSuites: sid\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n' \
    "$mirror" >"$apt/parts/sid.sources"
  local options=(-qq -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$apt/parts" -o "Dir::State::Lists=$apt/lists"
    -o "Dir::Cache=$apt/cache" -o Acquire::Min-ValidTime=7776000 -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update
  (cd "$apt" && apt-get "${options[@]}" download docker-compose && dpkg -x docker-compose_*.deb unpacked)
  cp "$apt/unpacked/usr/libexec/docker/cli-plugins/docker-compose" "$DOCKER_CONFIG/cli-plugins/"
}

# root SUITE PACKAGES HOOK...: a Debian system as a tar archive.
root() {
  local suite=$1 packages=$2 hooks=() hook
  shift 2
  for hook in "$@"; do hooks+=("--customize-hook=$hook"); done
  mmdebstrap --quiet --skip=cleanup/run --variant=minbase --aptopt='Acquire::Min-ValidTime "7776000"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    "${hooks[@]}" --include="$packages" "$suite" - "$mirror"
}

# The package `node` brings the program of each release.
node_program() {
  mkdir -p "$folder/node$1"
  echo '{}' >"$folder/node$1/package.json"
  npm install --prefix "$folder/node$1" --no-audit --no-fund --loglevel=error "node@$1" >&2
}

node() {
  local npm
  npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  root bookworm ca-certificates \
    'chroot "$1" useradd --uid 1000 --user-group --create-home node' \
    "mkdir -p \"\$1/usr/local/lib/node_modules\" \"\$1/usr/local/etc\"; cp '$2' \"\$1/usr/local/bin/node\"" \
    "cp -r '$npm' \"\$1/usr/local/lib/node_modules/npm\"; ln -s ../lib/node_modules/npm/bin/npm-cli.js \"\$1/usr/local/bin/npm\"" \
    'cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"; echo cafile=/etc/ssl/certs/ca-certificates.crt >"$1/usr/local/etc/npmrc"' |
    import -c 'CMD ["node"]' - "node:$1-bookworm-slim"
}

redis() {
  root bookworm redis-server \
    'mkdir "$1/data"; chroot "$1" chown redis:redis /data' "install -m 755 '$here/redis-entry.sh' \"\$1/entry\"" |
    import -c 'VOLUME /data' -c 'WORKDIR /data' -c 'ENTRYPOINT ["/entry"]' -c 'CMD ["redis-server"]' - redis:7
}

mysql() {
  root sid mysql-server-core,mysql-client-core,openssl \
    'chroot "$1" useradd --system --user-group --uid 999 mysql' \
    'mkdir -p "$1/var/lib/mysql" "$1/run/mysqld"; chroot "$1" chown mysql:mysql /var/lib/mysql /run/mysqld; chmod 1777 "$1/run/mysqld"' \
    "install -m 755 '$here/mysql-entry.sh' \"\$1/entry\"; install -m 644 '$here/mysql.cnf' \"\$1/etc/my.cnf\"" |
    import -c 'VOLUME /var/lib/mysql' -c 'ENTRYPOINT ["/entry"]' -c 'CMD ["mysqld"]' - mysql:8.4
}

main
