import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { counterfoil } from '../../client/node.ts';
import { signatureHeader } from '../../shared/keys/signature.ts';
import type { Lifecycle } from '../../shared/process/lifecycle.ts';
import { printLine } from '../../shared/process/output.ts';
import { type Prepared, sendAtRate } from './load.ts';
import type { AutoscaleOptions } from './options.ts';
import { plot } from './plot.ts';
import { Series, type Step, stepIn } from './series.ts';
import { summary } from './summary.ts';
import { type RunningUp, startUp } from './upProcess.ts';

const slowAnswers = path.resolve('bench/autoscale/slowAnswers.cjs');

const customers = 50;
const progressMs = 10_000;
/** Seconds of load before the measurement, in which caches fill and Node compiles code. */
const warmup = 10;

/**
 * Runs `up --autoscale` with a load, with ten times that load, and with the first load again. Writes a plot of the run to
 * `out`.
 */
export async function benchAutoscale(options: AutoscaleOptions, lifecycle: Lifecycle): Promise<void> {
  const parameters = options.fixed ? [] : ['--autoscale'];
  const up = await startUp(parameters, settingsOf(options), lifecycle);
  const requests = await prepare(up, options);
  const series = new Series();
  const steps: Step[] = [];
  const { rate, before, high, after, out } = options;
  await sendAtRate(
    up.url,
    requests,
    (ms) => (ms < warmup * 1_000 ? rate : undefined),
    () => {},
  );
  const startedAt = performance.now();
  up.onLine((line) => {
    const step = stepIn(line, (performance.now() - startedAt) / 1_000);
    if (step) steps.push(step);
    if (step ?? /again|back|failed/.test(line)) printLine(line);
  });
  const progress = setInterval(() => report(series), progressMs);
  const end = (before + high + after) * 1_000;
  const isHigh = (ms: number) => ms >= before * 1_000 && ms < (before + high) * 1_000;
  const rateAt = (ms: number) => (ms >= end ? undefined : isHigh(ms) ? 10 * rate : rate);
  await sendAtRate(up.url, requests, rateAt, (answered) => series.add(answered));
  clearInterval(progress);
  await writeFile(out, plot(series.seconds, steps, options));
  process.stdout.write(`${summary(series, steps, options)}\n`);
}

function settingsOf({ targetMs, answerMs }: AutoscaleOptions): Readonly<Record<string, string>> {
  const settings = { SCALING_TARGET_MS: `${targetMs}`, LOG_LEVEL: 'warn' };
  if (answerMs === undefined) return settings;
  return { ...settings, ANSWER_MS: `${answerMs}`, NODE_OPTIONS: `--require ${slowAnswers}` };
}

function report(series: Series): void {
  const last = series.seconds.at(-3);
  if (last)
    printLine(
      `${last.rate} requests/s, p50 ${Math.round(last.p50)} ms, p99 ${Math.round(last.p99)} ms, ${last.failed} failed`,
    );
}

async function prepare(
  { url, appId, apiSecret }: RunningUp,
  { addresses }: AutoscaleOptions,
): Promise<readonly Prepared[]> {
  const client = counterfoil({ url, appId, apiSecret });
  const requests: Prepared[] = [];
  for (let made = 0; made < customers; made += 1) {
    const { customer_ident } = await client.customer.create({
      bill_company: `Muster ${made} GmbH`,
      bill_country: 'de',
    });
    const entries = Array.from({ length: addresses }, (_, index) => addressOf(customer_ident, index));
    const results = await client.batch(entries);
    const refused = results.find(({ error }) => error !== undefined);
    if (refused) throw refused.error;
    const body = JSON.stringify({ customer_ident });
    const headers = {
      'Content-Type': 'application/json',
      'X-Svc-Method': 'customer.read',
      'X-Svc-Hmac': signatureHeader(appId, body, apiSecret),
    };
    requests.push({ body, headers });
  }
  await client.close();
  return requests;
}

function addressOf(customer_ident: string, index: number) {
  const data = {
    ...{ customer_ident, delivery_company: `Lager ${index}`, delivery_street: `Musterstraße ${index}` },
    ...{ delivery_zipcode: '10115', delivery_city: 'Berlin', delivery_country: 'de' },
  };
  return { method: 'address.create' as const, data };
}
