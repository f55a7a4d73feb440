"""Nova's answers in the form of the vectors."""
import math

from nova.objects import base

RATIOS = ('cpu_allocation_ratio', 'ram_allocation_ratio')
STATE = ('free_ram_mb', 'free_disk_mb', 'vcpus_used', 'num_instances', 'num_io_ops')


def error_of(error):
    return type(error).__name__


def key(state):
    return '%s/%s' % (state.host, state.nodename)


def number(value):
    """JSON has no word for these."""
    if isinstance(value, float) and not math.isfinite(value):
        return 'NaN' if math.isnan(value) else 'Infinity' if value > 0 else '-Infinity'
    return value


def limits_of(limits):
    return {name: ratios_of(limit) if isinstance(limit, base.NovaObject) else number(limit)
            for name, limit in limits.items()}


def ratios_of(limits):
    return {name: number(getattr(limits, name)) for name in RATIOS if limits.obj_attr_is_set(name)}


def states_of(states):
    return {key(state): state_of(state) for state in states}


def state_of(state):
    told = {name: number(getattr(state, name)) for name in STATE}
    if state.numa_topology:
        told['numa'] = [cell_of(cell) for cell in state.numa_topology.cells]
    pools = state.pci_stats.pools if state.pci_stats else []
    if pools:
        told['pci'] = [{name: pool.get(name) for name in ('vendor_id', 'product_id', 'numa_node', 'count')}
                       for pool in pools]
    return told


def cell_of(cell):
    return {'id': cell.id, 'cpu_usage': cell.cpu_usage, 'memory_usage': cell.memory_usage,
            'pinned_cpus': sorted(cell.pinned_cpus),
            'mempages': [{'size_kb': page.size_kb, 'total': page.total, 'used': page.used} for page in cell.mempages]}
