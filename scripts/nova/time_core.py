#!/usr/bin/python3
"""How long the real Nova's scheduler takes: `time_core.py < question.json > answer.json`.

A question is {conf, inventory, requests, rounds}: the text of a nova.conf, and inventory and requests in the form of
nova-vectors/1. The requests take turns. What is timed is SchedulerManager._schedule on host states that are there
before the clock starts: filters, weighers, sort, and the claim; no database, no messages, no placement. Each round
begins with the hosts as the inventory has them; one more, the first, warms up. The answer is {milliseconds, nodes}:
how long each round took, and where its first instance went.
"""
import copy
import functools
import gc
import json
import sys
import time

from nova_cloud import Cloud, load_conf, node_uuid
from nova_request import claimed_uuids, to_spec

import nova.conf
from nova.scheduler import host_manager

# Heartbeats are those of the start.
SERVICE_DOWN_TIME = 10 ** 6


def time_rounds(question):
    load_conf(question['conf'])
    nova.conf.CONF.set_override('service_down_time', SERVICE_DOWN_TIME)
    bench = Bench(question)
    told = [bench.time_one(number) for number in range(question['rounds'] + 1)][1:]
    return {'milliseconds': [took for took, _ in told], 'nodes': [node for _, node in told]}


class Bench:
    """A scheduler over the hosts of a question, and its requests."""

    def __init__(self, question):
        self.cloud = Cloud(question['inventory'])
        self.requests = question['requests']
        self.scheduler = self.cloud.scheduler()
        self.summaries = {node_uuid(host): {} for host in self.cloud.hosts}
        self.candidates = {uuid: [{}] for uuid in self.summaries}
        manager = self.scheduler.host_manager
        self.states = manager.states(to_spec(self.cloud, self.requests[0]))
        # That answers are kept to be compared is no work of Nova's.
        for name in ('get_filtered_hosts', 'get_weighed_hosts'):
            setattr(manager, name, functools.partial(getattr(host_manager.HostManager, name), manager))

    def time_one(self, number):
        """Milliseconds that a request took, and the node that was chosen."""
        request = self.requests[number % len(self.requests)]
        spec, uuids = to_spec(self.cloud, request), claimed_uuids('bench', request)
        # A claim gives a state other values, and leaves the values themselves as they are.
        states = [copy.copy(state) for state in self.states]
        self.scheduler._get_all_host_states = lambda *_: iter(states)
        gc.collect()
        start = time.perf_counter()
        selections = self.scheduler._schedule(
            self.cloud.context, spec, uuids, self.candidates, self.summaries, return_alternates=False)
        took = time.perf_counter() - start
        return took * 1000, selections[0][0].nodename


if __name__ == '__main__':
    json.dump(time_rounds(json.load(sys.stdin)), sys.stdout)
