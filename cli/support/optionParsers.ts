import { InvalidArgumentError, Option } from 'commander';
import { settingsApplySeconds } from '../../shared/contract/values/contractLimits.ts';
import { defaultWorkers, type WorkerCounts, workerKinds } from '../../up/roles/roles.ts';

export function positiveInteger(text: string): number {
  return wholeNumber(text, 1, Number.MAX_SAFE_INTEGER);
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const maxDurationMs = 30 * unitMs.d;

/** Parses a duration such as `15m` into milliseconds. At most 30 days. */
export function durationMs(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const ms = Number(number) * (unitMs[unit as keyof typeof unitMs] ?? 0);
  if (ms >= 1_000 && ms <= maxDurationMs) return ms;
  throw new InvalidArgumentError('It must be a duration from 1s to 30d, such as 30s, 15m, 2h or 1d.');
}

/** Parses a rate of at most 1,000 calls/s: the one process of a command can't send more. */
export function callsPerSecond(text: string): number {
  return wholeNumber(text, 1, 1_000);
}

/** Leaves an account room to count up: the driver reads numbers from 2^53 on with gaps. */
export function firstNumber(text: string): number {
  return wholeNumber(text, 1, 1e15);
}

/** Each worker takes up to DATABASE_POOL of the private database's connections. */
const maxWorkers = 8;

/** Parses `article=2,account=1`. The other kinds keep their defaults. */
export function workerCounts(text: string): WorkerCounts {
  const counts = text.split(',').map((part) => {
    const [name = '', count = ''] = part.split('=');
    const kind = workerKinds.find((known) => known === name.trim());
    if (!kind) throw new InvalidArgumentError(`It must name ${workerKinds.join(', ')}, such as article=2.`);
    return [kind, wholeNumber(count.trim(), 1, maxWorkers)] as const;
  });
  return { ...defaultWorkers, ...Object.fromEntries(counts) };
}

export function gatewayCount(text: string): number {
  return wholeNumber(text, 1, maxWorkers);
}

export function currency(text: string): string {
  const code = text.toUpperCase();
  if (Intl.supportedValuesOf('currency').includes(code)) return code;
  throw new InvalidArgumentError('It must be a code of ISO 4217, such as EUR.');
}

export function days(text: string): number {
  return wholeNumber(text, 0, maxInteger);
}

export function historyDays(text: string): number {
  return wholeNumber(text, 0, maxHistoryDays);
}

/** Ten years. */
const maxHistoryDays = 3_653;

export type RequestsPerSecond = number | 'off';

export function requestsPerSecondOption(whose: string): Option {
  return new Option(
    '--requests-per-second <number|off>',
    `maximum number of requests per second of ${whose}; takes effect at every gateway within ${settingsApplySeconds} seconds`,
  ).argParser((text) => (text === 'off' ? text : wholeNumber(text, 1, maxInteger)));
}

export function limitOf(requestsPerSecond: RequestsPerSecond): number | null {
  return requestsPerSecond === 'off' ? null : requestsPerSecond;
}

/** The largest number of an INT column. */
const maxInteger = 2_147_483_647;

export function wholeNumber(text: string, min: number, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
}

export function utcTime(text: string): string {
  const time = Date.parse(`${text}Z`);
  if (!Number.isNaN(time) && new Date(time).toISOString().slice(0, 19).replace('T', ' ') === text)
    return text;
  throw new InvalidArgumentError('It must be a time in UTC such as "2026-11-01 00:00:00".');
}

export function timeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('It must be a time zone such as Europe/Berlin.');
  }
}

export function nameText(text: string): string {
  const name = text.trim();
  if (name !== '' && [...name].length <= 255 && name.isWellFormed()) return name;
  throw new InvalidArgumentError('It must have 1 to 255 characters.');
}

type Row = Readonly<Record<string, string | number | null>>;

/** Shows a missing limit as `off`, like the option that sets it. */
export function withLimitNamed(row: Row): Row {
  return { ...row, requests_per_second: row.requests_per_second ?? 'off' };
}
