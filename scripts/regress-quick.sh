#!/usr/bin/env bash
# Runs the quick regression into a database of its own, writes its report, and compares the
# digest of all cases with the one that vectors/quick.digest holds: every machine comes to
# the same. With --write the digest is stored instead, after a change of the machine, the
# vectors or the recipes.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
"" | --write) ;;
*) echo "usage: $0 [--write]" >&2; exit 2 ;;
esac
mkdir -p out
rm -f out/quick.db
status=0
./tilemark regress quick --db out/quick.db --corpus=false | tee out/quick.txt || status=$?
./tilemark report --db out/quick.db --out out/report || true
[ "$status" = 0 ] || exit "$status"
digest=$(sed -n 's/^PASSED: .*digest \(0x[0-9a-f]*\)$/\1/p' out/quick.txt)
if [ "${1:-}" = --write ]; then
  echo "$digest" >vectors/quick.digest
elif [ "$digest" != "$(cat vectors/quick.digest)" ]; then
  echo "FAILED: the digest of the quick regression is $digest; vectors/quick.digest has $(cat vectors/quick.digest): cycles, cuts or states of a case are others. make digest stores it, when that was meant" >&2
  exit 1
fi
