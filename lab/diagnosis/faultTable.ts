import { readFileSync, writeFileSync } from 'node:fs';
import { alertSeconds, type FaultTrial, type Reading } from './faultTrial.ts';
import type { FiredAlert } from './setAlerts.ts';

const file = 'docs/results.md';
/** Limits above which a fault harms clients: the share of failed calls; a p99 in milliseconds, and its ratio to the p99 before. */
const harm = { failed: 0.01, p99Ms: 500, times: 2 };
const [begin, end] = ['<!-- faults: npm run test:all -- diagnosis --publish -->', '<!-- end of faults -->'];

/** Returns Markdown: what the status said at each time, whether it accused innocents, and whether the remedy ended the fault. */
export function faultTable(trials: readonly FaultTrial[], times: readonly number[]): string {
  const heads = [
    'fault',
    ...times.map((time) => `${time} s`),
    'accused',
    'the remedy ended it',
    'p99 of calls, failed',
    'alert',
  ];
  const rows = trials.map((trial) => [
    trial.name,
    ...times.map((time) => cellOf(readingAt(trial.readings, time))),
    accusations(trial),
    remedyCell(trial),
    figuresCell(trial),
    alertCell(trial),
  ]);
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns a sentence with the sums of the faults and the controls. */
export function summaryOf(trials: readonly FaultTrial[], times: readonly number[]): string {
  const faults = trials.filter(({ isControl }) => !isControl);
  const controls = trials.filter(({ isControl }) => isControl);
  const right = times.map((time) => {
    const count = faults.filter(({ readings }) => readingAt(readings, time)?.isRight).length;
    return `${count} of ${faults.length} at ${time} s`;
  });
  const innocent = faults.filter(accusesInnocent).length;
  const changed = faults.filter(({ readings }) => changes(readings)).length;
  const alarms = controls.filter(accusesInnocent).length;
  const ended = faults.filter(({ followed, endedAfter }) => followed.length > 0 && endedAfter !== undefined);
  const harmful = faults.filter(harmsClients);
  const alerted = harmful.filter((trial) => namingAlert(trial)).length;
  const calm = controls.filter(({ fired }) => fired.length === 0).length;
  return `Right: ${right.join(', ')}. Faults with an innocent accused at any second: ${innocent}. Right diagnoses that changed during the fault: ${changed}. Alarms: ${alarms} of ${controls.length} controls. Remedies that a script could follow and that ended the fault: ${ended.length} of ${faults.length}. Faults that harm clients and that an alert named within a minute: ${alerted} of ${harmful.length}. Controls without an alert: ${calm} of ${controls.length}.`;
}

/** Returns what is wrong with a trial at its last time, in words; undefined if nothing is. */
export function faultOf(trial: FaultTrial, times: readonly number[]): string | undefined {
  const { isControl, readings, followed, endedAfter, fired } = trial;
  const seconds = times.at(-1) ?? 0;
  if (!readingAt(readings, seconds)?.isRight) return 'the last diagnosis is wrong';
  if (accusesInnocent(trial)) return `it accuses ${accusations(trial)}`;
  if (changes(readings)) return 'a right diagnosis changes during the fault';
  if (followed.length > 0 && endedAfter === undefined) return 'the remedy does not end it';
  const isLong = seconds >= alertSeconds;
  if (isLong && harmsClients(trial) && !namingAlert(trial)) return 'it harms clients, and no alert names it';
  return isControl && fired[0] ? `the alert ${fired[0].alert} fired` : undefined;
}

function accusesInnocent({ readings }: FaultTrial): boolean {
  return readings.some(({ accuses }) => accuses);
}

/** True if a line after the first right one is not right. */
function changes(readings: readonly Reading[]): boolean {
  const first = readings.findIndex(({ isRight }) => isRight);
  return first >= 0 && readings.slice(first).some(({ isRight }) => !isRight);
}

export function publishTable(text: string): void {
  const page = readFileSync(file, 'utf8');
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} lacks ${begin}`);
  writeFileSync(file, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}

/** The last line that the command had printed by then. */
function readingAt(readings: readonly Reading[], time: number): Reading | undefined {
  return readings.findLast(({ at }) => at <= time);
}

function cellOf(reading: Reading | undefined): string {
  if (!reading) return 'no line yet';
  const { isRight, accuses, diagnosis } = reading;
  if (isRight) return 'right';
  return accuses ? `wrong: \`${diagnosis.bottleneck}\`` : `\`${diagnosis.bottleneck}\``;
}

function accusations({ readings }: FaultTrial): string {
  const names = new Set(
    readings.filter(({ accuses }) => accuses).map(({ diagnosis }) => diagnosis.bottleneck),
  );
  return [...names].map((name) => `\`${name}\``).join(', ') || '–';
}

function remedyCell({ isControl, followed, endedAfter }: FaultTrial): string {
  if (isControl) return '–';
  if (followed.length === 0) return 'by hand';
  return endedAfter === undefined ? 'no' : `in ${Math.round(endedAfter)} s`;
}

function figuresCell({ before, during }: FaultTrial): string {
  const failed = during.failed > 0 ? `, ${(during.failed * 100).toPrecision(2)} %` : '';
  return `${Math.round(before.p99)} → ${Math.round(during.p99)} ms${failed}`;
}

/** True if calls fail, or if the slowest of them take much longer than before. */
function harmsClients({ isControl, before, during }: FaultTrial): boolean {
  const isSlow = during.p99 > Math.max(harm.p99Ms, before.p99 * harm.times);
  return !isControl && (during.failed - before.failed > harm.failed || isSlow);
}

function namingAlert({ alerts, fired }: FaultTrial): FiredAlert | undefined {
  return fired.find(({ alert }) => alerts.some((name) => alert.startsWith(name)));
}

function alertCell(trial: FaultTrial): string {
  const first = namingAlert(trial) ?? trial.fired[0];
  if (!first) return trial.alerts.length > 0 ? 'none' : '–';
  return `\`${first.alert}\` in ${first.at} s`;
}
