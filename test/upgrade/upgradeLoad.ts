import { audit, type Findings } from '../faults/audit.ts';
import { FaultClient } from '../faults/faultClient.ts';
import { Importer } from '../faults/importer.ts';
import { describe, isFailed, Ledger, type LedgerEntry } from '../faults/ledger.ts';
import { Person } from '../faults/person.ts';
import { eventually } from '../support/eventually.ts';
import { drawing } from '../support/random.ts';
import type { UpgradeCluster } from './upgradeCluster.ts';
import { Visitor } from './visitor.ts';

/** Visitors of each app. */
const visitors = 6;

/** What the visitors call. */
const methods = [
  ...['article.create', 'article.read', 'article.update', 'article.delete', 'article.exists'],
  ...['customer.create', 'customer.read', 'customer.update', 'customer.delete', 'customer.exists'],
  ...['address.create', 'address.exists', 'batch.run'],
];

/** What came of all calls. */
interface Outcome extends Findings {
  readonly calls: number;
  /** Calls that met anything but an answer at the first try. */
  readonly failed: readonly string[];
  /** Looks at gateways that said that they can't serve. */
  readonly unready: readonly string[];
}

/** Three apps of two accounts that call every operation, all the time. */
export class UpgradeLoad {
  readonly #cluster: UpgradeCluster;
  readonly #ledgers = new Map<number, Ledger>();
  readonly #clients: FaultClient[] = [];
  readonly #living: (Visitor | Person | Importer)[] = [];
  readonly #marks: { readonly name: string; readonly begun: number }[] = [];
  #lives: Promise<unknown> = Promise.resolve();
  #isEnough = false;

  private constructor(cluster: UpgradeCluster) {
    this.#cluster = cluster;
  }

  static async start(cluster: UpgradeCluster): Promise<UpgradeLoad> {
    const load = new UpgradeLoad(cluster);
    const first = await cluster.newApp();
    const apps = [first, await cluster.newApp(first.accountIdent), await cluster.newApp()];
    for (const [at, { account, ...signer }] of apps.entries()) {
      const ledger = load.#ledgers.get(account) ?? new Ledger();
      load.#ledgers.set(account, ledger);
      const client = new FaultClient(cluster.balancer, signer, ledger);
      load.#clients.push(client);
      load.#living.push(
        ...Array.from({ length: visitors }, (_, index) => new Visitor(`V${at}.${index}`, client)),
        new Person(`P${at}`, client, drawing(at)),
        new Importer(`I${at}`, client),
      );
    }
    load.#lives = Promise.all(load.#living.map((one) => one.live(() => load.#isEnough)));
    return load;
  }

  /** Resolves when each operation was answered so many times more. */
  async during(name: string, calls: number): Promise<void> {
    const begun = performance.now();
    this.#marks.push({ name, begun });
    console.log(new Date().toISOString(), name, this.#entries.length, this.#entries.filter(isFailed).length); //TMP
    await eventually(() => {
      const counts = new Map<string, number>();
      for (const entry of this.#entries)
        if (entry.begun > begun && entry.told) counts.set(entry.method, (counts.get(entry.method) ?? 0) + 1);
      return methods.every((method) => (counts.get(method) ?? 0) >= calls);
    });
  }

  /** No call is begun from now on. */
  stop(): void {
    this.#isEnough = true;
  }

  /** When all calls are answered, holds what was told against what is stored. */
  async outcome(): Promise<Outcome> {
    await this.#lives;
    await Promise.all(this.#clients.map((client) => client.close()));
    const found = await Promise.all(
      [...this.#ledgers].map(([account, ledger]) => audit(this.#cluster.database.pool, account, ledger)),
    );
    return {
      calls: this.#entries.length,
      failed: this.#entries.filter(isFailed).map((entry) => `${this.#markOf(entry)}: ${describe(entry)}`),
      unready: this.#cluster.balancer.unready,
      lost: found.flatMap(({ lost }) => lost),
      doubled: found.flatMap(({ doubled }) => doubled),
      wrong: [...found.flatMap(({ wrong }) => wrong), ...this.#living.flatMap(({ wrong }) => wrong)],
    };
  }

  get #entries(): readonly LedgerEntry[] {
    return [...this.#ledgers.values()].flatMap(({ entries }) => entries);
  }

  #markOf({ begun }: LedgerEntry): string {
    return this.#marks.findLast((mark) => mark.begun <= begun)?.name ?? 'start';
  }
}
