import type { OperationName } from '../../shared/operations/index.ts';
import { type Emit, ignoreEvents } from '../../shared/process/log.ts';
import type { Database } from '../../workers/database/database.ts';
import { implementations } from '../../workers/operations/index.ts';
import { SetRunner } from '../../workers/sets/setRunner.ts';
import { database } from './servers.ts';

/** Runs sets of an operation on the real database, as a worker does. */
export function setRunner(
  method: OperationName,
  on: Database = database(),
  emit: Emit = ignoreEvents,
): SetRunner {
  return new SetRunner(implementations[method], { database: on, clock: Date, emit });
}
