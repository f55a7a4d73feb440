"""A scenario's request as the RequestSpec that Nova's conductor would send."""
import copy
import json
import uuid

from nova import objects

NAMESPACE = uuid.UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8')


def uuid_of(*words):
    """The same words, the same uuid."""
    return str(uuid.uuid5(NAMESPACE, '/'.join(str(word) for word in words)))


def to_spec(cloud, request):
    """@raises whatever Nova raises for a request that it refuses"""
    request_spec = copy.deepcopy(request['request_spec'])
    properties = copy.deepcopy(request['filter_properties'])
    instance = request_spec.get('instance_properties') or {}
    convert(instance, 'numa_topology', numa_topology)
    convert(instance, 'pci_requests', lambda asked: pci_requests(asked, instance.get('uuid')))
    convert(properties, 'instance_group', instance_group)
    convert(properties, 'requested_destination', lambda asked: destination(cloud, asked))
    return objects.RequestSpec.from_primitives(cloud.context, request_spec, properties)


def convert(container, name, make):
    if isinstance(container.get(name), dict):
        container[name] = make(container[name])


def claimed_uuids(scenario_id, request):
    """One per instance; None for a conductor so old that it sends none."""
    if 'instance_uuids' in request:
        return request['instance_uuids']
    spec = request['request_spec']
    first = (spec.get('instance_properties') or {}).get('uuid')
    return [first] + [uuid_of(scenario_id, index) for index in range(1, spec.get('num_instances', 1))]


def numa_topology(asked):
    return objects.InstanceNUMATopology(
        cells=[numa_cell(cell) for cell in asked['cells']],
        emulator_threads_policy=asked.get('emulator_threads_policy'))


def numa_cell(cell):
    fields = {name: cell.get(name) for name in ('pagesize', 'cpu_policy', 'cpu_thread_policy')}
    if cell.get('cpuset_reserved'):
        fields['cpuset_reserved'] = set(cell['cpuset_reserved'])
    return objects.InstanceNUMACell(
        id=cell['id'], memory=cell['memory'], cpuset=set(cell.get('cpuset', ())),
        pcpuset=set(cell.get('pcpuset', ())), **fields)


def pci_requests(asked, instance_uuid):
    requests = [
        objects.InstancePCIRequest(
            count=one['count'], spec=one['spec'], alias_name=one.get('alias_name'),
            request_id=one.get('request_id'), numa_policy=one.get('numa_policy', 'legacy'))
        for one in asked['requests']]
    return objects.InstancePCIRequests(instance_uuid=instance_uuid, requests=requests)


def instance_group(asked):
    """As the API builds it, with the policy in both of its places."""
    group = objects.InstanceGroup(
        uuid=asked.get('uuid') or uuid_of('group', json.dumps(asked, sort_keys=True)),
        policy=asked['policy'], policies=[asked['policy']],
        members=asked.get('members') or [], hosts=asked.get('hosts') or [])
    # Rules are read through a property that has no setter.
    group._rules = {name: str(value) for name, value in (asked.get('rules') or {}).items()}
    return group


def destination(cloud, asked):
    fields = dict(asked)
    if fields.get('cell'):
        fields['cell'] = cloud.cell_named(fields['cell'])
    return objects.Destination(**fields)
