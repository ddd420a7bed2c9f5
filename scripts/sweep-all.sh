#!/usr/bin/env bash
# Interrupts the teapot and every directed vector at every cycle, in three
# configurations. Vectors that differ in their steps only are swept once. Prints a
# line for each and ends with a verdict.
set -u
cd "$(dirname "$0")/.."
program=${TILEMARK:-./tilemark}

configs=(default least stalls)
default=()
least=(--set fifo.depth=least)
stalls=(--set stall.percent=30 --set memory.latency=150 --set memory.vary=200)

failed=0
count=0
sweep() {
  local name=$1 c out
  shift
  for c in "${configs[@]}"; do
    local -n set=$c
    count=$((count + 1))
    printf '%-28s %-8s ' "$name" "$c"
    if out=$("$program" sweep "$@" "${set[@]}" 2>&1); then
      tail -n 1 <<<"$out"
    else
      failed=$((failed + 1))
      echo FAILED
      tail -n 5 <<<"$out"
    fi
  done
}

declare -A seen
for f in vectors/directed/*.yaml; do
  name=$(basename "$f" .yaml)
  workload=$(grep -E '^(size|config|contexts):' "$f" | sort)
  if [ -n "${seen[$workload]:-}" ]; then
    printf '%-28s as %s\n' "$name" "${seen[$workload]}"
    continue
  fi
  seen[$workload]=$name
  sweep "$name" "directed/$name"
done
sweep teapot teapot --size 64x64
echo "$count sweeps: $((count - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
