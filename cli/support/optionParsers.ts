import { InvalidArgumentError, Option } from 'commander';
import type { Meanings } from '../../importer/mapping/rules/meanings.ts';
import { mappedPrices } from '../../importer/mapping/values/divisors.ts';
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

/** Parses a rate of at most 1,000 calls/s: the one process of a command cannot send more. */
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

function percent(text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number <= 100) return number;
  throw new InvalidArgumentError('It must be a number from 0 to 100, such as 19.');
}

/** Parses `30%` or `30`. */
export function percentage(text: string): number {
  const [, number] = /^(\d{1,9}(?:\.\d+)?) ?%?$/.exec(text.trim()) ?? [];
  if (number !== undefined) return Number(number);
  throw new InvalidArgumentError('It must be a percentage, such as 30%.');
}

/** The rate of articles without one, and the rates of codes, such as `1=19,2=7`. */
export interface TaxRates {
  readonly rate?: number;
  readonly codes?: Readonly<Record<string, number>>;
}

/** Adds a value of `--tax-rate` to the earlier ones. A code may contain a comma, since rates have a point. */
export function taxRates(text: string, former: TaxRates = {}): TaxRates {
  if (!text.includes('=')) return { ...former, rate: percent(text.trim()) };
  const codes: Record<string, number> = {};
  const rest = text.replace(/([^=]+)=\s*(\d+(?:\.\d+)?)\s*(?:,|$)/g, (_, code: string, rate: string) => {
    codes[code.trim()] = percent(rate);
    return '';
  });
  if (rest === '') return { ...former, codes: { ...former.codes, ...codes } };
  throw new InvalidArgumentError('It must be a rate such as 19, or the rates of codes such as 1=19,2=7.');
}

/** Adds a value of `--column`, such as `article_price="VK netto"`, to the earlier ones; `user_note=` leaves the field out. */
export function fieldColumn(
  text: string,
  former: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, field, column] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (field !== undefined && column !== undefined) return { ...former, [field]: column };
  throw new InvalidArgumentError('It must be FIELD=COLUMN, such as article_price="VK netto".');
}

/**
 * Adds a value of `--value`, such as `article_unit:Pck.=unit_ppu`, to the earlier ones. The text may contain `=`; an empty one
 * stands for rows without a value.
 */
export function fieldValue(text: string, former: Meanings = {}): Meanings {
  const [, field, given = '', value = ''] = /^(\w+):(.*)=([^=]+)$/s.exec(text) ?? [];
  if (field === undefined || value.trim() === '')
    throw new InvalidArgumentError('It must be FIELD:TEXT=VALUE, such as article_unit:Pck.=unit_ppu.');
  const earlier = Object.hasOwn(former, field) ? former[field] : {};
  return { ...former, [field]: { ...earlier, [given.trim()]: value.trim() } };
}

/** Adds a value of `--divide`, such as `article_price=100`, to the earlier ones. */
export function fieldNumber(
  text: string,
  former: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const [, field, number] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (field !== undefined && mappedPrices.includes(field) && Number(number) > 0)
    return { ...former, [field]: Number(number) };
  throw new InvalidArgumentError(
    `It must be FIELD=NUMBER, such as article_price=100. The fields are ${mappedPrices.join(', ')}.`,
  );
}

type ValuesByColumn = Readonly<Record<string, readonly string[]>>;

/** Adds a value of `--only`, such as `active=1,2`, to the earlier ones. */
export function columnValues(text: string, former: ValuesByColumn = {}): ValuesByColumn {
  const { column, value } = columnAndValue(text);
  const values = value.split(',').map((one) => one.trim());
  return withValues(former, column, values);
}

/** Adds a value of `--skip`, such as `Type=Supplier`, to the earlier ones. It may contain commas. */
export function columnValue(text: string, former: ValuesByColumn = {}): ValuesByColumn {
  const { column, value } = columnAndValue(text);
  return withValues(former, column, [value]);
}

/** A column may have the name of something that every object has, such as `__proto__`. */
function withValues(former: ValuesByColumn, column: string, values: readonly string[]): ValuesByColumn {
  const earlier = Object.hasOwn(former, column) ? (former[column] ?? []) : [];
  return { ...former, [column]: [...earlier, ...values] };
}

function columnAndValue(text: string): { readonly column: string; readonly value: string } {
  const [, column, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (column !== undefined) return { column: column.trim(), value: value.trim() };
  throw new InvalidArgumentError('It must be COLUMN=VALUE, such as "Type=Supplier".');
}

/** Parses the name of a list. It cannot be empty: lists without a name would all be the same one. */
export function listName(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must be the name of a list, such as shop.');
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
