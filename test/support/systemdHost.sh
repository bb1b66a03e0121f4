# Makes an isolated machine, and becomes its systemd. It uses the files and the network of this machine; its writes stay in
# memory. Arguments: an empty folder, the checkout that it has as /opt/counterfoil, and the program that it has as /usr/bin/node.
set -euo pipefail
folder=$1 checkout=$2 node=$3

if [ "${4:-}" != inside ]; then
  # A control group of its own, which is removed afterwards: `systemdHost.ts` knows its name.
  for group in /sys/fs/cgroup/{,systemd/,memory/}; do
    [ -e "$group/cgroup.procs" ] || continue
    mkdir "$group/$(basename "$folder")"
    echo $$ > "$group/$(basename "$folder")/cgroup.procs"
  done
  exec setpriv --pdeathsig KILL unshare --fork --kill-child --pid --mount --uts --ipc --cgroup bash "$0" "$@" inside
fi

mount -t tmpfs tmpfs "$folder"
mkdir "$folder"/{written,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/written,workdir=$folder/work" "$folder/root"
cd "$folder/root"

mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs -o mode=700 tmpfs root
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
mount -t devpts devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  mount -t cgroup2 cgroup2 sys/fs/cgroup
else
  mount -t tmpfs tmpfs sys/fs/cgroup
  mkdir sys/fs/cgroup/{systemd,memory}
  mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
  mount -t cgroup -o memory cgroup sys/fs/cgroup/memory
fi

# Only the journal starts, and nothing is mounted.
rm -rf etc/systemd/system/*.wants usr/lib/systemd/system/*.wants
mkdir usr/lib/systemd/system/sysinit.target.wants
ln -s ../systemd-journald.service usr/lib/systemd/system/sysinit.target.wants
: > etc/fstab

mkdir -p opt/counterfoil old
mount --bind "$checkout" opt/counterfoil
rm -f usr/bin/node
touch usr/bin/node
mount --bind "$node" usr/bin/node

touch run/isolated
pivot_root . old
cd /
umount --lazy old
mount --make-rshared /
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=basic.target
