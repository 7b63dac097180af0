#!/usr/bin/python3
"""Runs Patroni 3.0.0 to 3.0.2 (Debian 12) with a safe renewal of the lease in etcd. Newer versions need no such help.

A primary that was suspended for longer than its lease finds, when it goes on, that the lease is over. These versions
then take a new lease and write their name over that of the node that was elected meanwhile. What that node has
acknowledged is lost. Here the key is only written while it is the one that was read, with our own name in it; otherwise
the node steps down.

Found by npm run prove:cluster. Upstream: patroni pull request 2693, in 3.0.3.

systemd: a drop-in for patroni.service with
    [Service]
    ExecStart=
    ExecStart=/usr/bin/python3 /etc/fws/patroni_3_0_2.py /etc/patroni/config.yml
"""

import sys
import time

from patroni.__main__ import main
from patroni.dcs import Leader, catch_return_false_exception
from patroni.dcs.etcd3 import Etcd3, Etcd3Error
from patroni.version import __version__

AFFECTED = ("3.0.0", "3.0.1", "3.0.2")


@catch_return_false_exception
def renew_lease(self):
    remaining = self._retry.copy()

    def retry(*args, **kwargs):
        kwargs["retry"] = remaining
        return remaining(*args, **kwargs)

    held = self.cluster and self.cluster.leader
    self._run_and_handle_exceptions(self._do_refresh_lease, True, retry=retry)
    if not self._lease or not isinstance(held, Leader) or held.name != self._name:
        return False
    if held.session == self._lease:
        return True
    remaining.deadline = remaining.stoptime - time.time()
    if remaining.deadline < 1:
        raise Etcd3Error("update_leader timeout")
    # The key that ended with the former lease, or that another node has written, has another revision.
    return bool(
        self._run_and_handle_exceptions(
            self._client.put, self.leader_path, self._name, self._lease, mod_revision=held.index, retry=retry
        )
    )


if __version__ not in AFFECTED:
    sys.exit("Patroni %s renews its lease safely: run it directly." % __version__)
Etcd3._update_leader = renew_lease
if __name__ == "__main__":
    main()
