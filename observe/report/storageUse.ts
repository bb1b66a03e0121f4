import { sum } from '../../shared/contract/values/arithmetic.ts';
import { byteSize } from '../../shared/contract/values/byteSize.ts';
import { changesKeptDays } from '../../shared/contract/values/contractLimits.ts';
import { inboxTtlHours } from '../../shared/wire/call.ts';
import type { StorageSample, StorageSamples } from '../../shared/wire/status/storage.ts';
import { percent } from '../diagnosis/diagnosis.ts';
import type { RedisReading } from '../status/redisMeter.ts';
import { age } from './format.ts';
import { type Column, numberColumn } from './textTable.ts';

/** Stored data that grows, in bytes. */
export interface Stored {
  readonly name: string;
  readonly bytes: number;
  /** Undefined without a limit, or if it is unknown. */
  readonly maxBytes?: number | undefined;
  /** Growth of the last hour; undefined until it was measured for some minutes. */
  readonly bytesPerHour?: number | undefined;
  /** Time until the limit is reached at this growth; undefined if that is later than `foreseenMs`. */
  readonly fullInMs?: number | undefined;
  /** Time for which the measured growth says something; undefined without a limit, or until the growth is measured. */
  readonly foreseenMs?: number | undefined;
  /** Rule by which it is removed. */
  readonly kept: string;
}

const hourMs = 3_600_000;

/** A shorter time would turn a short burst into a trend. */
const minMeasuredMs = 300_000;

/** Growth of an hour says something about a day, growth of five minutes about two hours. */
const foreseenShare = 24;

/** Returns what is stored, how it grows, and when it is full. */
export function storageUse({ memory }: RedisReading, samples: StorageSamples | undefined): readonly Stored[] {
  const row = (name: string, kept: string, bytesOf: (sample: StorageSample) => number | undefined) => {
    const bytes = samples && bytesOf(samples.last);
    return bytes === undefined ? [] : [{ name, kept, bytes, bytesPerHour: growth(samples, bytesOf) }];
  };
  const redis = memory && {
    name: 'redis',
    kept: 'until calls are answered',
    bytes: memory.used,
    maxBytes: memory.max > 0 ? memory.max : undefined,
    bytesPerHour: growth(samples, (sample) => sample.redis),
  };
  return [
    ...(redis ? [{ ...redis, ...foreseen(redis, foreseenShare * measuredMs(samples)) }] : []),
    ...row(
      'inbox',
      `${inboxTtlHours.withKey} h; ${inboxTtlHours.withoutKey} h without a key`,
      ({ tables }) => tables.inbox,
    ),
    ...row('changes', `${changesKeptDays} days`, ({ tables }) => tables.changes),
    ...row('history', 'as long as its accounts say', ({ tables }) => tables.record_history),
    ...row('records', 'until they are deleted', recordBytes),
  ];
}

/** Bytes of all other tables. */
function recordBytes({ tables }: StorageSample): number {
  const { inbox = 0, changes = 0, record_history = 0, ...others } = tables;
  return sum(Object.values(others));
}

function growth(
  samples: StorageSamples | undefined,
  bytesOf: (sample: StorageSample) => number | undefined,
): number | undefined {
  if (!samples) return undefined;
  const ms = measuredMs(samples);
  const [first, last] = [bytesOf(samples.first), bytesOf(samples.last)];
  if (ms < minMeasuredMs || first === undefined || last === undefined) return undefined;
  return ((last - first) / ms) * hourMs;
}

function measuredMs(samples: StorageSamples | undefined): number {
  return samples ? samples.last.at - samples.first.at : 0;
}

function foreseen(
  { bytes, maxBytes, bytesPerHour }: Omit<Stored, 'kept' | 'name'>,
  foreseenMs: number,
): Pick<Stored, 'fullInMs' | 'foreseenMs'> {
  if (maxBytes === undefined || bytesPerHour === undefined) return {};
  const ms = bytesPerHour > 0 ? (Math.max(0, maxBytes - bytes) / bytesPerHour) * hourMs : Infinity;
  return { fullInMs: ms <= foreseenMs ? ms : undefined, foreseenMs };
}

export const storedColumns: readonly Column<Stored>[] = [
  { title: 'STORED', cell: ({ name }) => name },
  numberColumn('SIZE', ({ bytes }) => bytes, byteSize),
  numberColumn('OF', ({ maxBytes }) => maxBytes, byteSize),
  numberColumn('AN HOUR', ({ bytesPerHour }) => bytesPerHour, signed),
  { title: 'FULL IN', cell: fullIn, value: ({ fullInMs }) => fullInMs, isNumber: true },
  { title: 'KEPT', cell: ({ kept }) => kept, isFlexible: true },
];

/** `3h`; `>1d` if it is later than can be foreseen. */
function fullIn({ fullInMs: ms, foreseenMs }: Stored): string {
  if (ms !== undefined) return age(ms);
  return foreseenMs === undefined ? '-' : `>${age(foreseenMs)}`;
}

function signed(bytes: number): string {
  return `${bytes < 0 ? '-' : '+'}${byteSize(Math.abs(bytes))}`;
}

export const warnedShare = 0.8;

/** Warns before Redis is full and refuses all writes, so that all calls are rejected. */
export function storageWarnings(stored: readonly Stored[]): readonly string[] {
  return stored.flatMap(({ name, bytes, maxBytes, fullInMs: ms }) => {
    if (maxBytes === undefined || bytes >= maxBytes) return [];
    const isNearlyFull = bytes >= warnedShare * maxBytes;
    if (!isNearlyFull && ms === undefined) return [];
    const when = ms === undefined ? '' : `, and full in about ${age(ms)} if it grows on like this`;
    return [
      `${name} is ${percent(bytes / maxBytes)} full (${byteSize(bytes)} of ${byteSize(maxBytes)})${when}. A full Redis refuses all writes, so all calls are rejected: look at what waits (counterfoil queues), or raise maxmemory (docs/operating.md, "Raise maxmemory")`,
    ];
  });
}
