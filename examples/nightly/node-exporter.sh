#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# node_exporter: the figures of a run as metrics. The exporter reads the files of a folder:
#
#   prometheus-node-exporter --collector.textfile.directory=/var/lib/prometheus/node-exporter
#
# From cron or a timer, as a user that may write there:
#
#   node-exporter.sh /etc/lanemark/nightly.toml --profile smoke
#
# Alert on the exit code, and on its age: a timer that no longer fires, or a scenario with a mistake in it, looks like a healthy node.
#
#   lanemark_exit_code != 0
#   time() - lanemark_last_run_timestamp_seconds > 36 * 3600
set -u

lanemark=${LANEMARK:-/usr/local/bin/lanemark}
folder=${TEXTFILE_FOLDER:-/var/lib/prometheus/node-exporter}

[ $# -gt 0 ] || { echo "usage: node-exporter.sh SCENARIO [OPTION of lanemark run]..." >&2; exit 2; }
# lanemark writes beside the file and renames it, so that no half of it is ever read.
exec "$lanemark" run "$@" --quiet --openmetrics "$folder/lanemark.prom" --output /dev/null
