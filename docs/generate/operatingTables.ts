import { type Metric } from 'prom-client';
import { rejectionReasonTexts } from '../../gateway/calls/unavailable.ts';
import { gatewayGauges } from '../../gateway/monitor/gatewayGauges.ts';
import { gatewayMeters } from '../../gateway/monitor/gatewayMeters.ts';
import { type MetricInfo } from '../../shared/runtime/metrics/metrics.ts';
import { processGauges } from '../../shared/runtime/metrics/processGauges.ts';
import { type Events, events } from '../../shared/runtime/process/events.ts';
import { settingGroups } from '../../shared/runtime/settings/settings.ts';
import { queuesOf } from '../../shared/wire/queues.ts';
import { workerGauges } from '../../workers/monitor/workerGauges.ts';
import { workerMeters } from '../../workers/monitor/workerMeters.ts';
import { code, replaceBetween, table } from './markdown.ts';
import { eventTexts, fieldTexts } from './texts/eventTexts.ts';

/** A metric in the documentation. */
interface Documented extends MetricInfo {
  readonly type: string;
}

type Gauge = MetricInfo & { readonly type?: string };

// prom-client's types lack these fields of its metrics.
const ofMeters = (meters: Readonly<Record<string, Metric>>): readonly Documented[] =>
  Object.values(meters) as unknown as readonly Documented[];
const ofGauges = (gauges: readonly Gauge[]): readonly Documented[] =>
  gauges.map((gauge) => ({ ...gauge, type: gauge.type ?? 'gauge' }));

/** The metrics of gateways, of workers, and of both. */
const documentedMetrics = {
  gateway: [...ofMeters(gatewayMeters()), ...ofGauges(gatewayGauges)],
  worker: [...ofMeters(workerMeters(queuesOf())), ...ofGauges(workerGauges)],
  both: ofGauges(processGauges),
} as const;

/** The tables of metrics and of reasons in docs/operating.md. */
function metricTables(): string {
  const { gateway, worker, both } = documentedMetrics;
  return [
    '**Gateways**',
    metricTable(gateway),
    '**Workers**',
    metricTable(worker),
    '**Every role**, beside the `process_…` and `nodejs_…` metrics of prom-client',
    metricTable(both),
    '**Reasons** of `counterfoil_rejections_total`, which are also in the log line `request`',
    table(
      ['reason', 'the request was rejected because'],
      Object.entries(rejectionReasonTexts).map(([reason, why]) => [code(reason), why]),
    ),
  ].join('\n\n');
}

function metricTable(metrics: readonly Documented[]): string {
  const rows = metrics.map(({ name, type, labelNames = [], help }) => [
    code(name),
    type,
    labelNames.map(code).join(', '),
    help,
  ]);
  return table(['metric', 'type', 'labels', 'meaning'], rows);
}

/** The page with the present tables between its two comments. */
export function withMetricTables(page: string): string {
  return replaceBetween(page, 'metrics', metricTables());
}

const roles = { gateway: 'gateway', worker: 'worker', both: 'every role' } as const;

/** The tables of log events and of their fields in docs/operating.md. */
function eventTables(): string {
  const names = Object.keys(eventTexts).toSorted() as (keyof Events)[];
  const rows = names.map((name) => {
    const [role, fields, meaning] = eventTexts[name];
    const shown = Object.entries(fields).map(([field, mark]) => code(`${field}${mark}`));
    return [code(name), events[name].level, roles[role], shown.join(', '), meaning];
  });
  const fields = Object.entries(fieldTexts).map(([field, meaning]) => [code(field), meaning]);
  return [
    table(['event', 'level', 'of', 'fields', 'meaning'], rows),
    '**Fields.** A field with `?` is not always there. Every line also has `time` (milliseconds since 1970), `level` (a number: 20 is debug, 30 info, 40 warn, 50 error, 60 fatal), `role` and `pid`.',
    table(['field', 'meaning'], fields),
  ].join('\n\n');
}

/** The page with the present tables between its two comments. */
export function withEventTables(page: string): string {
  return replaceBetween(page, 'events', eventTables());
}

interface Setting {
  readonly default?: string | number | boolean | Buffer | undefined;
  readonly desc?: string;
  readonly example?: string;
}

const groups = Object.entries<Readonly<Record<string, Setting>>>(settingGroups);

/** The page with the present table of settings between its two comments. */
export function withSettingTable(page: string): string {
  const rows = groups.flatMap(([group, settings]) =>
    Object.entries(settings).map(([name, setting]) => [
      code(name),
      group,
      String(setting.default ?? ''),
      (setting.desc ?? '').replaceAll(/docs\/(\w+\.md)/g, '[$1]($1)'),
    ]),
  );
  return replaceBetween(page, 'settings', table(['setting', 'of', 'default', ''], rows));
}

const begin = '# --- Settings of processes, written by `npm run docs` from shared/runtime/settings/\n';

/** .env.example with the present settings after those that only Docker Compose reads. */
export function withSettingLines(example: string): string {
  const settings = groups.flatMap(([group, its]) =>
    Object.entries(its).map(([name, setting]) => {
      const value = String(setting.default ?? setting.example ?? '');
      return `\n${comment(`${group}: ${setting.desc}`)}\n# ${name}=${value}\n`;
    }),
  );
  return [example.split(begin)[0], begin, ...settings].join('');
}

/** Lines of at most 120 characters. */
function comment(text: string): string {
  return text.replaceAll(/(.{1,118})(?: |$)/g, '# $1\n').trimEnd();
}
