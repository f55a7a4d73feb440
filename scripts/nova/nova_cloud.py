"""A scenario's inventory as the records that Nova's scheduler reads, and a scheduler over them."""
import collections
import datetime
import json
import logging
import os
import tempfile
from unittest import mock

logging.disable(logging.CRITICAL)

from oslo_utils import timeutils  # noqa: E402

import nova.conf  # noqa: E402
from nova import context  # noqa: E402
from nova import objects  # noqa: E402
from nova.scheduler import host_manager  # noqa: E402
from nova.scheduler import manager  # noqa: E402
from nova.scheduler import utils  # noqa: E402

from nova_answers import key, number  # noqa: E402
from nova_request import uuid_of  # noqa: E402

objects.register_all()
utils.claim_resources = lambda *_args, **_kwargs: True

ALL_WEIGHERS = ['nova.scheduler.weights.all_weighers']
SAME_NAMES = ('vcpus', 'vcpus_used', 'memory_mb', 'free_ram_mb', 'local_gb', 'local_gb_used', 'free_disk_gb')
NULLABLE = ('disk_available_least', 'host_ip', 'stats', 'updated_at')
RATIOS = {'cpu_allocation_ratio': 16.0, 'ram_allocation_ratio': 1.5, 'disk_allocation_ratio': 1.0}


def load_conf(text):
    """@raises whatever oslo.config raises for a file that it refuses"""
    with tempfile.NamedTemporaryFile('w', suffix='.conf', delete=False) as file:
        file.write(text)
    try:
        nova.conf.CONF(['--config-file', file.name], project='nova', version='', default_config_dirs=[])
    finally:
        os.unlink(file.name)


class Cloud:
    """What stands in Nova's databases."""

    def __init__(self, inventory):
        self.context = context.RequestContext('user', 'project', is_admin=True)
        self.hosts = inventory['hosts']
        self.place = {}
        for index, host in enumerate(self.hosts):
            self.place.setdefault((host['host'], host['nodename']), index)
        names = dict.fromkeys(host.get('cell') or 'cell1' for host in self.hosts)
        self.cells = [self.cell_named(name) for name in names]
        self.aggregates = [
            objects.Aggregate(id=one['id'], name=one['name'], hosts=list(one['hosts']), metadata=dict(one['metadata']))
            for one in inventory.get('aggregates') or []]

    def cell_named(self, name):
        cell = uuid_of('cell', name)
        return objects.CellMapping(
            uuid=cell, name=name, disabled=False, transport_url='fake:', database_connection='fake:')

    def scheduler(self):
        """A new scheduler process."""
        cells = objects.CellMappingList(objects=list(self.cells))
        aggregates = objects.AggregateList(objects=self.aggregates)
        with mock.patch.object(objects.CellMappingList, 'get_all', return_value=cells), \
                mock.patch.object(objects.AggregateList, 'get_all', return_value=aggregates):
            return Scheduler(HostManager(self), self)

    def computes(self, cells, uuids):
        """Compute nodes by cell, and services by host."""
        computes, services = collections.defaultdict(list), {}
        for cell in cells:
            for index, host in enumerate(self.hosts):
                if uuid_of('cell', host.get('cell') or 'cell1') != cell.uuid:
                    continue
                if host.get('service', {}) is not None:
                    services[host['host']] = self.service(host, index)
                if uuids is None or node_uuid(host) in uuids:
                    computes[cell.uuid].append(self.compute_node(host, index))
        return computes, services

    def instances(self):
        found = {}
        for host in self.hosts:
            found.setdefault(host['host'], {}).update(
                (one['uuid'], objects.Instance(
                    self.context, uuid=one['uuid'], host=host['host'], project_id=one.get('project_id')))
                for one in host.get('instances') or [])
        return found

    def service(self, host, index):
        record = host.get('service') or {}
        seen = timeutils.utcnow() - datetime.timedelta(days=0 if record.get('up', True) else 1)
        return objects.Service(
            self.context, id=index + 1, host=host['host'], binary='nova-compute', topic='compute', report_count=1,
            disabled=bool(record.get('disabled')), disabled_reason=record.get('disabled_reason'),
            forced_down=bool(record.get('forced_down')), last_seen_up=seen, created_at=seen, updated_at=seen)

    def compute_node(self, host, index):
        cpu_info, metrics = host.get('cpu_info'), host.get('metrics')
        topology = host_topology(host.get('numa_topology'))
        return objects.ComputeNode(
            self.context, id=index + 1, uuid=node_uuid(host),
            host=host['host'], hypervisor_hostname=host['nodename'],
            hypervisor_type=host.get('hypervisor_type') or 'QEMU',
            hypervisor_version=host.get('hypervisor_version') or 0,
            memory_mb_used=host['memory_mb'] - (host.get('free_ram_mb') or 0),
            supported_hv_specs=[objects.HVSpec.from_list(one) for one in host.get('supported_instances') or []],
            cpu_info=cpu_info if cpu_info is None or isinstance(cpu_info, str) else json.dumps(cpu_info),
            metrics=None if metrics is None else json.dumps(metrics),
            numa_topology=topology._to_json() if topology else None,
            pci_device_pools=objects.PciDevicePoolList(
                objects=[pci_pool(pool) for pool in host.get('pci_device_pools') or []]),
            **{name: host[name] for name in SAME_NAMES}, **{name: host.get(name) for name in NULLABLE},
            **{name: ratio_of(host, name) for name in RATIOS})


def ratio_of(host, name):
    """A ratio that was never given is replaced as the table is read."""
    conf = nova.conf.CONF
    return host.get(name, RATIOS[name]) or conf[name] or conf['initial_' + name]


def node_uuid(host):
    return uuid_of('cn', host['host'], host['nodename'])


def pci_pool(pool):
    return objects.PciDevicePool(
        vendor_id=pool['vendor_id'], product_id=pool['product_id'], numa_node=pool.get('numa_node'),
        count=pool['count'], tags=dict(pool.get('tags') or {}))


def host_topology(record):
    if record is None:
        return None
    return objects.NUMATopology(cells=[
        objects.NUMACell(
            id=cell['id'], socket=cell.get('socket'), memory=cell['memory'],
            cpu_usage=cell.get('cpu_usage', 0), memory_usage=cell.get('memory_usage', 0),
            cpuset=set(cell['cpuset']), pcpuset=set(cell.get('pcpuset', ())),
            pinned_cpus=set(cell.get('pinned_cpus', ())), siblings=[set(one) for one in cell.get('siblings', ())],
            mempages=[
                objects.NUMAPagesTopology(
                    size_kb=page['size_kb'], total=page['total'], used=page.get('used', 0),
                    reserved=page.get('reserved', 0))
                for page in cell.get('mempages', ())])
        for cell in record['cells']])


class HostManager(host_manager.HostManager):
    """Nova's, over a Cloud instead of databases; it keeps what it was asked for, and one order of hosts and weighers."""

    def __init__(self, cloud):
        self.cloud = cloud
        self.rounds, self.kept = [], []
        super().__init__()
        if nova.conf.CONF.filter_scheduler.weight_classes == ALL_WEIGHERS:
            # Nova's own order is that of the files in a folder, as the file system gives them.
            self.weighers.sort(key=lambda one: (type(one).__module__, type(one).__name__))

    def states(self, spec):
        return list(self.get_host_states_by_uuids(self.cloud.context, None, spec))

    def get_filtered_hosts(self, hosts, spec_obj, index=0):
        passed = super().get_filtered_hosts(hosts, spec_obj, index)
        passed = passed if passed is None else list(passed)
        self.rounds.append({'filtered': [key(host) for host in passed or []]})
        return passed

    def get_weighed_hosts(self, hosts, spec_obj):
        weighed = super().get_weighed_hosts(hosts, spec_obj)
        if self.rounds:
            self.rounds[-1]['weighed'] = [[key(one.obj), number(one.weight)] for one in weighed]
        return weighed

    def _get_host_states(self, context, compute_nodes, services):
        # Nova's own order is that of a set of pairs of strings: another one in every process.
        found = super()._get_host_states(context, compute_nodes, services)
        self.kept = sorted(found, key=lambda state: self.cloud.place[state.host, state.nodename])
        return iter(self.kept)

    def _get_computes_for_cells(self, context, cells, compute_uuids):
        return self.cloud.computes(cells, compute_uuids)

    def _init_instance_info(self, computes_by_cell=None):
        # As it stands once every compute service has reported.
        self._instance_info = {
            host: {'instances': instances, 'updated': True} for host, instances in self.cloud.instances().items()}

    def _get_instances_by_host(self, context, host_name):
        # Asked for when instance changes are not tracked.
        return self.cloud.instances().get(host_name, {})


class Scheduler(manager.SchedulerManager):
    """Nova's, without the messaging that its own constructor sets up."""

    def __init__(self, hosts, cloud):
        self.host_manager = hosts
        self.placement_client = None
        self.cloud = cloud

    def place(self, spec, instance_uuids, return_alternates):
        """Every host is placement's candidate."""
        summaries = {node_uuid(host): {} for host in self.cloud.hosts}
        candidates = {uuid: [{}] for uuid in summaries}
        return self._schedule(
            self.cloud.context, spec, instance_uuids, candidates, summaries, return_alternates=return_alternates)

    def _cleanup_allocations(self, context, instance_uuids):
        pass
