#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# guest.sh COMMAND [FILE...]: boots a small emulated machine with several NUMA nodes and a PCIe switch, runs COMMAND in it, prints what
# it prints and exits with its status; 77 where the means are missing. FILEs (programs and data) are there at the paths they have
# here, programs with their libraries. Software emulation, about 3 s to boot: fit for placement and topology, never for timing.
#
# Needs qemu-system-x86, busybox-static, cpio and a Linux kernel with NUMA and PCI built in: Debian's cloud kernel, from /boot or from
# GUEST_KERNEL, else unpacked from its package into GUEST_CACHE without being installed.
# GUEST_NUMA, GUEST_PCI: QEMU's options for another machine. GUEST_TIMEOUT: seconds.
set -eu
command=$1
shift
export LC_ALL=C.UTF-8

skip() {
  echo "skipped: $*"
  exit 77
}
command -v qemu-system-x86_64 >/dev/null || skip "qemu-system-x86 is not installed"
command -v cpio >/dev/null || skip "cpio is not installed"
busybox=$(command -v busybox) || skip "busybox-static is not installed"
file_is_static() { ! ldd "$1" >/dev/null 2>&1; }
file_is_static "$busybox" || skip "busybox-static is not installed, $busybox needs libraries"

# The kernel is only read, by QEMU; installing its package would change how this machine boots.
kernel() {
  local cache=${GUEST_CACHE:-${TMPDIR:-/tmp}/lanemark-guest} found package
  found=${GUEST_KERNEL:-$(find /boot "$cache" -name 'vmlinuz-*cloud*' 2>/dev/null | sort -V | tail -n 1)}
  if [ -z "$found" ] && command -v apt-cache >/dev/null; then
    package=$(apt-cache depends linux-image-cloud-amd64 2>/dev/null | sed -n 's/.*Depends: \(linux-image-[^ ]*\)$/\1/p' | head -n 1)
    if [ -n "$package" ]; then
      mkdir -p "$cache"
      (cd "$cache" && apt-get -qq -o APT::Sandbox::User=root download "$package" >&2 && dpkg-deb --fsys-tarfile "$package"_*.deb | tar -x --wildcards './boot/vmlinuz-*' && rm -f "$package"_*.deb) || true
      found=$(find "$cache" -name 'vmlinuz-*cloud*' | sort -V | tail -n 1)
    fi
  fi
  [ -n "$found" ] && [ -r "$found" ] && echo "$found"
}
kernel=$(kernel) || skip "no kernel for the guest; install linux-image-cloud-amd64 or name one by GUEST_KERNEL"

root=$(mktemp -d)
trap 'rm -rf "$root" "$root.img"' EXIT
mkdir -p "$root"/{bin,proc,sys,dev,tmp,run}
cp "$busybox" "$root/bin/busybox"
pack() {
  local library
  install -D "$1" "$root$1"
  { ldd "$1" 2>/dev/null || true; } | grep -oE '/[^ ]+' | sort -u | while read -r library; do
    [ -e "$root$library" ] || install -D "$(realpath "$library")" "$root$library"
  done
}
for file in "$@"; do pack "$(realpath -s "$file")"; done
cat >"$root/init" <<INIT
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
export PATH=/bin:/usr/bin:/sbin:/usr/sbin HOME=/tmp LC_ALL=C.UTF-8
echo '<<<guest'
( $command ) 2>&1; echo "guest>>> \$?"
poweroff -f
INIT
chmod +x "$root/init"
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) >"$root.img"

# Nodes 0 and 1 with two CPUs each, node 2 with memory and no CPU; a PCIe switch with two functions behind it.
read -ra numa <<<"${GUEST_NUMA:--smp 4 -m 1536 -object memory-backend-ram,id=m0,size=512M -object memory-backend-ram,id=m1,size=512M -object memory-backend-ram,id=m2,size=512M -numa node,nodeid=0,cpus=0-1,memdev=m0 -numa node,nodeid=1,cpus=2-3,memdev=m1 -numa node,nodeid=2,memdev=m2 -numa dist,src=0,dst=1,val=21 -numa dist,src=0,dst=2,val=17 -numa dist,src=1,dst=2,val=28}"
read -ra pci <<<"${GUEST_PCI:--device pcie-root-port,id=rp0,chassis=1,slot=1,x-speed=16,x-width=16 -device x3130-upstream,id=up,bus=rp0 -device xio3130-downstream,id=d0,bus=up,chassis=2,slot=2 -device xio3130-downstream,id=d1,bus=up,chassis=3,slot=3 -device virtio-rng-pci,bus=d0 -device virtio-rng-pci,bus=d1}"
out=$(timeout "${GUEST_TIMEOUT:-120}" qemu-system-x86_64 -accel tcg -machine q35 -nographic -no-reboot -nodefaults -serial stdio \
  -kernel "$kernel" -initrd "$root.img" -append "console=ttyS0 quiet panic=-1" "${numa[@]}" "${pci[@]}" 2>&1 </dev/null || true)
out=${out//$'\r'/}
sed -n '/<<<guest/,/guest>>>/p' <<<"$out" | sed '1d;$d'
status=$(sed -n 's/^guest>>> //p' <<<"$out" | tail -n 1)
if [ -z "$status" ]; then
  echo "the guest did not end its command; its console:"
  tail -n 20 <<<"$out"
  exit 1
fi
exit "$status"
