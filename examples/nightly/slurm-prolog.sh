#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Slurm prolog: no job starts on a node whose accelerators do not move bytes. In slurm.conf:
#
#   Prolog=/etc/slurm/prolog.d/lanemark.sh
#   PrologFlags=Alloc          # at the allocation, not at the first step
#
# It takes a few seconds, 20 at most on 32 devices. When a node is not fit it is drained with the reason, one line of at most 80
# characters that `sinfo -R` shows, and Slurm puts the job back into the queue.
#
# LANEMARK, LANEMARK_SCENARIO and LANEMARK_PATIENCE (seconds for all of it) change what is below.
set -u

lanemark=${LANEMARK:-/usr/local/bin/lanemark}
scenario=${LANEMARK_SCENARIO:-/etc/lanemark/nightly.toml}
patience=${LANEMARK_PATIENCE:-60}

# A program that is missing or a file with a mistake is no fault of the node: the job runs, and syslog has it.
excuse() {
  logger -t lanemark-prolog -- "not checked: $1" 2>/dev/null
  exit 0
}
[ -x "$lanemark" ] || excuse "there is no $lanemark"

# timeout sends SIGTERM, on which lanemark ends within a second and says what it had; SIGKILL for what hangs in the kernel.
said=$(timeout --kill-after=10 "$patience" "$lanemark" run "$scenario" --profile smoke --quiet 2>&1 </dev/null)
code=$?
last=${said##*$'\n'}

case $code in
  0) exit 0 ;;
  2) excuse "$last" ;;  # usage, or a mistake in the scenario
  124 | 137) reason="lanemark: no end within $patience s" ;;
  *) reason="lanemark: ${last#*failed; }" ;;  # "measured N of M planned, S skipped, F failed; exit 3: ..."
esac
reason=${reason//[^[:print:]]/ }
reason=${reason:0:80}

logger -t lanemark-prolog -- "$last" 2>/dev/null
if [ -n "${SLURMD_NODENAME:-}" ] && command -v scontrol >/dev/null; then
  scontrol update "nodename=$SLURMD_NODENAME" state=drain "reason=$reason"
fi
echo "$reason"
exit 1
