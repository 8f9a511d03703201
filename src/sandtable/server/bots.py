"""Bots think in processes of their own: one that is slow is killed, one that crashes is started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from importlib import import_module
from pathlib import Path

import msgspec

import sandtable
from sandtable.kernel.errors import SandtableError
from sandtable.server.thinker import SIZE, Answer, Question

__all__ = ["BotTrouble", "Thinkers"]

MOST_BYTES = 1_000_000
START_SECONDS = 60


class BotTrouble(SandtableError):
    """A bot that gave no answer; says why."""


class Thinkers:
    """A number of processes, started when first needed. `seconds` is the time a bot has for one decision."""

    def __init__(self, processes: int, seconds: float, modules: tuple[str, ...] = ()) -> None:
        self._seconds = seconds
        self._modules = modules
        self._idle: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        for _ in range(processes):
            self._idle.put_nowait(None)
        self._all: set[Process] = set()
        self._closed = False

    @property
    def names(self) -> tuple[str, ...]:
        """The bots of the further modules."""
        return tuple(name for module in self._modules for name in import_module(module).BOTS)

    async def choose(self, question: Question) -> Answer:
        """The bot's answer; BotTrouble if it is too slow, crashes or says nothing sensible."""
        process = await self._idle.get()
        try:
            if process is None or process.returncode is not None:
                process = await self._start()
            said = await asyncio.wait_for(self._ask(process, question), self._seconds)
        except TimeoutError:
            await self._end(process)
            process = None
            raise BotTrouble(f"the bot took longer than {self._seconds:g} seconds") from None
        except (OSError, EOFError, msgspec.MsgspecError, asyncio.IncompleteReadError):
            await self._end(process)
            process = None
            raise BotTrouble("the bot crashed") from None
        except BaseException:
            await self._end(process)
            process = None
            raise
        finally:
            self._idle.put_nowait(process)
        if said.fault:
            raise BotTrouble(f"the bot failed ({said.fault})")
        return said

    async def _start(self) -> Process:
        if self._closed:
            raise BotTrouble("the server is shutting down")
        root = str(Path(sandtable.__file__).parents[1])
        path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "sandtable.server.thinker",
            stdin=PIPE,
            stdout=PIPE,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # Ctrl-C ends the server, which ends this
        )
        self._all.add(process)
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_SECONDS):
                await process.stdout.readexactly(SIZE)
        except BaseException:
            await self._end(process)
            raise
        return process

    async def _ask(self, process: Process, question: Question) -> Answer:
        assert process.stdin is not None
        assert process.stdout is not None
        data = msgspec.msgpack.encode(msgspec.structs.replace(question, modules=self._modules))
        process.stdin.write(len(data).to_bytes(SIZE, "big") + data)
        await process.stdin.drain()
        size = int.from_bytes(await process.stdout.readexactly(SIZE), "big")
        if size > MOST_BYTES:
            raise EOFError
        return msgspec.msgpack.decode(await process.stdout.readexactly(size), type=Answer)

    async def _end(self, process: Process | None) -> None:
        if process is None:
            return
        self._all.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for process in list(self._all):
            await self._end(process)
