import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type Resource, resourceOf } from '../../shared/operations/operation.ts';
import { type JobBatcher, maxCallsOfJob } from './jobBatcher.ts';
import type { PendingCall } from './pending.ts';

/** Hands calls to their gatherers, a job's worth at a time: single calls are not held up until all of them are written. */
export async function sendInChunks(
  pending: readonly PendingCall[],
  jobBatchers: ReadonlyMap<Resource, JobBatcher>,
): Promise<void> {
  for (let at = 0; at < pending.length; at += maxCallsOfJob) {
    if (at > 0) await yieldToOthers();
    for (const [resource, calls] of byResource(pending.slice(at, at + maxCallsOfJob)))
      jobBatchers.get(resource)?.add(...calls);
  }
}

function byResource(pending: readonly PendingCall[]): ReadonlyMap<Resource, PendingCall[]> {
  const groups = new Map<Resource, PendingCall[]>();
  for (const call of pending) {
    const resource = resourceOf({ name: call.call.method });
    const group = groups.get(resource);
    if (group) group.push(call);
    else groups.set(resource, [call]);
  }
  return groups;
}
