import { expect } from 'chai';
import { newAccount } from '../../../support/account.ts';
import { recordEvents } from '../../../support/events.ts';
import { ownCluster, sharedAccount } from '../../../support/fixtures.ts';
import { post } from '../../../support/rawRequest.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

describe('traces that are not exported', () => {
  const { emit, emitted } = recordEvents();
  const cluster = ownCluster({ redis: 3, emit });
  const account = sharedAccount(() => newAccount({}, cluster));

  const body = '{"article_title":"Tea"}';
  const send = (headers: Record<string, string>, path?: string) =>
    post(
      account,
      { method: 'article.create', body, headers, ...(path && { path }) },
      cluster.gateways[0]?.port,
    );

  it('are carried to the set, and logged with the request and the set', async () => {
    const { headers } = await send({ traceparent: `00-${traceId}-${spanId}-01` });

    const { requestId, ...line } = emitted('request').at(-1) ?? {};
    expect(requestId).to.equal(headers['x-request-id']);
    expect(line).to.include({ traceId, status: 200 });
    expect(emitted('set').at(-1)).to.deep.include({ method: 'article.create', traceIds: [traceId] });
  });

  it('are logged also if their sender does not record them', async () => {
    const other = traceId.replace('4', '5');
    await send({ traceparent: `00-${other}-${spanId}-00` });

    expect(emitted('request').at(-1)).to.include({ traceId: other });
  });

  it('are logged for every address', async () => {
    await send({ traceparent: `00-${traceId}-${spanId}-01` }, '/nowhere');

    expect(emitted('request').at(-1)).to.include({ traceId, status: 404 });
  });

  it('of the entries of a batch are that of its request', async () => {
    const data = { article_title: 'Tea' };
    const operations = Array.from({ length: 3 }, () => ({ method: 'article.create', data }));
    const batch = { method: 'batch.run', body: JSON.stringify({ operations }) };
    const headers = { traceparent: `00-${traceId}-${spanId}-01` };
    await post(account, { ...batch, headers }, cluster.gateways[0]?.port);

    expect(emitted('set').at(-1)).to.deep.include({ lane: 'bulk', traceIds: [traceId] });
  });

  it('are not there if the header is missing or malformed', async () => {
    for (const headers of [{}, { traceparent: `00-${traceId}-${spanId}` }] as Record<string, string>[]) {
      expect((await send(headers)).status).to.equal(200);

      expect(emitted('request').at(-1)).to.not.have.property('traceId');
      expect(emitted('set').at(-1)).to.not.have.property('traceIds');
    }
  });
});
