import { callOf } from '../gateway/calls/callRequest.ts';
import { articleCreate } from '../shared/operations/article.create.ts';
import { printLine } from '../shared/process/output.ts';
import { readTraceparent } from '../shared/traces/traceContext.ts';

/**
 * Measures the CPU time that traces cost a gateway per call while they are not exported: reading the header, and writing
 * the call for the queue. Load tests of the whole service vary more than this from turn to turn. Run:
 * `node cli/setup.js && npx tsc -p bench --noCheck && node dist/bench/tracesCost.js`
 */
const rounds = 31;
const callsInRound = 200_000;

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const terms = { caller: 1, lane: 'interactive', deadlineMs: 10_000, maxAnswerBytes: undefined } as const;
const input = { article_title: 'Coffee beans', article_unit: 'unit_kg', article_price: '12' };
const request = { contract: articleCreate, input, id: '01jd2q4z0c8k3v7n5m9x1r6t2w' };

const untraced = callOf(request, terms, 1_000);
const traced = callOf({ ...request, trace: readTraceparent(traceparent) }, terms, 1_000);
const { traceparent: _, tracestate: __, ...asBefore } = untraced;

type Headers = Readonly<Record<string, string>>;
const given: Headers = { host: 'h', 'content-type': 'application/json', traceparent };
const absent: Headers = { host: 'h', 'content-type': 'application/json', accept: '*/*' };

const read = ({ traceparent: header, tracestate }: Headers) => (readTraceparent(header, tracestate) ? 2 : 1);

const sides: Readonly<Record<string, () => number>> = {
  'to read an absent header': () => read(absent),
  'to read a given header': () => read(given),
  'to write a call without the members of traces': () => JSON.stringify(asBefore).length,
  'to write a call with both undefined': () => JSON.stringify(untraced).length,
  'to write a call that is traced': () => JSON.stringify(traced).length,
};

const spent = new Map<string, number[]>(Object.keys(sides).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1)
  for (const [name, side] of Object.entries(sides)) spent.get(name)?.push(nanosecondsOf(side));
for (const [name, all] of spent) printLine(`${median(all).toFixed(0)} ns ${name}`);

function nanosecondsOf(side: () => number): number {
  let sum = 0;
  const before = process.cpuUsage();
  for (let call = 0; call < callsInRound; call += 1) sum += side();
  const { user, system } = process.cpuUsage(before);
  if (sum === 0) throw new Error('nothing was measured');
  return ((user + system) * 1_000) / callsInRound;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}
