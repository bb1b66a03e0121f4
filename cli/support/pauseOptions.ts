import { Argument, InvalidArgumentError, Option } from 'commander';
import { resources } from '../../shared/contract/operations/operation.ts';
import { lanes } from '../../shared/wire/queues.ts';

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const maxPauseMs = 30 * unitMs.d;

const maxReason = 200;

export function pausableArgument(): Argument {
  return new Argument('<resource>', 'a resource, or all of them').choices([...resources, 'all']);
}

export function pausedLaneOption(): Option {
  return new Option(
    '--lane <lane>',
    'only single calls (interactive), or only those of batches (bulk)',
  ).choices(lanes);
}

/** Parses a duration such as `15m` into milliseconds. At most 30 days. */
export function duration(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const ms = Number(number) * (unitMs[unit as keyof typeof unitMs] ?? 0);
  if (ms >= 1_000 && ms <= maxPauseMs) return ms;
  throw new InvalidArgumentError('It must be a duration from 1s to 30d, such as 30s, 15m, 2h or 1d.');
}

/** Allows one line only, since logs repeat it. */
export function reasonText(text: string): string {
  const reason = text.trim();
  const isPlain = reason.isWellFormed() && !/\p{Cc}/u.test(reason);
  if (isPlain && reason !== '' && reason.length <= maxReason) return reason;
  throw new InvalidArgumentError(`It must have 1 to ${maxReason} characters, in one line.`);
}
