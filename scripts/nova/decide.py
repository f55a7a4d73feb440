#!/usr/bin/python3
"""What the real Nova decides: `decide.py < scenarios.jsonl > decided.jsonl`.

Reads scenarios of the form nova-vectors/1, one a line, and answers each with one line: the same scenario with `expect`.
It runs until its input ends. A line that is no such scenario is answered with `trouble` instead. Nothing of the
scheduler is replaced but what it asks of others: the database, placement (every host is a candidate, every claim
succeeds), messages; and, so that answers can be repeated, the orders that depend on hashes and on the file system
(nova_cloud.py).
"""
import json
import sys

from nova_answers import error_of, key, limits_of, number, states_of
from nova_cloud import Cloud, load_conf
from nova_request import claimed_uuids, to_spec


def first_error(scenario):
    """Nova's failure before the first filter: (cloud, host states, None), or (None, None, expectation)."""
    stage = 'config'
    try:
        load_conf(scenario.get('conf') or '')
        cloud = Cloud(scenario['inventory'])
        manager = cloud.scheduler().host_manager
        stage = 'request'
        spec = to_spec(cloud, scenario['request'])
        stage = 'inventory'
        return cloud, (manager, manager.states(spec)), None
    except Exception as error:
        return None, None, {'error': error_of(error), 'error_stage': stage}


def guarded(ask):
    """A value, or how the vectors write an exception beside values."""
    try:
        return ask()
    except Exception as error:
        return '!' + error_of(error)


def each_filter(cloud, manager, states, request):
    """Every filter alone with every host alone."""
    answers = {}
    for one in manager.enabled_filters:
        spec = to_spec(cloud, request)
        of_hosts = answers[type(one).__name__] = {}
        for state in states:
            state.limits = {}
            of_hosts[key(state)] = guarded(lambda: bool(list(one.filter_all([state], spec))))
    return answers


def each_weigher(manager, hosts, spec):
    """Raw weights: every weigher alone with every host alone."""
    weighed = [manager.weight_handler.object_class(host, 0.0) for host in hosts]
    return {
        type(weigher).__name__: {
            key(one.obj): guarded(lambda: number(weigher.weigh_objects([one], spec)[0])) for one in weighed
        }
        for weigher in manager.weighers
    }


def first_round(cloud, manager, request):
    """The chain of filters, the weights and the ranking for the first instance, on new host states."""
    spec = to_spec(cloud, request)
    try:
        hosts = list(manager.get_filtered_hosts(iter(manager.states(spec)), spec, 0) or [])
    except Exception as error:
        return {'filtered': {'error': error_of(error)}}
    told = {'filtered': [key(host) for host in hosts]}
    if hosts:
        told['weights'] = each_weigher(manager, hosts, spec)
        try:
            told['weighed'] = [[key(one.obj), number(one.weight)] for one in manager.get_weighed_hosts(hosts, spec)]
        except Exception as error:
            told['weighed'] = {'error': error_of(error)}
    return told


def whole_decision(cloud, scheduler, scenario_id, request):
    """What the scheduler makes of the whole request."""
    manager = scheduler.host_manager
    manager.rounds = []
    told = {}
    try:
        selections = scheduler.place(
            to_spec(cloud, request), claimed_uuids(scenario_id, request), bool(request.get('return_alternates')))
        limits = {key(state): limits_of(state.limits) for state in manager.kept}
        told['selected'] = [selected(one, limits, request) for one in selections]
    except Exception as error:
        told['selected'] = {'error': error_of(error)}
    return dict(told, steps=manager.rounds, after=states_of(manager.kept))


def selected(selections, limits, request):
    """A chosen host, with its alternates where they were asked for."""
    first, *others = [
        {'host': one.service_host, 'nodename': one.nodename,
         'limits': limits['%s/%s' % (one.service_host, one.nodename)]} for one in selections]
    return dict(first, alternates=others) if request.get('return_alternates') else first


def decide_one(scenario):
    """What is expected of one request."""
    request = scenario['request']
    cloud, made, failure = first_error(scenario)
    if failure is not None:
        return failure
    manager, states = made
    told = {'weigher_order': [type(one).__name__ for one in manager.weighers],
            'per_filter': each_filter(cloud, manager, states, request)}
    told.update(first_round(cloud, manager, request))
    decision = whole_decision(cloud, cloud.scheduler(), scenario['id'], request)
    if len(decision['steps']) < 2:
        del decision['steps']
    return dict(told, **decision)


def decide_sequence(scenario):
    """What is expected of several requests to one scheduler."""
    try:
        load_conf(scenario.get('conf') or '')
        cloud = Cloud(scenario['inventory'])
        scheduler = cloud.scheduler()
    except Exception as error:
        return {'error': error_of(error), 'error_stage': 'config'}
    return {'weigher_order': [type(one).__name__ for one in scheduler.host_manager.weighers],
            'requests': [whole_decision(cloud, scheduler, scenario['id'], one) for one in scenario['requests']]}


def main():
    for line in sys.stdin:
        scenario = json.loads(line)
        try:
            scenario['expect'] = (decide_sequence if 'requests' in scenario else decide_one)(scenario)
        except Exception as error:
            scenario['trouble'] = '%s: %s' % (error_of(error), error)
        sys.stdout.write(json.dumps(scenario, separators=(',', ':'), allow_nan=False) + '\n')
        sys.stdout.flush()


if __name__ == '__main__':
    main()
