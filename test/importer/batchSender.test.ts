import { expect } from 'chai';
import { type Counterfoil, UnavailableError } from '../../client/nodeClient.ts';
import { BatchSender } from '../../importer/service/batchSender.ts';
import { openTarget } from '../../importer/service/target.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import { newAccount } from '../support/account.ts';
import { startCluster } from '../support/cluster.ts';
import { thrownBy } from '../support/thrown.ts';

describe('the call of an import that checks the service', () => {
  it('is on the account, so that the batches after it do not give way to it', async () => {
    const methods: unknown[] = [];
    const emit: Emit = (event, fields) => {
      if (event === 'request') methods.push((fields as { readonly method?: string }).method);
    };
    const own = await startCluster({ emit });
    const { appId, apiSecret } = await newAccount({}, own);

    const target = await openTarget({ url: own.url, appId, apiSecret });
    await target.client.close();
    await own.stop();

    expect(methods).to.deep.equal(['account.read']);
  });
});

describe('the batches in flight of an import', () => {
  let isOverloaded: boolean;
  let sender: BatchSender;
  beforeEach(() => {
    isOverloaded = false;
    const client = {
      batch: async () => {
        if (!isOverloaded) return [{ data: {} }];
        isOverloaded = false;
        throw new UnavailableError('overloaded', { code: 'unavailable', status: 503 });
      },
    } as unknown as Counterfoil;
    sender = new BatchSender({ client, maxWaitMs: 60_000, signal: new AbortController().signal });
  });
  const send = async (times: number) => {
    for (let index = 0; index < times; index += 1) await sender.send([], `key-${index}`);
  };

  it('grow with the answers, up to a limit', async () => {
    expect(sender.maxInFlight).to.equal(4);
    await send(5);
    expect(sender.maxInFlight).to.equal(5);
    await send(100);
    expect(sender.maxInFlight).to.equal(8);
  });

  it('halve when the service is overloaded', async () => {
    await send(100);
    isOverloaded = true;
    await send(1);

    expect(sender.maxInFlight).to.equal(4);
  });
});

describe('the patience of an import', () => {
  it('ends when it said, also if the service asks to wait longer', async () => {
    const refused = new UnavailableError('paused', {
      code: 'unavailable',
      status: 503,
      retryAfterMs: 60_000,
    });
    const sender = new BatchSender({
      client: { batch: () => Promise.reject(refused) } as unknown as Counterfoil,
      maxWaitMs: 20,
      signal: new AbortController().signal,
    });

    const message = await thrownBy(() => sender.send([], 'key'));

    expect(message).to.match(/no answer from the service for \d+ s: paused$/);
  });
});
