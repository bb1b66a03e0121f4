import { expect } from 'chai';
import { type Counterfoil, UnavailableError } from '../../client/nodeClient.ts';
import { BatchSender } from '../../importer/sending/batchSender.ts';

describe('the batches in flight of an import', () => {
  let isOverloaded: boolean;
  let sender: BatchSender;
  beforeEach(() => {
    isOverloaded = false;
    const client = {
      batch: async () => {
        if (isOverloaded) throw new UnavailableError('overloaded', { code: 'unavailable', status: 503 });
        return [{ data: {} }];
      },
    } as unknown as Counterfoil;
    sender = new BatchSender({
      client,
      maxWaitMs: 60_000,
      onWaiting: (why) => {
        if (why !== undefined) isOverloaded = false;
      },
      signal: new AbortController().signal,
    });
  });
  const send = async (times: number) => {
    for (let at = 0; at < times; at += 1) await sender.send([], `key-${at}`);
  };

  it('grow with the answers, up to a limit', async () => {
    expect(sender.maxInFlight).to.equal(2);
    await send(3);
    expect(sender.maxInFlight).to.equal(3);
    await send(100);
    expect(sender.maxInFlight).to.equal(4);
  });

  it('halve when the service is overloaded', async () => {
    await send(100);
    isOverloaded = true;
    await send(1);

    expect(sender.maxInFlight).to.equal(2);
  });
});
