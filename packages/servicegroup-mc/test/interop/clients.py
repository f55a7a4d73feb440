"""Which server python's memcached clients put a key on. Arguments: the addresses; keys on standard input, as JSON."""
import json
import sys

import memcache
from pymemcache.client.hash import HashClient

addresses = sys.argv[1:]
keys = json.load(sys.stdin)
old = memcache.Client(addresses)
new = HashClient(addresses)


def name(server):
    return '%s:%s' % server if isinstance(server, tuple) else server


def crc(key):
    bucket = memcache.serverHashFunction(key.encode()) % len(old.buckets)
    return '%s:%s' % old.buckets[bucket].address


print(json.dumps({
    'crc': [crc(key) for key in keys],
    'score': [new.hasher.get_node(key) for key in keys],
}))
