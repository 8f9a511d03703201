// Puts views together as the browser does and compares them with whole ones: a line of JSON for each message.
import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import { Views } from '../../web/src/api/changes.ts';

const connections = new Map();
let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { connection, fresh, message, whole, log } = JSON.parse(line);
  const known = connections.get(connection) ?? { views: new Views(), log: [], side: whole.side };
  connections.set(connection, known);
  if (fresh) known.views.forget();
  const seen = known.views.see(message);
  assert.ok(seen, `message ${count} is based on a view that is not known`);
  const plain = { stamp: '', log: [], log_from: 0 };
  assert.deepStrictEqual({ ...seen, ...plain }, { ...whole, ...plain });
  // the page forgets the log when it looks through another side
  const before = known.side === seen.side ? known.log : [];
  known.log = [...before.slice(0, seen.log_from), ...seen.log];
  known.side = seen.side;
  assert.deepStrictEqual(known.log, log);
  count += 1;
}
console.log(count);
