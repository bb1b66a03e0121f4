import { expect } from 'chai';
import { post } from '../../../support/rawRequest.ts';
import { startTracedService, type TracedService } from '../../../support/tracedService.ts';
import { type ReceivedSpan, TraceReceiver, theSpan } from '../../../support/traceReceiver.ts';
import { until } from '../../../support/until.ts';

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
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hidden',
      OTEL_RESOURCE_ATTRIBUTES: 'a=b',
    });
    await service.account.client.article.create({ article_title: 'makes the app known' });
  });
  after(async () => {
    await service.stop();
    await receiver.close();
  });

  const send = (headers: Record<string, string>, method = 'article.create', body = article) =>
    post(service.account, { method, body, headers }, service.port);
  const traceOf = (id: string) => receiver.completeTrace(id, 'process article');

  it('have spans of the request, of its wait, of its set and of its statements', async () => {
    const before = Date.now();
    const answer = await send({ traceparent: `00-${traceId}-${parentSpanId}-01`, tracestate: 'vendor=1' });
    expect(answer.status).to.equal(200);

    const trace = await traceOf(traceId);

    const request = theSpan(trace, 'POST /api/v1');
    const sending = theSpan(trace, 'send article');
    const waiting = theSpan(trace, 'wait article');
    const set = theSpan(trace, 'process article');
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
    const toleranceMs = 50;
    const inner = [request, sending, waiting, set, ...statements];
    for (const { name, startMs, endMs } of inner) {
      expect(endMs, name).to.be.at.least(startMs);
      expect(startMs, name).to.be.within(before - toleranceMs, Date.now() + toleranceMs);
    }
    // Each process knows Redis's clock as well as the round trips allow on which it asked: 5 ms were too few on a busy machine.
    const within = (part: ReceivedSpan, whole: ReceivedSpan) => {
      expect(part.startMs, `${part.name} in ${whole.name}`).to.be.at.least(whole.startMs - toleranceMs);
      expect(part.endMs, `${part.name} in ${whole.name}`).to.be.at.most(whole.endMs + toleranceMs);
    };
    within(sending, request);
    within(waiting, sending);
    within(set, sending);
    for (const statement of statements) within(statement, set);
    expect(set.startMs).to.be.closeTo(waiting.endMs, toleranceMs);
  });

  it('say what happened by the names of the conventions, without anything that is secret', async () => {
    const id = 'a1'.repeat(16);
    const path = '/api/v1/article.create';
    const headers = { traceparent: `00-${id}-${parentSpanId}-01` };
    await post(service.account, { method: 'article.create', body: article, headers, path }, service.port);

    const trace = await traceOf(id);

    const { attributes } = theSpan(trace, 'POST /api/v1');
    expect(attributes['url.path']).to.equal(path);
    expect(attributes).to.include({
      'http.request.method': 'POST',
      'http.route': '/api/v1',
      'url.scheme': 'http',
      'counterfoil.operation': 'article.create',
      'counterfoil.app_id': service.account.appId,
    });
    expect(Number(attributes['http.response.status_code'])).to.equal(200);
    expect(attributes).to.include.keys('counterfoil.request_id', 'http.request.body.size');
    expect(theSpan(trace, 'process article').attributes).to.include({
      'messaging.system': 'bullmq',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'article',
      'counterfoil.operation': 'article.create',
    });
    const names = trace.filter(({ kind }) => kind === 'client').map(({ name }) => name);
    expect(names.join()).to.match(/BEGIN;.*INSERT articles/);
    expect(names.join()).to.match(/INSERT inbox;.* COMMIT/);
    for (const { attributes: its } of trace.filter(({ kind }) => kind === 'client')) {
      expect(its['db.system.name']).to.be.oneOf(['mariadb', 'mysql']);
      expect(its).to.include.keys('db.namespace', 'db.operation.name', 'db.query.text', 'server.address');
    }
    const everything = receiver.requests.map(({ body }) => body.toString()).join();
    for (const secret of ['a secret title', service.account.apiSecret, 'traceparent', 'hidden'])
      expect(everything).to.not.include(secret);
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

  it('leave out an unsigned request, and a trace that its sender does not record', async () => {
    const id = 'f1'.repeat(16);
    const headers = { traceparent: `00-${id}-${parentSpanId}-01`, 'X-Svc-Hmac': 'nobody' };
    const { status } = await send(headers);
    expect(status).to.equal(401);
    const unrecorded = 'c1'.repeat(16);
    await send({ traceparent: `00-${unrecorded}-${parentSpanId}-00` });
    const after = 'f2'.repeat(16);
    await send({ traceparent: `00-${after}-${parentSpanId}-01` });

    await traceOf(after);

    for (const each of [id, unrecorded]) expect(receiver.trace(each)).to.deep.equal([]);
    await until(() => service.logged('request').some((line) => line.traceId === unrecorded));
  });

  it('mark failures of the service as errors, and refusals not', async () => {
    const [refused, wrong] = ['d1'.repeat(16), 'd2'.repeat(16)];
    await send(
      { traceparent: `00-${refused}-${parentSpanId}-01` },
      'article.delete',
      '{"article_ident":"art_x"}',
    );
    await send({ traceparent: `00-${wrong}-${parentSpanId}-01` }, 'article.create', '{');

    const request = theSpan(await traceOf(refused), 'POST /api/v1');
    await until(() => receiver.trace(wrong).length > 0);

    expect(request).to.include({ isError: false });
    expect(request.attributes).to.include({ 'counterfoil.code': 'article_not_found' });
    expect(theSpan(receiver.trace(wrong), 'POST /api/v1')).to.include({ isError: false });
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
