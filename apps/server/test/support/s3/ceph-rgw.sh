#!/usr/bin/env bash
# A Ceph cluster in one folder: one monitor, one OSD on a sparse file, one radosgw that speaks S3. As root, with Debian's packages
# ceph-mon ceph-mgr ceph-osd radosgw ceph-common.   ceph-rgw.sh start|stop FOLDER PORT ACCESS_KEY SECRET_KEY
# The file grows to CEPH_BYTES at most, and nothing that was written to it is given back.
set -euo pipefail
D=$2; PORT=${3:-0}; MON=$((PORT + 10000))
export CEPH_CONF=$D/ceph.conf
if [ "$1" = stop ]; then
  for d in rgw osd mgr mon; do
    [ -s "$D/run/$d.pid" ] || continue
    P=$(cat "$D/run/$d.pid"); kill "$P" 2>/dev/null || continue
    for _ in $(seq 100); do case "$(ps -o stat= -p "$P" 2>/dev/null)" in ''|Z*) break;; esac; sleep 0.1; done
  done
  rm -rf "$D"; exit
fi
mkdir -p "$D"/{mon,mgr,osd,rgw,run,log}
cat > "$CEPH_CONF" <<CONF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon_host = v1:127.0.0.1:$MON
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = $D/run
admin_socket = $D/run/\$name.asok
log_file = $D/log/\$name.log
crash_dir = $D/log
mon_data = $D/mon
mgr_data = $D/mgr
osd_data = $D/osd
rgw_data = $D/rgw
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 1
mgr_initial_modules =
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
osd_objectstore = bluestore
osd_memory_target = 939524096
bluestore_block_size = ${CEPH_BYTES:-21474836480}
bluestore_block_create = true
rgw_frontends = beast endpoint=127.0.0.1:$PORT tcp_nodelay=1
rgw_dns_name = localhost
CONF
monmaptool --create --fsid "$(sed -n 's/^fsid = //p' "$CEPH_CONF")" --addv a "[v1:127.0.0.1:$MON]" "$D/monmap" >/dev/null
ceph-mon -i a --mkfs --monmap "$D/monmap" --keyring /dev/null
touch "$D/mon/keyring"
ceph-mon -i a --pid-file "$D/run/mon.pid"
timeout 60 ceph mon stat >/dev/null # an OSD that starts before the monitor has its quorum dies
U=$(cat /proc/sys/kernel/random/uuid)
for _ in 1 2 3 4 5; do # a monitor that has just got its quorum may take a command for another cluster's
  ceph osd new "$U" >/dev/null 2>&1 && break
  sleep 1
done
ceph-osd -i 0 --mkfs --osd-uuid "$U" 2>/dev/null
ceph-mgr -i x --pid-file "$D/run/mgr.pid" 2>/dev/null
for _ in $(seq 10); do # one that has not heard from the monitor in time gives up
  ceph-osd -i 0 --pid-file "$D/run/osd.pid" >/dev/null 2>&1 || true
  sleep 1.5
  kill -0 "$(cat "$D/run/osd.pid" 2>/dev/null || echo none)" 2>/dev/null && break
done
radosgw -n client.rgw --pid-file "$D/run/rgw.pid"
for _ in $(seq 240); do curl -fsS -o /dev/null "http://127.0.0.1:$PORT/" 2>/dev/null && break; sleep 0.25; done
radosgw-admin user create --uid=app --display-name=app --access-key="$4" --secret="$5" >/dev/null
