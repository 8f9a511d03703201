"""Statements that run with every action, put into SQL once: making them again takes longer than running them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, CursorResult, Dialect
from sqlalchemy.sql.expression import ClauseElement

__all__ = ["Ready"]


class Ready:
    """A statement whose values are given when it runs.

    >>> from sqlalchemy import column, create_engine, insert, table
    >>> marks = Ready(insert(table("marks", column("name"), column("number"))))
    >>> with create_engine("sqlite://").begin() as connection:
    ...     _ = connection.exec_driver_sql("CREATE TABLE marks (name TEXT, number INTEGER)")
    ...     _ = marks(connection, {"number": 3, "name": "smoke"})
    ...     connection.exec_driver_sql("SELECT name, number FROM marks").all()
    [('smoke', 3)]
    """

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._written: dict[str, tuple[str, tuple[str, ...] | None]] = {}

    def __call__(self, connection: Connection, values: Mapping[str, Any]) -> CursorResult[Any]:
        """Run it, with a value for each of its parameters."""
        sql, order = self.sql(connection.dialect)
        given = dict(values) if order is None else tuple(values[name] for name in order)
        return connection.exec_driver_sql(sql, given)

    def plainly(self, connection: sqlite3.Connection, dialect: Dialect, values: Mapping[str, Any]) -> int:
        """Run it on the driver's own connection: how many rows it has changed."""
        sql, order = self.sql(dialect)
        return connection.execute(sql, [values[name] for name in order or ()]).rowcount

    def sql(self, dialect: Dialect) -> tuple[str, tuple[str, ...] | None]:
        """The SQL, and the order of its parameters; None if they go by their names."""
        known = self._written.get(dialect.name)
        if known is None:
            compiled: Any = self._statement.compile(dialect=dialect)
            order = compiled.positiontup
            known = self._written[dialect.name] = str(compiled), None if order is None else tuple(order)
        return known
