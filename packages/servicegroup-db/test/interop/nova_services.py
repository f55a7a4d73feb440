"""Nova's own code on a database: takes a connection and a JSON list of commands, prints one JSON answer a command.

Commands: ["make-tables"], ["create", host, binary, topic], ["report", host, binary, age], ["look"],
["change", host, binary, {field: value}]. An age is seconds before now.
"""
import datetime
import json
import sys

import eventlet

eventlet.monkey_patch()

from nova import config  # noqa: E402
from nova import context  # noqa: E402
from nova import objects  # noqa: E402
from nova import servicegroup  # noqa: E402
from nova.db.main import api as main_api  # noqa: E402
from nova.db.main import models  # noqa: E402
import nova.conf  # noqa: E402
from oslo_utils import timeutils  # noqa: E402

CONNECTION, COMMANDS = sys.argv[1], json.loads(sys.argv[2])
CONF = nova.conf.CONF
CONF([], project='nova', default_config_files=[])
CONF.set_override('connection', CONNECTION, 'database')
CONF.set_override('servicegroup_driver', 'db')
main_api.configure(CONF)
objects.register_all()
# There is no message bus.
objects.Service._send_notification = lambda *_: None
objects.Service._send_status_update_notification = lambda *_: None
ADMIN = context.get_admin_context()


def find(host, binary):
    return objects.Service.get_by_host_and_binary(ADMIN, host, binary)


def make_tables():
    engine = main_api.get_engine(context=ADMIN)
    models.BASE.metadata.create_all(engine, tables=[models.Service.__table__])


def create(host, binary, topic):
    objects.Service(ADMIN, host=host, binary=binary, topic=topic).create()


def report(host, binary, age):
    timeutils.set_time_override(datetime.datetime.utcnow() - datetime.timedelta(seconds=age))
    service = find(host, binary)
    service.report_count += 1
    service.save()
    timeutils.clear_time_override()


def change(host, binary, fields):
    service = find(host, binary)
    for name, value in fields.items():
        setattr(service, name, value)
    service.save()


def look():
    api = servicegroup.API()
    answers = []
    for service in objects.ServiceList.get_all(ADMIN):
        answers.append({
            'host': service.host, 'binary': service.binary, 'topic': service.topic, 'uuid': service.uuid,
            'up': api.service_is_up(service), 'disabled': service.disabled, 'reason': service.disabled_reason,
            'reports': service.report_count, 'forced_down': service.forced_down,
        })
    return answers


DOES = {'make-tables': make_tables, 'create': create, 'report': report, 'change': change, 'look': look}
for name, *arguments in COMMANDS:
    print(json.dumps(DOES[name](*arguments)))
