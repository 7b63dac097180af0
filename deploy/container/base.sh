#!/bin/sh
# Makes the two images that Containerfile begins with from Debian's packages alone, where no image can be pulled.
# As root, with debootstrap and podman, from the top of the repository; then the image itself:
#   sh deploy/container/base.sh
#   podman build --format docker -f deploy/container/Containerfile --build-arg BASE=localhost/fws-base \
#     --build-arg BUILD_BASE=localhost/fws-build-base -t fws .
set -eu
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

# install_packages PACKAGE...
install_packages() {
    chroot "$root" apt-get install -y --no-install-recommends "$@"
    chroot "$root" apt-get clean
}

# import_image NAME: imports the current contents of the folder.
import_image() {
    tar -C "$root" --one-file-system --exclude='./var/lib/apt/lists/*' --exclude='./var/cache/*' -c . | podman import - "$1"
}

export DEBIAN_FRONTEND=noninteractive
debootstrap --variant=minbase --include=ca-certificates trixie "$root"
install_packages nodejs
import_image localhost/fws-base
install_packages npm
import_image localhost/fws-build-base
