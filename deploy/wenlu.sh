#!/bin/sh
# The command `wenlu` as wenlu.service runs it: as its user, with its settings. Installed as /usr/local/sbin/wenlu, for root.
set -eu
if [ -r /etc/wenlu/wenlu.env ]; then
    # Read as systemd reads it: & and $ stand for themselves, a pair of quotes around a value is not part of it.
    while read -r line || [ -n "$line" ]; do
        case $line in [A-Za-z_]*=*) ;; *) continue ;; esac
        value=${line#*=}
        case $value in \"*\" | \'*\') value=${value#?} value=${value%?} ;; esac
        export "${line%%=*}=$value"
    done </etc/wenlu/wenlu.env
fi
export XDG_DATA_HOME=/var/lib
exec runuser -u wenlu -- /opt/wenlu/bin/wenlu "$@"
