#!/usr/bin/env bash
# Interrupts the teapot and every directed vector at every cycle, at both break points, in
# three configurations. Vectors that differ in their steps only are swept once; the longest
# workloads come last. A sweep that cuts nothing has failed; workloads none of whose contexts
# starts are left out. Prints a line for each and ends with a verdict.
#
# PLACES="tg" takes one break point only.
#
# What passed is noted in RESULTS (default out/sweeps.txt) with the program's hash, and is
# not swept again with the same program; the sweep that was under way keeps a record of its cuts
# beside. A run that was stopped goes on where it was.
set -u
cd "$(dirname "$0")/.."
program=${TILEMARK:-./tilemark}
results=${RESULTS:-out/sweeps.txt}
mkdir -p "$(dirname "$results")"
touch "$results"
hash=$(sha256sum "$program" | cut -d' ' -f1) || exit 2

configs=(default least stalls)
default=()
least=(--set fifo.depth=least)
stalls=(--set stall.percent=30 --set memory.latency=150 --set memory.vary=200)

failed=0 count=0 known=0 cuts=0 stopped=''
trap 'stopped=130' INT
trap 'stopped=143' TERM
sweep() {
  local scene=$1 place=$2 c=$3 out key line part status size=()
  [ "$scene" = teapot ] && size=(--size 64x64)
  local -n set=$c
  count=$((count + 1))
  key="$hash $(cat "vectors/$scene.yaml" 2>/dev/null | sha256sum | cut -c1-16) $scene $place $c"
  printf '%-36s %-3s %-8s ' "$scene" "$place" "$c"
  if line=$(grep -F "$key: " "$results"); then
    known=$((known + 1))
    line=${line#"$key: "}
    echo "$line (known)"
  elif part=$results.$(sha256sum <<<"$key" | cut -c1-16).part
    out=$("$program" sweep "$scene" "${size[@]}" --break-point "$place" "${set[@]}" --resume "$part" 2>&1); then
    line=$(tail -n 1 <<<"$out")
    echo "$key: $line" >>"$results"
    echo "$line"
    rm -f "$part"
  elif status=$?; [ $status -gt 128 ]; then
    tail -n 1 <<<"$out"
    exit $status
  else
    failed=$((failed + 1))
    echo FAILED
    tail -n 5 <<<"$out"
    return
  fi
  local n=${line#PASSED: } # 1,234 cuts: ...
  n=${n%% *}
  cuts=$((cuts + ${n//,/}))
}

# Workloads with the cycles of a run of each, shortest first.
declare -A seen
workloads=$({
  for f in vectors/directed/*.yaml; do
    scene=directed/$(basename "$f" .yaml)
    workload=$(awk '/^[a-z_]+:/ { keep = /^(size|config|contexts|leave|paging|driver|status_buffer):/ } keep' "$f" | sort)
    if [ -n "${seen[$workload]:-}" ]; then
      printf '%-36s as %s\n' "$scene" "${seen[$workload]}" >&2
      continue
    fi
    seen[$workload]=$scene
    if "$program" check "$scene" 2>/dev/null | grep -q ' 0 starts$'; then
      printf '%-36s no context starts: there is nothing to cut\n' "$scene" >&2
      continue
    fi
    [ -z "$stopped" ] || exit "$stopped"
    cycles=$("$program" sweep "$scene" --from 4 --to 5 --json --full 0 2>/dev/null | sed -n 's/^ *"cycles": *\([0-9]*\).*/\1/p')
    echo "${cycles:-0} $scene"
  done
  echo "1000000 teapot"
} | sort -n | cut -d' ' -f2)

for scene in $workloads; do
  for place in ${PLACES:-tg zl1}; do
    for c in "${configs[@]}"; do
      [ -z "$stopped" ] || exit "$stopped"
      sweep "$scene" "$place" "$c"
    done
  done
done
echo "$count sweeps: $((count - failed)) passed ($known known from before), $failed failed; $cuts cuts"
[ "$failed" -eq 0 ]
