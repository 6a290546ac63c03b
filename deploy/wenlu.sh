#!/bin/sh
# The command `wenlu` as wenlu.service runs it: as its user, with its settings. Installed as /usr/local/sbin/wenlu, for root.
set -eu
if [ -r /etc/wenlu/wenlu.env ]; then
    set -a
    . /etc/wenlu/wenlu.env
    set +a
fi
export XDG_DATA_HOME=/var/lib
exec runuser -u wenlu -- /opt/wenlu/bin/wenlu "$@"
