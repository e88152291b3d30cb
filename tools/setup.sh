# SPDX-License-Identifier: MIT
# Sourced by tools/quickstart, tools/test and .ci/run: finds the top folder, installs packages, sets up a build folder.
# shellcheck shell=bash disable=SC2034

# Messages of tools are read below and quoted in reports: keep them in one language. CDPATH would make cd print.
export LC_ALL=C.UTF-8
unset CDPATH

top=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

build_packages=(meson ninja-build g++ pkg-config cmake python3 libtomlplusplus-dev librange-v3-dev libfmt-dev libhwloc-dev
  libcli11-dev nlohmann-json3-dev)
mpi_packages=(openmpi-bin libopenmpi-dev)  # for measuring between nodes; a build goes without them
test_packages=(catch2 pciutils iproute2 faketime python3-jsonschema python3-prometheus-client)
exporter_packages=(prometheus-node-exporter)  # a service that Debian starts at once: for machines that test, and no others
opencl_packages=(pocl-opencl-icd)  # OpenCL devices made of threads; their test skips where they are missing
guest_packages=(qemu-system-x86 busybox-static cpio)  # the guest test skips where they are missing

say() { printf 'lanemark: %s\n' "$*" >&2; }

refuse() {
  say "$@"
  exit 1
}

# have PACKAGE: installed as a package, or there by other means (another distribution, one's own prefix).
have() {
  if command -v dpkg-query >/dev/null && [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; then
    return 0
  fi
  case $1 in
    meson | cmake | python3 | pkg-config | cpio) command -v "$1" ;;
    ninja-build) command -v ninja ;;
    g++) command -v "${CXX:-c++}" ;;
    pciutils) command -v lspci ;;
    python3-jsonschema) python3 -c 'import jsonschema' ;;
    python3-prometheus-client) python3 -c 'import prometheus_client.openmetrics.parser' ;;
    prometheus-node-exporter) command -v prometheus-node-exporter || command -v node_exporter ;;
    iproute2) command -v ip && command -v tc ;;
    openmpi-bin) command -v mpirun ;;
    libopenmpi-dev) pkg-config --exists ompi-cxx || command -v mpicxx ;;
    libtomlplusplus-dev) pkg-config --exists tomlplusplus ;;
    libfmt-dev) pkg-config --exists fmt ;;
    libhwloc-dev) pkg-config --exists hwloc ;;
    libcli11-dev) pkg-config --exists CLI11 ;;
    nlohmann-json3-dev) pkg-config --exists nlohmann_json ;;
    catch2) pkg-config --exists catch2-with-main || pkg-config --exists catch2 ;;
    librange-v3-dev) echo '#include <range/v3/version.hpp>' | "${CXX:-c++}" -E -x c++ - ;;
    *) false ;;
  esac >/dev/null 2>&1
}

# need PACKAGE...: installs those that are missing. Nothing is missing: nothing is run, no network is used.
need() {
  local missing=() package as_root=() log
  for package in "$@"; do
    have "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null; then
    refuse "cannot install packages here, this system has no apt-get. Install by its own means what Debian calls: ${missing[*]}"
  fi
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      refuse "packages are missing and this is neither root nor is there sudo. Run as root: apt-get install --no-install-recommends ${missing[*]}"
    fi
    as_root=(sudo)
    [ -t 0 ] || as_root+=(-n)
  fi
  say "installing ${missing[*]}"
  log=$(mktemp)
  # An update that fails for some foreign source need not matter: the installation decides.
  if ! {
    "${as_root[@]}" apt-get -q update
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "${missing[@]}"
  } </dev/null >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    refuse "the installation failed (above). By hand: apt-get install --no-install-recommends ${missing[*]}"
  fi
  rm -f "$log"
}

# wish PACKAGE...: like need, for what a build goes without. Where it cannot be had, that is said, and no more.
wish() {
  (need "$@") || say "going on without $*"
}

# configure FOLDER OPTION...: sets the build folder up, or brings it up to date (new files too). Options given earlier stay.
configure() {
  local folder=$1 log
  shift
  if [ -e "$folder" ] && [ ! -w "$folder" ]; then
    refuse "$folder is not writable by $(id -un); it was made by $(stat -c %U -- "$folder"). Remove it or run as that user"
  fi
  log=$(mktemp)
  if [ -f "$folder/build.ninja" ]; then
    # A folder that cannot be brought up to date (moved tree, other compiler, other Meson) is set up anew.
    meson setup --reconfigure "$@" "$folder" "$top" >"$log" 2>&1 || meson setup --wipe "$@" "$folder" "$top" >"$log" 2>&1
  else
    meson setup "$@" "$folder" "$top" >"$log" 2>&1
  fi || {
    cat "$log" >&2
    rm -f "$log"
    refuse "the build could not be set up in $folder (above)"
  }
  rm -f "$log"
}
