import { bottlenecks } from '../../observe/diagnosis/diagnosis.ts';
import { type Need, type Scaling, scaledRoles } from '../../observe/diagnosis/scaling.ts';
import { code, replaceBetween, table } from './markdown.ts';

type Inputs = Scaling['queues'][string]['inputs'];

type Field = keyof Scaling | Exclude<keyof Need, 'inputs'> | `inputs.${keyof Inputs}`;

const names = (values: readonly string[]) => values.map(code).join(', ');

/** Meaning of each field of the answer of `/scaling`, in their order. */
const meanings: Readonly<Record<Field, string>> = {
  target_ms: '`SCALING_TARGET_MS`',
  roles: `an entry for each of ${names(scaledRoles)}; \`bulk\` is the workers of batches`,
  queues:
    'the same for each queue: `article` for single calls, `article.bulk` for calls of batches. Use these if your workers serve both lanes',
  processes:
    'how many there should be; more than `running` only if they are the bottleneck, or if there are none',
  running: 'how many report now',
  range:
    'how many processes the calls need that arrive now: those that are answered, rejected, or wait too long. 30 % of each process stay free',
  forecast: 'the same for 2, 3, 5 and 10 times as many calls',
  bottleneck: `the part that limits throughput: ${names(bottlenecks)}`,
  reason: 'the same as a sentence',
  'inputs.oldest_call_ms': 'age of the oldest unanswered call',
  'inputs.p99_ms':
    'time from the acceptance of a call to its reply, or null without calls; not for `gateway`',
  'inputs.calls_per_second': 'answered calls',
  'inputs.calls_in_flight': 'accepted calls without an answer; not for `gateway`',
  'inputs.rejected_per_second':
    'requests that got 503 because calls would have waited too long; not for `gateway`',
  'inputs.load': 'how many fully used processes the present work amounts to',
};

/** docs/scaling.md with the present table of the fields of `/scaling`. */
export function withScalingTable(page: string): string {
  const rows = Object.entries(meanings).map(([field, meaning]) => [code(field), meaning]);
  return replaceBetween(page, 'scaling fields', table(['field', 'meaning'], rows));
}
