"""The writing thread and the working threads: each piece of work is done wholly or not at all, and never left alone."""

import asyncio
import sqlite3
import threading

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from sandtable.server.elsewhere import elsewhere
from sandtable.server.store.database import Store


def mark(name, fault=None):
    """Work that writes one mark on the driver's own connection, and may fail then."""

    def work(connection, dialect):
        connection.execute("INSERT INTO marks VALUES (?)", [name])
        if fault is not None:
            raise fault

    return work


def written(path, work):
    """What became of some work, and the marks on disk afterwards, read by another connection."""

    async def day():
        store = Store(f"sqlite:///{path}")
        try:
            await store.write(lambda c: c.exec_driver_sql("CREATE TABLE marks (name TEXT PRIMARY KEY)") and None)
            return await work(store)
        finally:
            await store.close()

    given = asyncio.run(day())
    with sqlite3.connect(path) as reader:
        return given, [name for (name,) in reader.execute("SELECT name FROM marks ORDER BY name")]


def test_plain_work_is_on_disk_or_leaves_nothing_behind(tmp_path):
    async def work(store):
        await store.write_plainly(mark("one"))
        with pytest.raises(KeyError):
            await store.write_plainly(mark("two", KeyError("a fault")))
        with pytest.raises(IntegrityError):
            await store.write_plainly(mark("one"))
        with pytest.raises(OperationalError):
            await store.write_plainly(lambda connection, dialect: connection.execute("INSERT INTO nowhere VALUES (1)"))
        await store.write_plainly(mark("three"))

    assert written(tmp_path / "marks.db", work)[1] == ["one", "three"]


def test_a_thread_writes_by_itself_wholly_or_not_at_all(tmp_path):
    async def work(store):
        done = [await elsewhere(store.write_here, mark("one"))]
        with pytest.raises(KeyError):
            await elsewhere(store.write_here, mark("two", KeyError("a fault")))
        with pytest.raises(IntegrityError):
            await elsewhere(store.write_here, mark("one"))
        await store.write_plainly(mark("three"))
        return [*done, await elsewhere(store.write_here, mark("four"))]

    assert written(tmp_path / "marks.db", work) == ([True, True], ["four", "one", "three"])


def test_a_thread_does_not_write_by_itself_while_others_write_or_wait(tmp_path):
    async def work(store):
        held, began = threading.Event(), threading.Event()

        def slow(connection, dialect):
            began.set()
            held.wait(10)

        first = asyncio.create_task(store.write_plainly(slow))
        assert await elsewhere(began.wait, 10)
        done = await elsewhere(store.write_here, mark("one"))
        second = asyncio.create_task(store.write_plainly(mark("two")))
        await asyncio.sleep(0)
        held.set()
        await asyncio.gather(first, second)
        return done

    assert written(tmp_path / "marks.db", work) == (False, ["two"])


def test_plain_and_other_work_that_waits_together_fails_each_for_itself(tmp_path):
    async def work(store):
        held = threading.Event()
        first = asyncio.create_task(store.write_plainly(lambda connection, dialect: held.wait(10) and None))
        others = [
            store.write_plainly(mark("one")),
            store.write_plainly(mark("one")),
            store.write_plainly(mark("two", KeyError("a fault"))),
            store.write(lambda c: c.exec_driver_sql("INSERT INTO marks VALUES ('three')") and None),
        ]
        waiting = [asyncio.create_task(each) for each in others]
        await asyncio.sleep(0.1)  # all of them are in the queue behind the first
        held.set()
        await first
        return [type(each) for each in await asyncio.gather(*waiting, return_exceptions=True)]

    given, marks = written(tmp_path / "marks.db", work)
    assert given == [type(None), IntegrityError, KeyError, type(None)]
    assert marks == ["one", "three"]


def test_work_in_a_thread_is_awaited_even_by_a_caller_that_is_cancelled():
    begun, go_on, done = threading.Event(), threading.Event(), []

    def work():
        begun.set()
        go_on.wait(10)
        done.append(True)

    async def day():
        task = asyncio.create_task(elsewhere(work))
        await asyncio.to_thread(begun.wait, 10)
        for _ in range(2):
            task.cancel()
            await asyncio.sleep(0.02)
            assert not task.done()
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert done == [True]
        with pytest.raises(ZeroDivisionError):
            await elsewhere(lambda: 1 // 0)

    asyncio.run(day())
