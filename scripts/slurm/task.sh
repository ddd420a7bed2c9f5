#!/usr/bin/env bash
# One shard of scripts/slurm/regress.sh, as a task of its array job. It may be started at any time, and again: it goes on with
# what the shard's database has. While another task of the shard is at work, on a node that was thought dead, the database is
# locked and this one waits. A database that is damaged or of something else is put aside, and the shard begins anew.
#
#   task.sh PROGRAM DIR SHARDS REGRESSION [FLAGS...]
set -u
program=$1 dir=$2 shards=$3 regression=$4
shift 4
shard=$SLURM_ARRAY_TASK_ID
db=$dir/shard-$shard.db
errors=$(mktemp) || exit 2
trap 'rm -f "$errors"' EXIT
trap : TERM # the program gets it too, writes what it has, and ends

say() { echo "shard $shard: $*"; }

# run runs the shard with more flags. What the program says of errors is kept.
run() {
  "$program" regress "$regression" --shard "$shard/$shards" --db "$db" "${jobs[@]}" "$@" 2>"$errors"
  local status=$?
  cat "$errors" >&2
  return $status
}

jobs=(--jobs "${SLURM_CPUS_ON_NODE:-1}") can_resume=1
for flag; do
  case $flag in --mutants | --mutants=true) jobs=() can_resume= ;; esac
done

say "job ${SLURM_ARRAY_JOB_ID:-none} on ${SLURMD_NODENAME:-$(hostname)}, requeued ${SLURM_RESTART_COUNT:-0} times"
waits='' anew=''
while :; do
  if [ -e "$db" ] && [ -n "$can_resume" ] && [ -z "$anew" ]; then
    say "goes on"
    run --resume "$@"
  else
    say "begins"
    run "$@"
  fi
  status=$?
  case $(<"$errors") in
  *"$db: is in use by another process"*)
    [ -n "$waits" ] || say "another task of it is at work; waits"
    waits=1 anew=''
    sleep "${POLL:-10}"
    ;;
  *"$db: the last run of "*" is complete"*)
    exit 0
    ;;
  *"$db: no run of "*" to resume"*)
    anew=1
    ;;
  *"$db: is damaged"* | *"$db: is no database"* | *"$db: is a database of "* | *"$db: the run of "*" that was not completed is of "*)
    aside=$db.$(date +%Y%m%d-%H%M%S)
    say "$db is put aside as $aside"
    mv "$db" "$aside" || exit 2
    [ ! -e "$db-journal" ] || mv "$db-journal" "$aside-journal" || exit 2
    ;;
  *)
    exit $status
    ;;
  esac
done
