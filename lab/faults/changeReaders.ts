import { ChangeFollower, type ListChanges } from '../../test/support/changeFollower.ts';
import { storedIdents } from '../../test/support/changes.ts';
import { FaultClient } from './faultClient.ts';
import type { FaultCluster } from './faultCluster.ts';

type App = ConstructorParameters<typeof FaultClient>[1];

/** Readers that follow the changes of an account through a fault. */
export class ChangeReaders {
  readonly readers: readonly ChangeFollower[];
  readonly #clients: readonly FaultClient[];
  readonly #reading: readonly Promise<void>[];
  #isEnough = false;

  private constructor(readers: readonly ChangeFollower[], clients: readonly FaultClient[]) {
    this.readers = readers;
    this.#clients = clients;
    this.#reading = readers.map((reader) => reader.live(() => this.#isEnough));
  }

  /** Resolves when all of them have begun. */
  static async start({ balancer }: FaultCluster, app: App, count: number): Promise<ChangeReaders> {
    const clients = Array.from({ length: count }, () => new FaultClient(balancer, app));
    const readers = clients.map((client, index) =>
      new ChangeFollower(listBy(client), 1_000 - index * 100).start(),
    );
    return new ChangeReaders(await Promise.all(readers), clients);
  }

  /** Reads to the end, once nobody writes any more; resolves to the differences from the tables. */
  async finish({ database }: FaultCluster, account: number): Promise<readonly string[]> {
    this.#isEnough = true;
    const ended = await Promise.allSettled(this.#reading);
    await Promise.all(this.#clients.map((client) => client.close()));
    const stored = await storedIdents(account, database);
    const failed = ended.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    return [...failed, ...this.readers.flatMap((reader) => reader.differences(stored))];
  }
}

/** A refusal ends the reader: none is right here. */
function listBy(client: FaultClient): ListChanges {
  return async (request) => {
    const { outcome, envelope } = await client.call('changes.list', { ...request }, '');
    client.ledger.entries.length = 0;
    if (outcome === 'refused') throw new Error(`changes.list: ${envelope?.message}`);
    return outcome === 'done' ? (envelope?.data as Awaited<ReturnType<ListChanges>>) : undefined;
  };
}
