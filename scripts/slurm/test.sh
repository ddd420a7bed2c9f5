#!/usr/bin/env bash
# Tries scripts/slurm/regress.sh with a real Slurm on this machine alone: its daemons run as ordinary processes in a temporary
# folder, on loopback, with four nodes of two CPUs. While four shards of a small regression run,
#
#   - the processes of shard 1 are killed,
#   - the node of shard 2 dies: its slurmd, and all that it has started,
#   - the node of shard 3 hangs until its shards run elsewhere too, and comes back then,
#   - slurmctld is killed and started again.
#
# At the end the joined run must be complete and passed, and have the digest of the same regression without Slurm. Debian's
# packages slurm-wlm and munge are installed where that is possible. KEEP=1 keeps the folder. Exit status: 0 all held, 1 something
# did not, 2 something is missing.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
select=(quick --test random --seeds "${SEEDS:-1}")
shards=4 nodes=4

# install gets Debian's packages, as root only. The daemons of the packages are not used.
install() {
  local missing=() tool
  for tool in munged slurmctld slurmd sbatch squeue scancel; do
    PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null || missing+=("$tool")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing Debian packages: slurm-wlm munge"
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends slurm-wlm munge; } >"$work/apt.log" 2>&1 && return 0
    tail -n 3 "$work/apt.log" >&2
  fi
  echo "missing: ${missing[*]}; Debian has them in slurm-wlm and munge" >&2
  exit 2
}

work=$(mktemp -d "${TMPDIR:-/tmp}/tilemark-slurm.XXXXXX") || exit 2
shared=$work/shared
chmod 755 "$work" && mkdir -m 755 "$work/munge" "$work/state" "$shared" || exit 2
declare -A daemon
script=''

# ours lists processes whose command line or environment has the folder: whatever Slurm has started here.
ours() {
  local p
  for p in /proc/[0-9]*; do
    [ "${p#/proc/}" != $$ ] && grep -qsF "$work" "$p/cmdline" "$p/environ" && echo "${p#/proc/}"
  done
}

clean() {
  local status=$?
  trap - EXIT INT TERM HUP
  exec 2>/dev/null # the shell tells of each child that is killed
  local pids
  # shellcheck disable=SC2046,SC2086
  kill -KILL $script "${daemon[@]}" $(ours)
  wait
  pids=$(ours)
  # shellcheck disable=SC2086
  [ -z "$pids" ] || kill -KILL $pids
  [ -n "${KEEP:-}" ] || rm -rf "$work"
  exit $status
}
trap clean EXIT
trap 'exit 1' INT TERM HUP

fail() {
  echo "FAILED: $1" >&2
  for log in "$work"/regress.log "$shared"/shard-*.log "$work"/slurmctld.log; do
    [ -e "$log" ] && echo "-- ${log##*/}" >&2 && tail -n "${LINES_OF_LOGS:-15}" "$log" >&2
  done
  exit 1
}

# within SECONDS WHAT COMMAND... waits until a command succeeds.
within() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || fail "$what did not happen"
    sleep 0.2
  done
}

# ports finds ports one after the other that nobody listens on.
ports() {
  local first p
  while :; do
    first=$((20000 + RANDOM % 10000))
    for ((p = first; p <= first + nodes; p++)); do
      (exec 3<>"/dev/tcp/127.0.0.1/$p") 2>/dev/null && continue 2
    done
    echo $first
    return
  done
}

configure() {
  local port user
  port=$(ports) user=$(id -un)
  head -c 128 /dev/urandom >"$work/munge/key" && chmod 600 "$work/munge/key"
  cat >"$work/slurm.conf" <<CONF
ClusterName=tilemark
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket,cred_expire=10
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/%n.log
SlurmdTimeout=10
KillWait=5
MinJobAge=2
ReturnToService=2
NodeName=n[1-$nodes] NodeAddr=127.0.0.1 NodeHostname=$(hostname -s) Port=[$((port + 1))-$((port + nodes))] CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
  export SLURM_CONF=$work/slurm.conf PATH=$PATH:/usr/sbin
}

# start NAME COMMAND... starts a daemon that stays a child of this script.
start() {
  local name=$1
  shift
  "$@" </dev/null >>"$work/$name.out" 2>&1 &
  daemon[$name]=$!
  disown # the shell says nothing of its death
}
start_controller() { start slurmctld slurmctld -D -f "$SLURM_CONF"; }
start_node() { start "$1" slurmd -D -f "$SLURM_CONF" -N "$1"; }

ready() { [ "$(sinfo --noheader --format=%D --states=idle)" = $nodes ]; }

# tasks VARIABLE VALUE lists the processes that Slurm has started with a variable in their environment: SLURM_ARRAY_TASK_ID, SLURMD_NODENAME.
tasks() {
  local p
  for p in $(pgrep -f -- "$shared/"); do
    { tr '\0' '\n' <"/proc/$p/environ" | grep -qx "$1=$2" && echo "$p"; } 2>/dev/null
  done
}

# steps NODE lists a node's processes of Slurm that watch over tasks.
steps() {
  local p parent
  for p in $(tasks SLURMD_NODENAME "$1"); do
    parent=$(ps -o ppid= -p "$p") && [ "$(ps -o comm= -p "$parent")" = slurmstepd ] && echo "$parent"
  done
}

node_of() { sed -n "s/^shard $1: job [0-9]* on \([^,]*\),.*/\1/p" "$shared/shard-$1.log" | head -n 1; }

# begun tells whether the shards that are stopped have written cases.
begun() {
  local n
  for n in 1 2 3; do
    grep -qa random/ "$shared/shard-$n.db" || return 1
  done
}

ended() { local tasks && tasks=$(squeue --noheader --array --format=_%K_) && ! grep -q "_$1_" <<<"$tasks"; }

said() { grep -q -- "$2" "$1"; }

install
go build -buildvcs=auto -o "$work/tilemark" ./cmd/tilemark || exit 1
configure
start munged munged --foreground --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed"
within 20 "munged's start" test -S "$work/munge/socket"
start_controller
for ((n = 1; n <= nodes; n++)); do start_node n$n; done
within 60 "the nodes' start" ready
echo "$(slurmctld -V): $nodes nodes"

plain=$("$work/tilemark" regress "${select[@]}" --db "$work/plain.db" 2>&1 | tail -n 1)
echo "without Slurm: $plain"
[[ $plain == PASSED:* ]] || fail "the regression without Slurm"

TILEMARK=$work/tilemark POLL=1 TRIES=3 PATIENCE=120 SBATCH="--time=30" scripts/slurm/regress.sh "${select[0]}" $shards "$shared" "${select[@]:1}" >"$work/regress.log" 2>&1 &
script=$!
within 300 "the begin of the shards" begun

dead=$(node_of 2) hung=$(node_of 3)
if [ -z "$dead" ] || [ -z "$hung" ] || [ "$dead" = "$hung" ]; then
  fail "shards 2 and 3 are on the nodes '$dead' and '$hung'; two were expected"
fi
list() { printf '%s\n' "$@" | sort -nu | paste -sd' '; }
# shellcheck disable=SC2046
still=$(list $(steps "$hung") $(tasks SLURMD_NODENAME "$hung"))
# shellcheck disable=SC2046
gone=$(list $(steps "$dead") $(tasks SLURMD_NODENAME "$dead"))
# shellcheck disable=SC2046
one=$(list $(tasks SLURM_ARRAY_TASK_ID 1))
for pids in "$one" "$gone" "$still"; do
  [ -n "$pids" ] || fail "a shard was over before it could be killed"
done
# shellcheck disable=SC2046,SC2086
{
  kill -STOP "${daemon[$hung]}" $still && echo "hangs: node $hung, with shard 3"
  kill -STOP $(tasks SLURM_ARRAY_TASK_ID 2) # so that it is not over before its node dies
  kill -KILL $one && echo "killed: the processes of shard 1, on node $(node_of 1)"
  within 30 "the end of shard 1's task" ended 1
  sleep 7 # slurmctld saves its state within 5 s; one that has not would take the task for running on the dead node
  kill -KILL "${daemon[$dead]}" $gone 2>/dev/null # those of shard 1 are gone when it was on this node
  echo "killed: node $dead, with shard 2"
}
sleep 2
kill -KILL "${daemon[slurmctld]}" && echo "killed: slurmctld"
within 60 "the script's notice that Slurm does not answer" said "$work/regress.log" 'Slurm does not answer'
start_controller
within 60 "the script's notice that Slurm answers again" said "$work/regress.log" 'Slurm answers again'
echo "started again: slurmctld"
within 180 "the second start of shard 2" said "$shared/shard-2.log" 'requeued [1-9]'
within 180 "the second start of shard 3" said "$shared/shard-3.log" 'requeued [1-9]'
within 60 "the wait of the second task of shard 3 for the first" said "$shared/shard-3.log" 'at work; waits'
echo "run elsewhere: shard 2, and shard 3, which waits for its first task"
# shellcheck disable=SC2086
kill -CONT "${daemon[$hung]}" $still && echo "comes back: node $hung"
start_node "$dead" && echo "started again: node $dead"

wait $script
status=$?
script=''
sed 's/^/  /' "$work/regress.log"
[ $status = 0 ] || fail "regress.sh ended with $status"
said "$work/regress.log" '^lost: shards 1; submitted again' || fail "shard 1 was not submitted again"
for n in 1 2 3; do
  said "$shared/shard-$n.log" "^shard $n: goes on" || fail "shard $n did not go on where it was stopped"
done
compgen -G "$shared/shard-*.db.*" | grep -qv -- '-journal$' && fail "a database was put aside"
"$work/tilemark" report --db "$shared/all.db" --out "$work/report" | grep '^PASSED: ' || fail "the report"
joined=$(sed -n 's/^written: .*all\.db, \([0-9,]*\) cases, digest \(0x[0-9a-f]*\).*/\1 \2/p' "$work/regress.log")
expected=$(sed -n 's/^PASSED: \([0-9,]*\) cases of .*digest \(0x[0-9a-f]*\)$/\1 \2/p' <<<"$plain")
[ "${joined:-none}" = "$expected" ] || fail "cases and digest are $joined; $expected was expected"
echo "PASSED: $joined, with Slurm and without, after kills, in $SECONDS s"
