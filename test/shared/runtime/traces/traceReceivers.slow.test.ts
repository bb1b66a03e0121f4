import { expect } from 'chai';
import { freePort } from '../../../support/ports.ts';
import { startTracedService, type TracedService } from '../../../support/tracedService.ts';
import { TraceReceiver } from '../../../support/traceReceiver.ts';
import { until } from '../../../support/until.ts';

/** Milliseconds that the last spans have at the stop of a role, and twice that: a gateway and a worker. */
const stopMs = 2 * 2_000;

describe('a receiver of traces (waits for a receiver)', function () {
  this.timeout(120_000);

  const create = async ({ account }: TracedService, count = 1) => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => account.send('article.create', { article_title: 'Tea' })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
  };

  it('that is down is reported once, and again when it is back; calls are answered', async () => {
    const port = await freePort();
    const service = await startTracedService(3, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    await create(service);
    await until(() => service.logged('traces_not_exported').length === 2);
    for (let round = 0; round < 5; round += 1) await create(service, 10);
    expect(service.logged('traces_not_exported')).to.have.length(2);
    expect(service.logged('traces_not_exported')[0]?.error).to.deep.include({ code: 'ECONNREFUSED' });

    const receiver = await TraceReceiver.listen(port);
    await until(async () => {
      await create(service);
      return service.logged('traces_exported_again').length === 2;
    });

    expect(service.logged('traces_exported_again')[0]?.dropped).to.be.above(0);
    expect(receiver.spans.length).to.be.above(0);
    await service.stop();
    await receiver.close();
  });

  it('that hangs delays neither calls nor the stop, and fills no memory', async () => {
    const receiver = await TraceReceiver.listen();
    receiver.behaviour = 'hang';
    const service = await startTracedService(3, {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_MAX_QUEUE_SIZE: '64',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '64',
    });
    for (let round = 0; round < 10; round += 1) await create(service, 50);
    await until(() => receiver.requests.length === 2);

    const ms = await service.stop();

    // Each role sends the batch of its first spans, and at its stop what is in its queue: no more than 64 spans each.
    expect(receiver.requests.length).to.be.at.most(4);
    expect(ms).to.be.below(stopMs + 10_000);
    expect(service.logged('traces_not_exported').map(({ error }) => error)).to.deep.equal([
      { code: 'RECEIVER_TIMEOUT' },
      { code: 'RECEIVER_TIMEOUT' },
    ]);
    expect(service.logged('stop_overran')).to.deep.equal([]);
    await receiver.close();
  });

  it('that refuses is reported with the status of its answers', async () => {
    const receiver = await TraceReceiver.listen();
    receiver.behaviour = 401;
    const service = await startTracedService(3, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    await create(service);

    await until(() => service.logged('traces_not_exported').length === 2);

    expect(service.logged('traces_not_exported')[0]?.error).to.deep.equal({ code: 'HTTP 401' });
    await service.stop();
    await receiver.close();
  });

  it('gets Protocol Buffers unless the settings say otherwise, and the last spans at the stop of a role', async () => {
    const receiver = await TraceReceiver.listen();
    const service = await startTracedService(3, {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_SERVICE_NAME: 'till',
      OTEL_TRACES_SAMPLER: 'always_on',
      OTEL_BSP_SCHEDULE_DELAY: '100000',
    });
    await create(service);
    expect(receiver.requests).to.deep.equal([]);

    await service.stop();

    const [first, second] = receiver.requests;
    expect(receiver.requests).to.have.length(2);
    for (const { headers } of receiver.requests)
      expect(headers['content-type']).to.equal('application/x-protobuf');
    expect(textsIn(first?.body)).to.include.members([
      'till',
      'POST /api/v1',
      'send article',
      'article.create',
    ]);
    expect(textsIn(second?.body)).to.include.members(['till', 'process article', 'wait article']);
    await receiver.close();
  });

  it('gets nothing if no trace is recorded', async () => {
    const receiver = await TraceReceiver.listen();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER: 'always_off' };
    const service = await startTracedService(3, settings);
    await create(service);

    await service.stop();

    expect(receiver.requests).to.deep.equal([]);
    expect(service.logged('request')[0]).to.not.have.property('traceId');
    await receiver.close();
  });
});

/** The texts in a message of Protocol Buffers: all fields with a length that read as UTF-8, at any depth. */
function textsIn(message: Buffer = Buffer.alloc(0)): readonly string[] {
  const texts: string[] = [];
  for (const field of fieldsOf(message) ?? []) {
    texts.push(field.toString());
    texts.push(...textsIn(field));
  }
  return texts;
}

/** The fields with a length; undefined if these bytes are not a message. */
function fieldsOf(message: Buffer): readonly Buffer[] | undefined {
  const fields: Buffer[] = [];
  let offset = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = message[offset] ?? 0;
      offset += 1;
      value += (byte & 127) * shift;
      if (byte < 128 || shift > 2 ** 63) return value;
    }
  };
  while (offset < message.length) {
    const type = varint() % 8;
    if (type === 0) varint();
    else if (type === 1) offset += 8;
    else if (type === 5) offset += 4;
    else if (type === 2) {
      const length = varint();
      fields.push(message.subarray(offset, offset + length));
      offset += length;
    } else return undefined;
  }
  return offset === message.length ? fields : undefined;
}
