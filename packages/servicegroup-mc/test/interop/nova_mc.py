"""Nova's own memcached driver. Arguments: backend, addresses with commas, then join HOST or is_up HOST..."""
import json
import sys

from nova import config  # noqa: F401, registers the options
import nova.conf
from nova.servicegroup.drivers import mc

CONF = nova.conf.CONF
backend, addresses, what, *hosts = sys.argv[1:]
CONF([], project='nova', default_config_files=[], default_config_dirs=[])
CONF.set_override('enabled', True, group='cache')
CONF.set_override('backend', backend, group='cache')
CONF.set_override('memcache_servers', addresses.split(','), group='cache')
CONF.set_override('service_down_time', 60)
driver = mc.MemcachedDriver()


class Joined(object):
    def __init__(self, host):
        self.service_ref = {'topic': 'compute', 'host': host, 'updated_at': None}


if what == 'join':
    for host in hosts:
        driver._report_state(Joined(host))
    print(json.dumps('joined'))
else:
    refs = [Joined(host).service_ref for host in hosts]
    times = [driver.updated_time(ref) for ref in refs]
    print(json.dumps([[driver.is_up(ref), time and time.isoformat()] for ref, time in zip(refs, times)]))
