import { expect } from 'chai';
import { runBatch, teas } from '../../../support/batches.ts';
import { post } from '../../../support/rawRequest.ts';
import { startTracedService, type TracedService } from '../../../support/tracedService.ts';
import { spansNamed, TraceReceiver, theSpan } from '../../../support/traceReceiver.ts';
import { until } from '../../../support/until.ts';

const parentSpanId = 'b7ad6b7169203331';
const article = JSON.stringify({ article_title: 'Tea' });

describe('exported traces of many calls', function () {
  this.timeout(120_000);
  let receiver: TraceReceiver;
  let service: TracedService;
  before(async () => {
    receiver = await TraceReceiver.listen();
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    service = await startTracedService(3, endpoint);
    await service.account.client.article.create({ article_title: 'makes the app known' });
  });
  after(async () => {
    await service.stop();
    await receiver.close();
  });

  const send = (headers: Record<string, string>) =>
    post(service.account, { method: 'article.create', body: article, headers }, service.port);

  it('link a set to the span of each of its calls, and each call to its set', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => (16 + index).toString(16).repeat(16));

    const answers = await Promise.all(ids.map((id) => send({ traceparent: `00-${id}-${parentSpanId}-01` })));

    expect(answers.map(({ status }) => status)).to.deep.equal(ids.map(() => 200));
    const sets = () =>
      receiver.spans.filter(({ name, links }) => name === 'process article' && links.length > 1);
    const linked = () => new Set(sets().flatMap(({ links }) => links.map(({ traceId: its }) => its)));
    const waits = () => ids.flatMap((id) => spansNamed(receiver.trace(id), 'wait article'));
    await until(() => waits().length === ids.length && linked().size > 1);
    const setOf = (spanId = '') => receiver.spans.find((span) => span.spanId === spanId);
    await until(() => waits().every(({ links }) => setOf(links[0]?.spanId)));
    for (const id of ids) {
      const [waiting] = spansNamed(receiver.trace(id), 'wait article');
      const set = setOf(waiting?.links[0]?.spanId);
      expect(set?.links, id).to.deep.include({ traceId: id, spanId: waiting?.parentSpanId });
      expect(set?.traceId).to.equal(set?.links[0]?.traceId);
    }
  });

  it('have a bounded number of spans for a batch', async () => {
    const before = receiver.requests.length;
    const entries = [...teas(300), { method: 'article.create', data: {} }];

    await runBatch(service.account, entries);

    const requests = () => spansNamed(receiver.spans, 'POST /api/v1');
    await until(() =>
      requests().some(({ attributes }) => attributes['counterfoil.operation'] === 'batch.run'),
    );
    const request = requests().find(({ attributes }) => attributes['counterfoil.operation'] === 'batch.run');
    const id = request?.traceId ?? '';
    await receiver.completeTrace(id, 'process article.bulk');
    // Gateway and workers export at different times.
    const countOf = (name: string) => spansNamed(receiver.trace(id), name).length;
    await until(() => countOf('wait article.bulk') === countOf('process article.bulk'));
    const trace = receiver.trace(id);
    expect(receiver.requests.length).to.be.above(before);
    expect(Number(request?.attributes['counterfoil.batch.calls'])).to.equal(301);
    const sending = theSpan(trace, 'send bulk');
    const sets = spansNamed(trace, 'process article.bulk');
    for (const set of sets)
      expect(set.links).to.deep.equal([{ traceId: set.traceId, spanId: sending.spanId }]);
    expect(trace.length).to.be.below(100);
  });
});
