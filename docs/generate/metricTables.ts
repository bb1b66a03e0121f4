import type { Metric } from 'prom-client';
import { refusalReasons } from '../../gateway/http/refusalReasons.ts';
import { gatewayGauges } from '../../gateway/monitor/gatewayGauges.ts';
import { gatewayMeters } from '../../gateway/monitor/gatewayMeters.ts';
import type { MetricInfo } from '../../shared/runtime/metrics/metrics.ts';
import { processGauges } from '../../shared/runtime/metrics/processGauges.ts';
import { queuesOf } from '../../shared/wire/queues.ts';
import { workerGauges } from '../../workers/monitor/workerGauges.ts';
import { workerMeters } from '../../workers/monitor/workerMeters.ts';
import { code, table } from './markdown.ts';
import { replaceBetween } from './replaceBetween.ts';

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
    '**Reasons** of `counterfoil_refusals_total`, which are also in the log line `request`',
    table(
      ['reason', 'the request was refused because'],
      Object.entries(refusalReasons).map(([reason, why]) => [code(reason), why]),
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
