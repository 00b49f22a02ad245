"""The tables of the catalogue, version by version: an older catalogue is brought up to date where
it lies, when it is next opened."""

import sqlite3

_RUNS = """
create table if not exists runs (
    project text not null,
    number integer not null,
    state text not null,
    reason text not null default '',
    created_at real not null,
    started_at real,
    ended_at real,
    heartbeat_at real,
    pid integer,
    socket text not null default '',
    summary text not null default '{}',
    primary key (project, number)
)
"""

_QUERIES = """
create table if not exists queries (
    project text not null,
    id text not null,
    place integer not null,
    text text not null,
    primary key (project, id)
)
"""

_JUDGEMENTS = """
create table if not exists judgements (
    project text not null,
    query text not null,
    document text not null,
    grade integer not null check (grade between 0 and 3),
    judged_by text not null default '',
    judged_at real not null,
    primary key (project, query, document),
    foreign key (project, query) references queries on delete cascade
)
"""

# One number a project: whoever keeps judgements in memory sees that there are others by now.
_JUDGEMENT_STATES = """
create table if not exists judgement_states (
    project text primary key,
    changes integer not null
)
"""

_SETTINGS = """
create table if not exists settings (
    project text not null,
    index_name text not null,
    number integer not null,
    before integer,
    accepted_at real not null,
    because text not null,
    settings text not null,
    evidence text not null default '{}',
    primary key (project, index_name, number)
)
"""

_USERS = """
create table if not exists users (
    name text primary key,
    role text not null,
    password text not null,
    created_at real not null
)
"""

_AUDIT = """
create table if not exists audit (
    number integer primary key autoincrement,
    at real not null,
    who text not null,
    via text not null,
    action text not null,
    project text not null default '',
    subject text not null default ''
)
"""

_SCHEDULES = """
create table if not exists schedules (
    number integer primary key autoincrement,
    project text not null,
    rhythm text not null,
    missed text not null,
    paused integer not null default 0,
    created_at real not null,
    next_at real,
    last_at real,
    last_run integer,
    remark text not null default ''
)
"""

# `mark` is what makes a notice one: told twice, it is there once.
_NOTICES = """
create table if not exists notices (
    number integer primary key autoincrement,
    mark text not null unique,
    at real not null,
    project text not null,
    run integer,
    kind text not null,
    severity text not null,
    sentence text not null,
    read_at real,
    deliveries text not null default '[]'
)
"""

# What each version has that the one before had not.
STEPS: tuple[tuple[str, ...], ...] = (
    (_RUNS,),
    (_QUERIES, _JUDGEMENTS, _JUDGEMENT_STATES, _SETTINGS),
    (_USERS, _AUDIT, _SCHEDULES, _NOTICES),
)
SCHEMA = len(STEPS)
PROJECT_TABLES = (
    "runs",
    "judgements",
    "judgement_states",
    "queries",
    "settings",
    "schedules",
    "notices",
)


def bring_up_to_date(connection: sqlite3.Connection) -> int:
    """Answers the version that the catalogue has then: more than `SCHEMA` if a later Bowerbird
    wrote it, which is left alone. All steps are taken, or none, by one of several openers."""
    found = version_of(connection)
    if found >= SCHEMA:
        return found
    if not found:
        connection.execute("pragma journal_mode = wal")
    connection.execute("begin immediate")
    found = version_of(connection)  # another process may have been quicker
    for step in STEPS[found:]:
        for table in step:
            connection.execute(table)
    if found < SCHEMA:
        connection.execute(f"pragma user_version = {SCHEMA}")
    connection.commit()
    return max(found, SCHEMA)


def version_of(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("pragma user_version").fetchone()
    return int(version)
