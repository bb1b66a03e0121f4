import { expect } from 'chai';
import { runBatch, teas } from '../../support/batches.ts';
import { post } from '../../support/rawRequest.ts';
import { startTracedService, type TracedService } from '../../support/tracedService.ts';
import { type ReceivedSpan, TraceReceiver } from '../../support/traceReceiver.ts';
import { until } from '../../support/until.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentSpanId = 'b7ad6b7169203331';
const article = JSON.stringify({ article_title: 'a secret title' });

describe('exported traces', function () {
  this.timeout(120_000);
  let receiver: TraceReceiver;
  let service: TracedService;
  before(async () => {
    receiver = await TraceReceiver.listen();
    service = await startTracedService(3, {
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      ...{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hidden', OTEL_RESOURCE_ATTRIBUTES: 'a=b' },
    });
    await service.account.client.article.create({ article_title: 'makes the app known' });
  });
  after(async () => {
    await service.stop();
    await receiver.close();
  });

  const send = (headers: Record<string, string>, method = 'article.create', body = article) =>
    post(service.account, { method, body, headers }, service.port);
  const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);
  const one = (spans: readonly ReceivedSpan[], name: string) => {
    expect(named(spans, name), `${name} in ${spans.map((span) => span.name).join()}`).to.have.length(1);
    return named(spans, name)[0] as ReceivedSpan;
  };
  /** The trace, when its request and its set are there. */
  const traceOf = async (id: string, set = 'process article') => {
    await until(() => ['POST /api/v1', set].every((name) => named(receiver.trace(id), name).length > 0));
    return receiver.trace(id);
  };

  it('have spans of the request, of its wait, of its set and of its statements', async () => {
    const before = Date.now();
    const answer = await send({ traceparent: `00-${traceId}-${parentSpanId}-01`, tracestate: 'vendor=1' });
    expect(answer.status).to.equal(200);

    const trace = await traceOf(traceId);

    const request = one(trace, 'POST /api/v1');
    const sending = one(trace, 'send article');
    const waiting = one(trace, 'wait article');
    const set = one(trace, 'process article');
    const statements = trace.filter(({ kind }) => kind === 'client');
    expect(request).to.include({
      kind: 'server',
      service: 'counterfoil-gateway',
      parentSpanId,
      isError: false,
    });
    expect(sending).to.include({ kind: 'producer', parentSpanId: request.spanId });
    expect(waiting).to.include({
      kind: 'internal',
      service: 'counterfoil-worker',
      parentSpanId: sending.spanId,
    });
    expect(set).to.include({ kind: 'consumer', service: 'counterfoil-worker', parentSpanId: sending.spanId });
    expect(set.links).to.deep.equal([{ traceId, spanId: sending.spanId }]);
    expect(waiting.links).to.deep.equal([{ traceId, spanId: set.spanId }]);
    expect(statements.length).to.be.above(1);
    for (const { parentSpanId: parent } of statements) expect(parent).to.equal(set.spanId);
    for (const { traceState } of trace) expect(traceState).to.equal('vendor=1');

    // One clock, that of Redis, gives all times; here it is also this process's, but for its milliseconds.
    const inner = [request, sending, waiting, set, ...statements];
    for (const { name, startMs, endMs } of inner) {
      expect(endMs, name).to.be.at.least(startMs);
      expect(startMs, name).to.be.within(before - 50, Date.now() + 50);
    }
    const within = (part: ReceivedSpan, whole: ReceivedSpan) => {
      expect(part.startMs, `${part.name} in ${whole.name}`).to.be.at.least(whole.startMs - 1.5);
      expect(part.endMs, `${part.name} in ${whole.name}`).to.be.at.most(whole.endMs + 1.5);
    };
    within(sending, request);
    within(waiting, sending);
    within(set, sending);
    for (const statement of statements) within(statement, set);
    expect(set.startMs).to.be.closeTo(waiting.endMs, 0.001);
  });

  it('say what happened by the names of the conventions, without anything that is secret', async () => {
    const id = 'a1'.repeat(16);
    await send({ traceparent: `00-${id}-${parentSpanId}-01` });

    const trace = await traceOf(id);

    const { attributes } = one(trace, 'POST /api/v1');
    expect(attributes).to.include({
      ...{ 'http.request.method': 'POST', 'http.route': '/api/v1', 'url.scheme': 'http' },
      ...{ 'counterfoil.operation': 'article.create', 'counterfoil.app_id': service.account.appId },
    });
    expect(Number(attributes['http.response.status_code'])).to.equal(200);
    expect(attributes).to.include.keys('counterfoil.request_id', 'http.request.body.size');
    expect(one(trace, 'process article').attributes).to.include({
      ...{ 'messaging.system': 'bullmq', 'messaging.operation.type': 'process' },
      ...{ 'messaging.destination.name': 'article', 'counterfoil.operation': 'article.create' },
    });
    const names = trace.filter(({ kind }) => kind === 'client').map(({ name }) => name);
    expect(names.join()).to.match(/BEGIN;.*INSERT articles/);
    expect(names.join()).to.match(/INSERT inbox; COMMIT/);
    for (const { attributes: its } of trace.filter(({ kind }) => kind === 'client')) {
      expect(its['db.system.name']).to.be.oneOf(['mariadb', 'mysql']);
      expect(its).to.include.keys('db.namespace', 'db.operation.name', 'db.query.text', 'server.address');
    }
    const everything = receiver.requests.map(({ body }) => body.toString()).join();
    for (const secret of ['a secret title', service.account.apiSecret, 'traceparent', 'hidden'])
      expect(everything).to.not.include(secret);
  });

  it('link a set to the span of each of its calls, and each call to its set', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => (16 + index).toString(16).repeat(16));

    const answers = await Promise.all(ids.map((id) => send({ traceparent: `00-${id}-${parentSpanId}-01` })));

    expect(answers.map(({ status }) => status)).to.deep.equal(ids.map(() => 200));
    const sets = () =>
      receiver.spans.filter(({ name, links }) => name === 'process article' && links.length > 1);
    const linked = () => new Set(sets().flatMap(({ links }) => links.map(({ traceId: its }) => its)));
    const waits = () => ids.flatMap((id) => named(receiver.trace(id), 'wait article'));
    await until(() => waits().length === ids.length && linked().size > 1);
    const setOf = (spanId = '') => receiver.spans.find((span) => span.spanId === spanId);
    await until(() => waits().every(({ links }) => setOf(links[0]?.spanId)));
    for (const id of ids) {
      const [waiting] = named(receiver.trace(id), 'wait article');
      const set = setOf(waiting?.links[0]?.spanId);
      expect(set?.links, id).to.deep.include({ traceId: id, spanId: waiting?.parentSpanId });
      expect(set?.traceId).to.equal(set?.links[0]?.traceId);
    }
  });

  it('have a bounded number of spans for a batch', async () => {
    const before = receiver.requests.length;
    const entries = [...teas(300), { method: 'article.create', data: {} }];

    await runBatch(service.account, entries);

    const requests = () => named(receiver.spans, 'POST /api/v1');
    await until(() =>
      requests().some(({ attributes }) => attributes['counterfoil.operation'] === 'batch.run'),
    );
    const request = requests().find(({ attributes }) => attributes['counterfoil.operation'] === 'batch.run');
    const trace = await traceOf(request?.traceId ?? '', 'process article.bulk');
    expect(receiver.requests.length).to.be.above(before);
    expect(Number(request?.attributes['counterfoil.batch.calls'])).to.equal(301);
    const sending = one(trace, 'send bulk');
    const sets = named(trace, 'process article.bulk');
    for (const set of sets)
      expect(set.links).to.deep.equal([{ traceId: set.traceId, spanId: sending.spanId }]);
    expect(named(trace, 'wait article.bulk')).to.have.length(sets.length);
    expect(trace.length).to.be.below(100);
  });

  it('begin at the gateway if a request has no traceparent, or a malformed one', async () => {
    const malformed = { traceparent: `00-${'f'.repeat(31)}-${parentSpanId}-01`, tracestate: 'vendor=1' };
    const { headers } = await send(malformed);

    const spanOf = () =>
      receiver.spans.find(
        ({ attributes }) => attributes['counterfoil.request_id'] === headers['x-request-id'],
      );
    await until(() => spanOf());

    expect(spanOf()).to.include({ parentSpanId: '', traceState: '', name: 'POST /api/v1' });
    expect(spanOf()?.traceId).to.match(/^[\da-f]{32}$/);
    await until(() => service.logged('request').some((line) => line.requestId === headers['x-request-id']));
    const line = service.logged('request').find(({ requestId }) => requestId === headers['x-request-id']);
    expect(line?.traceId).to.equal(spanOf()?.traceId);
  });

  it('leave out a trace that its sender does not record', async () => {
    const id = 'c1'.repeat(16);
    await send({ traceparent: `00-${id}-${parentSpanId}-00` });
    const after = 'c2'.repeat(16);
    await send({ traceparent: `00-${after}-${parentSpanId}-01` });

    await traceOf(after);

    expect(receiver.trace(id)).to.deep.equal([]);
    await until(() => service.logged('request').some((line) => line.traceId === id));
  });

  it('mark failures of the service as errors, and refusals not', async () => {
    const [refused, wrong] = ['d1'.repeat(16), 'd2'.repeat(16)];
    await send(
      { traceparent: `00-${refused}-${parentSpanId}-01` },
      'article.delete',
      '{"article_ident":"art_x"}',
    );
    await send({ traceparent: `00-${wrong}-${parentSpanId}-01` }, 'article.create', '{');

    const request = one(await traceOf(refused), 'POST /api/v1');
    await until(() => receiver.trace(wrong).length > 0);

    expect(request).to.include({ isError: false });
    expect(request.attributes).to.include({ 'counterfoil.code': 'article_not_found' });
    expect(one(receiver.trace(wrong), 'POST /api/v1')).to.include({ isError: false });
    expect(receiver.trace(wrong)).to.have.length(1);
  });

  it('are sent to /v1/traces with the given headers, and never for probes of health', async () => {
    const probe = { traceparent: `00-${'e1'.repeat(16)}-${parentSpanId}-01` };
    await post(service.account, { verb: 'GET', path: '/healthz', headers: probe }, service.port);
    await send({ traceparent: `00-${'e2'.repeat(16)}-${parentSpanId}-01` });
    await traceOf('e2'.repeat(16));

    expect(receiver.trace('e1'.repeat(16))).to.deep.equal([]);
    for (const { path, headers } of receiver.requests) {
      expect(path).to.equal('/v1/traces');
      expect(headers.authorization).to.equal('hidden');
    }
  });
});
