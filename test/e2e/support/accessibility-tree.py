"""Reads the app's accessibility tree from the platform (AT-SPI) and records what a screen reader is told.

Reads one JSON command per line from the input and answers each with one line: `tree`, `focused`, `events`.
The answers' shapes are in accessibility-tree.ts.
"""
import json
import sys

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

APP = sys.argv[1]
EVENTS = (
    'object:state-changed:focused',
    'object:active-descendant-changed',
    'object:text-changed:insert',
    'object:children-changed:add',
)
STATES = (
    'CHECKED', 'CHECKABLE', 'COLLAPSED', 'ENABLED', 'EXPANDABLE', 'EXPANDED', 'FOCUSABLE', 'FOCUSED', 'HAS_POPUP',
    'INDETERMINATE', 'INVALID_ENTRY', 'MODAL', 'PRESSED', 'READ_ONLY', 'REQUIRED', 'SELECTABLE',
    'SELECTED', 'SHOWING', 'VISIBLE',
)
STATE_TYPES = {name: getattr(Atspi.StateType, name) for name in STATES}
# Roles of containers that a screen reader names when the focus enters them.
CONTEXT_ROLES = (
    'alert', 'dialog', 'form', 'grouping', 'landmark', 'list', 'list box', 'menu', 'page tab list', 'panel',
    'table', 'tree table',
)
# The cells of a list change by the hundred and are in no live region.
LIST_ROLES = ('table', 'tree table', 'table row', 'table cell')
events = []
last_focus = None


def attributes(item):
    try:
        return dict(item.get_attributes() or {})
    except GLib.Error:
        return {}


def states(item):
    present = item.get_state_set()
    return [name.lower() for name, kind in STATE_TYPES.items() if present.contains(kind)]


def own_text(item):
    if 'Text' not in item.get_interfaces():
        return ''
    return Atspi.Text.get_text(item, 0, Atspi.Text.get_character_count(item)).replace('\ufffc', '').strip()


def whole_text(item, depth=0):
    """Returns the text that a screen reader says for an announcement: its text with that of its children."""
    count = item.get_child_count()
    if count == 0 or depth > 8:
        return item.get_name() or own_text(item)
    parts = [whole_text(child, depth + 1) for child in children(item)]
    return ' '.join(part for part in parts if part)


def children(item):
    for at in range(item.get_child_count()):
        child = item.get_child_at_index(at)
        if child is not None:
            yield child


def describe(item, depth=0):
    found = {
        'role': item.get_role_name(),
        'name': item.get_name() or '',
        'description': item.get_description() or '',
        'states': states(item),
        'attributes': attributes(item),
        'depth': depth,
    }
    value = own_text(item)
    if value and value != found['name']:
        found['text'] = value
    interfaces = item.get_interfaces()
    if 'Table' in interfaces:
        found['rows'] = Atspi.Table.get_n_rows(item)
    if 'TableCell' in interfaces:
        _, row, column = Atspi.TableCell.get_position(item)
        found['position'] = [row, column]
        headings = Atspi.TableCell.get_column_header_cells(item) or []
        found['heading'] = ' '.join(heading.get_name() for heading in headings if heading)
    return found


def surroundings(item):
    """Returns the named groups, dialogs and landmarks around an element, outermost first."""
    around = []
    item = item.get_parent()
    while item is not None and item.get_role_name() != 'document web':
        role, name = item.get_role_name(), item.get_name()
        if name and role in CONTEXT_ROLES:
            around.insert(0, {'role': role, 'name': name, 'description': item.get_description() or ''})
        item = item.get_parent()
    return around


def live_region(item):
    """Returns the live region around an element, and its politeness; None outside of one."""
    while item is not None:
        known = attributes(item)
        if known.get('live') in ('polite', 'assertive'):
            return item, known['live']
        if known.get('container-live') not in ('polite', 'assertive'):
            return None
        item = item.get_parent()
    return None


def record(event):
    global last_focus
    try:
        source = event.source
        kind = event.type
        if kind.startswith('object:state-changed:focused'):
            if event.detail1:
                last_focus = source
                events.append({'kind': 'focus', **describe(source)})
        elif kind.startswith('object:active-descendant'):
            if event.any_data is not None:
                last_focus = event.any_data
                events.append({'kind': 'focus', **describe(event.any_data)})
        else:
            live = None if source.get_role_name() in LIST_ROLES else live_region(source)
            if live is None:
                return
            region, politeness = live
            inserted = event.any_data if kind.startswith('object:text-changed') else None
            if isinstance(inserted, str) and inserted.replace('\ufffc', '').strip() == '':
                return  # only the place of an added element, which has its own event
            # The cache may hold the text before this change.
            region.clear_cache()
            source.clear_cache()
            if attributes(region).get('atomic') == 'true':
                text = whole_text(region)
            elif kind.startswith('object:children-changed') and event.any_data is not None:
                text = whole_text(event.any_data)
            else:
                text = whole_text(source)
            events.append({'kind': 'live', 'live': politeness, 'text': ' '.join(text.split())})
    except GLib.Error:
        pass  # the element is already gone: a screen reader cannot say it either


def application():
    desktop = Atspi.get_desktop(0)
    for app in children(desktop):
        if app.get_process_id() == int(APP):
            # A window read before its page was there stays empty in the cache.
            app.clear_cache()
            return app
    return None


def document(item, depth=0):
    """Returns the page: a window also has the frames that Chromium draws around it."""
    for child in children(item):
        if child.get_role_name() == 'document web':
            return child
        found = document(child, depth + 1) if depth < 8 else None
        if found is not None:
            return found
    return None


def is_record(item):
    """Returns whether this is a row of a list: its name has the text of its many cells."""
    if item.get_role_name() != 'table row':
        return False
    first = item.get_child_at_index(0)
    return first is None or first.get_role_name() != 'column header'


def walk(item, depth, into):
    into.append(describe(item, depth))
    if is_record(item):
        return
    for child in children(item):
        walk(child, depth + 1, into)


def has_focus(item):
    try:
        return item is not None and item.get_state_set().contains(Atspi.StateType.FOCUSED)
    except GLib.Error:
        return False


def focused(item):
    """Returns the element with the focus among those outside of a list's rows."""
    if has_focus(item) and item.get_role_name() not in ('document web', 'table', 'tree table'):
        return item
    if is_record(item):
        return None
    for child in children(item):
        inner = focused(child)
        if inner is not None:
            return inner
    return item if has_focus(item) else None


def tree():
    app = application()
    page = app and document(app)
    found = []
    if page is not None:
        page.clear_cache()
        walk(page, 0, found)
    return found


def focus_now():
    app = application()
    page = app and document(app)
    if page is None:
        return None
    if last_focus is not None:
        last_focus.clear_cache()
        if has_focus(last_focus):
            return {**describe(last_focus), 'within': surroundings(last_focus)}
    page.clear_cache()
    item = focused(page)
    return {**describe(item), 'within': surroundings(item)} if item is not None else None


def answer(command):
    do = command['do']
    if do == 'tree':
        return tree()
    if do == 'focused':
        return focus_now()
    taken = list(events)
    events.clear()
    return taken


def on_input(channel, _condition):
    line = sys.stdin.readline()
    if line == '':
        Atspi.event_quit()
        return False
    command = json.loads(line)
    for _ in range(3):  # an element may disappear while it is read
        try:
            result = {'result': answer(command)}
            break
        except GLib.Error as error:
            result = {'error': error.message}
    print(json.dumps(result), flush=True)
    return True


Atspi.init()
Atspi.set_timeout(5_000, 15_000)
listener = Atspi.EventListener.new(record)
for name in EVENTS:
    listener.register(name)
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_LOW, GLib.IO_IN | GLib.IO_HUP, on_input)
print(json.dumps({'result': 'ready'}), flush=True)
Atspi.event_main()
