"""Writes and reads heartbeats as python does: prints JSON. Needs python3-oslo.cache."""
import base64
import datetime
import json
import pickle
import sys

from dogpile.cache.api import CachedValue

when = datetime.datetime(2026, 5, 6, 7, 8, 9, 123000)
cached = CachedValue(when, {'ct': 1778051289.5, 'v': 2})
written = {
    kind: [base64.b64encode(pickle.dumps(value, protocol)).decode() for protocol in range(6)]
    for kind, value in (('plain', when), ('cached', cached))
}
read = []
for text in json.load(sys.stdin):
    value = pickle.loads(base64.b64decode(text))
    if isinstance(value, datetime.datetime):
        read.append([value.isoformat()])
    else:
        read.append([type(value).__name__, value.payload.isoformat(), value.metadata])
print(json.dumps({'written': written, 'read': read}))
