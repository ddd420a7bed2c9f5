#!/usr/bin/env bash
# Runs a regression as array jobs of Slurm, a shard a task, submits lost shards again, joins the databases, and writes the report.
#
#   scripts/slurm/regress.sh REGRESSION SHARDS DIR [FLAGS of tilemark regress...]
#
# Every node must see DIR by the same name, on a file system with locks. It gets the program, a database and a log of each
# shard, all.db, and report/. The same command again goes on where it was stopped.
#
#   CORPUS     the joined database of a run before, such as OLDDIR/all.db: its random vectors that reached new bins are run again.
#              DIR gets a copy, so that all shards have the same, whenever they start
#   TRIES      how often a shard is submitted (3)
#   POLL       seconds between two looks at the queue (10)
#   PATIENCE   seconds for which Slurm may give no answer (3600)
#   SBATCH     more options of sbatch, such as "--time=2:00:00 --cpus-per-task=4"
#   TILEMARK   the program; built when not given
#
# Exit status: 0 every shard came to its end and all cases passed, 1 a case did not or shards are lost after all tries, 2 wrong
# use. What is stopped by a signal cancels its job and ends with 1.
set -uo pipefail

fail() { # STATUS MESSAGE
  echo "$2" >&2
  exit "$1"
}

if [ $# -lt 3 ] || ! [[ $2 =~ ^[1-9][0-9]{0,5}$ ]]; then
  fail 2 "use: $0 REGRESSION SHARDS DIR [FLAGS of tilemark regress...]"
fi
regression=$1 shards=$2 dir=$3
shift 3
tries=${TRIES:-3} poll=${POLL:-10} patience=${PATIENCE:-3600}
export POLL=$poll
for number in "TRIES $tries" "POLL $poll" "PATIENCE $patience"; do
  [[ $number =~ \ [1-9][0-9]*$ ]] || fail 2 "$number: a whole number above 0 was expected"
done
for flag; do
  case $flag in
  --corpus=true | --corpus=false) ;;
  --corpus | --corpus=*) fail 2 "--corpus: CORPUS=FILE names the database, of which the shards get a copy" ;;
  --db | --db=* | --shard | --shard=* | --resume | --resume=* | --seed | --seed=*) fail 2 "${flag%%=*}: the shards have their own, or none" ;;
  esac
done
for tool in sbatch squeue scancel flock; do
  command -v "$tool" >/dev/null || fail 2 "$tool is not installed"
done

root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$dir" && dir=$(cd "$dir" && pwd -P) || exit 2
exec 9>"$dir/.lock" || exit 2
flock -n 9 || fail 2 "$dir: another $(basename "$0") works on it"
work=$(mktemp -d "$dir/.work-XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
name=tilemark-$(printf %s "$dir" | sha256sum | cut -c1-12) # of the jobs: the queue is asked by it, also for one whose number never arrived

# The program and what it is asked for: a folder has the shards of one selection.
program=$dir/tilemark
if [ -n "${TILEMARK:-}" ]; then
  cp "$TILEMARK" "$work/tilemark" || exit 2
else
  (cd "$root" && go build -buildvcs=auto -o "$work/tilemark" ./cmd/tilemark) || exit 2
fi
corpus=$dir/corpus.db
if [ -n "${CORPUS:-}" ]; then
  cp "$CORPUS" "$work/corpus.db" || exit 2
fi
{
  echo "program $(sha256sum <"$work/tilemark" | cut -c1-16)"
  [ -z "${CORPUS:-}" ] || echo "corpus $(sha256sum <"$work/corpus.db" | cut -c1-16)"
  printf '%q ' "$regression" "$shards" "$@"
  echo
} >"$work/selection"
if [ -e "$dir/selection" ]; then
  cmp -s "$work/selection" "$dir/selection" || fail 2 "$dir: has the shards of another program, regression, corpus, number of shards or flags ($dir/selection); name another folder, or remove this one"
elif compgen -G "$dir/shard-*.db" >/dev/null; then
  fail 2 "$dir: has databases, and nothing says what they are of; name another folder"
fi
if [ -n "${CORPUS:-}" ]; then
  if ! [ -e "$dir/selection" ] || ! [ -e "$corpus" ]; then
    mv "$work/corpus.db" "$corpus" || exit 2
  fi
  set -- "$@" --corpus "$corpus"
fi
if ! [ -e "$dir/selection" ] || ! [ -x "$program" ]; then
  mv "$work/tilemark" "$program" && mv "$work/selection" "$dir/selection" || exit 2
fi

queue() { squeue --noheader --all --array --name="$name" --user="$UID" --format='%i %r' 2>"$work/error"; }

pause() {
  sleep "$poll" >/dev/null 2>&1 9>&- &
  wait $! # a signal ends it, and not only when the sleep is over
}

# patient is called when Slurm gave no answer, with the time of its last one. That says nothing of the tasks.
silent=''
patient() {
  [ -n "$silent" ] || echo "Slurm does not answer ($(grep -m 1 . "$work/error")); waiting"
  silent=1
  [ $((SECONDS - $1)) -le "$patience" ] || fail 1 "no answer from Slurm for $patience s; the same command goes on later"
  pause
}
answered() {
  [ -z "$silent" ] || echo "Slurm answers again"
  silent=''
}

# await waits until no task is in the queue. A task that Slurm holds back, since it could not be started, is cancelled: it counts as lost.
await() {
  local tasks last=$SECONDS held
  while :; do
    if ! tasks=$(queue); then
      patient "$last"
      continue
    fi
    answered
    last=$SECONDS
    [ -n "$tasks" ] || return 0
    held=$(grep -Ei 'held|JobHoldMaxRequeue' <<<"$tasks" | grep -v JobHeldUser | cut -d' ' -f1)
    # shellcheck disable=SC2086
    [ -z "$held" ] || scancel $held
    pause
  done
}

# submit submits shards, a list such as 1,3. When sbatch fails, the job may be in the queue all the same.
submit() {
  local last=$SECONDS refused=0 job tasks
  # shellcheck disable=SC2086
  until job=$(cd "$dir" && sbatch --parsable --job-name="$name" --array="$1" --output="$dir/shard-%a.log" --open-mode=append --requeue ${SBATCH:-} \
    "$root/scripts/slurm/task.sh" "$program" "$dir" "$shards" "$regression" "${@:2}" 2>"$work/refusal"); do
    if tasks=$(queue); then
      answered
      last=$SECONDS
      [ -z "$tasks" ] || break # submitted, and the answer was lost
      refused=$((refused + 1))
      [ $refused -lt 3 ] || fail 2 "sbatch refuses: $(cat "$work/refusal")"
      pause
    else
      patient "$last"
    fi
  done
  job=${job%%;*}
  echo "shards $1: job ${job:-$name}"
}

# look tells what is in the database of a shard: whole, unfinished (a part of it), or nothing that can be used.
look() {
  local db=$dir/shard-$1.db status=0
  [ -e "$db" ] || { echo nothing; return; }
  rm -f "$work"/one.db*
  "$program" merge --out "$work/one.db" "$db" >"$work/one.log" 2>&1 || status=$?
  if [ $status -gt 1 ] || grep -q "^shard $1 is lost" "$work/one.log"; then
    echo nothing
  elif grep -q "^shard $1 is unfinished" "$work/one.log"; then
    echo unfinished
  else
    echo whole
  fi
}

# survey finds what is there: shards that are not whole, and databases that can be joined.
missing=() found=()
survey() {
  missing=() found=()
  local n
  for ((n = 1; n <= shards; n++)); do
    case $(look "$n") in
    whole) found+=("$dir/shard-$n.db") ;;
    unfinished) found+=("$dir/shard-$n.db") missing+=("$n") ;;
    *) missing+=("$n") ;;
    esac
  done
}

# shellcheck disable=SC2317
stop() {
  trap '' INT TERM HUP
  if scancel --name="$name" --user="$UID"; then
    echo "stopped: the job is cancelled; the same command goes on" >&2
  else
    echo "stopped, but the job could not be cancelled; scancel --name=$name does" >&2
  fi
  exit 1
}
trap stop INT TERM HUP

list() { local IFS=,; echo "$*"; }

await # the tasks of a run that was stopped by force
survey
for ((try = 1; try <= tries && ${#missing[@]} > 0; try++)); do
  [ $try = 1 ] || echo "lost: shards $(list "${missing[@]}"); submitted again"
  submit "$(list "${missing[@]}")" "$@"
  await
  survey
done

status=0
for n in ${missing[@]+"${missing[@]}"}; do
  status=1
  echo "shard $n is lost after $tries tries; $dir/shard-$n.log ends:" >&2
  tail -n 3 "$dir/shard-$n.log" 2>/dev/null | sed 's/^/  /' >&2
done
[ ${#found[@]} -gt 0 ] || exit 1
rm -f "$dir"/all.db*
"$program" merge --out "$dir/all.db" "${found[@]}" || status=1
[ -e "$dir/all.db" ] || exit 1
cd "$root" && "$program" report --db "$dir/all.db" --out "$dir/report" || status=1
exit $status
