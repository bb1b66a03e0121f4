import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../workers/database/database.ts';
import { type Finding, ok, warn } from './finding.ts';

const watchedMs = 1_000;

/** The cluster sends a few messages itself, such as when a node joins. Each write set is one message, too. */
const maxMessages = 3;

const variables = ['wsrep_cluster_size', 'wsrep_local_state_comment', 'wsrep_received'];

/** Checks that this Galera node takes writes and that no other node does. Other servers have no findings. */
export async function clusterFindings(database: Database): Promise<readonly Finding[]> {
  const before = await statusOf(database);
  const state = before.get('wsrep_local_state_comment');
  const size = Number(before.get('wsrep_cluster_size') ?? 0);
  if (size === 0) return [];
  const message = `a node of ${size}, ${state}`;
  if (state !== 'Synced')
    return [found(message, 'let the proxy lead to a node whose wsrep_local_state_comment is Synced')];
  if (size < 3)
    return [found(message, 'add nodes until there are three: then two keep a majority when one fails')];

  await delay(watchedMs);
  const after = await statusOf(database);
  const received = Number(after.get('wsrep_received')) - Number(before.get('wsrep_received'));
  if (received <= maxMessages) return [ok('database cluster', `${message}, the only one that takes writes`)];
  const remedy = 'let all programs write to one node, see docs/scaling.md#a-database-cluster';
  return [found(`${message}; ${received} messages of other nodes in a second, so they take writes`, remedy)];
}

function found(message: string, remedy: string): Finding {
  return warn('database cluster', message, remedy);
}

async function statusOf(database: Database): Promise<ReadonlyMap<string, string>> {
  const names = variables.map(() => '?').join(', ');
  const [rows] = await database.raw(`SHOW GLOBAL STATUS WHERE Variable_name IN (${names})`, variables);
  return new Map(rows.map((row: { Variable_name: string; Value: string }) => [row.Variable_name, row.Value]));
}
