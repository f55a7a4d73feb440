"""What kazoo, a client that is not ours, sees and writes: members.py ADDRESS read|write|hold PREFIX [GROUP HOST]"""
import json
import sys

from kazoo.client import KazooClient
from kazoo.security import make_digest_acl

address, action, prefix = sys.argv[1:4]
client = KazooClient(hosts=address, timeout=2)
client.start(timeout=10)

if action == "read":
    tree = {}
    for group in client.get_children(prefix):
        for host in client.get_children(f"{prefix}/{group}"):
            path = f"{prefix}/{group}/{host}"
            processes = {}
            for pid in client.get_children(path):
                data, stat = client.get(f"{path}/{pid}")
                processes[pid] = {"data": data.decode(), "ephemeral": stat.ephemeralOwner != 0, "made": stat.czxid}
            data, stat = client.get(path)
            acl = [f"{each.id.scheme}:{each.id.id}:{each.perms}" for each in client.get_acls(path)[0]]
            tree[f"{group}/{host}"] = {"data": data.decode(), "processes": processes, "acl": acl}
    print(json.dumps(tree))
elif action == "hold":
    group, host = sys.argv[4:6]
    client.ensure_path(f"{prefix}/{group}")
    client.create(f"{prefix}/{group}/{host}", b"ZKMembers")
    client.create(f"{prefix}/{group}/{host}/4711", b"0.25", ephemeral=True)
    print("joined", flush=True)
    sys.stdin.readline()
elif action == "write":
    for line in sys.stdin:
        path, data = line.rstrip("\n").split("\t")
        client.ensure_path(prefix)
        if client.exists(prefix + path):
            client.set(prefix + path, data.encode())
        else:
            client.create(prefix + path, data.encode(), makepath=True)
elif action == "delete":
    client.delete(prefix, recursive=True)
elif action == "close-acl":
    client.ensure_path(prefix)
    client.set_acls(prefix, [make_digest_acl("owner", "secret", all=True)])

client.stop()
client.close()
