import { drawing } from '../../test/support/random.ts';
import { until } from '../../test/support/until.ts';
import { audit, type Findings } from '../faults/audit.ts';
import { FaultClient } from '../faults/faultClient.ts';
import { describe, isFailed, Ledger, type LedgerEntry } from '../faults/ledger.ts';
import { SimulatedUser } from '../faults/simulatedUser.ts';
import type { UpgradeApp, UpgradeCluster } from './upgradeCluster.ts';
import { Visitor } from './visitor.ts';

/** Visitors of each app. */
const visitors = 2;

/** Operations that the visitors call. */
const methods = [
  'article.create',
  'article.read',
  'article.update',
  'article.delete',
  'article.exists',
  'customer.create',
  'customer.read',
  'customer.update',
  'customer.delete',
  'customer.exists',
  'address.create',
  'address.exists',
  'batch.run',
];

/** Results of all calls. */
export interface Outcome extends Findings {
  readonly calls: number;
  /** Calls that met anything but an answer at the first try. */
  readonly failed: readonly string[];
  /** Looks at gateways that said that they can't serve. */
  readonly unready: readonly string[];
}

/** Three apps of two accounts that call every operation, all the time. */
export class UpgradeLoad {
  readonly #cluster: UpgradeCluster;
  /** App of an account of its own, for calls of a test. */
  readonly bystander: UpgradeApp;
  readonly #ledgers = new Map<number, Ledger>();
  readonly #clients: FaultClient[] = [];
  readonly #living: (Visitor | SimulatedUser)[] = [];
  readonly #marks: { readonly name: string; readonly startedAt: number }[] = [];
  #lives: Promise<unknown> = Promise.resolve();
  #isEnough = false;
  /** Number of calls of each operation that were sent, among the first entries of each ledger. */
  readonly #sent = new Map<string, number>();
  readonly #counted = new Map<Ledger, number>();

  private constructor(cluster: UpgradeCluster, bystander: UpgradeApp) {
    this.#cluster = cluster;
    this.bystander = bystander;
  }

  static async start(cluster: UpgradeCluster): Promise<UpgradeLoad> {
    const load = new UpgradeLoad(cluster, await cluster.newApp());
    const first = await cluster.newApp();
    const apps = [first, await cluster.newApp(first.accountIdent), await cluster.newApp()];
    for (const [appIndex, { account, ...signer }] of apps.entries()) {
      const ledger = load.#ledgers.get(account) ?? new Ledger();
      load.#ledgers.set(account, ledger);
      const client = new FaultClient(cluster.balancer, signer, ledger);
      load.#clients.push(client);
      load.#living.push(
        ...Array.from({ length: visitors }, (_, index) => new Visitor(`V${appIndex}.${index}`, client)),
      );
    }
    const [client] = load.#clients as [FaultClient];
    load.#living.push(new SimulatedUser('P', client, drawing(1)));
    load.#lives = Promise.all(load.#living.map((one) => one.live(() => load.#isEnough)));
    return load;
  }

  /** Resolves when each operation was called so many times more. */
  async during(name: string, calls: number): Promise<void> {
    this.#marks.push({ name, startedAt: performance.now() });
    const before = new Map(this.#count());
    await until(() => {
      const now = this.#count();
      return methods.every((method) => (now.get(method) ?? 0) >= (before.get(method) ?? 0) + calls);
    });
  }

  /** Begins no call from now on. */
  stop(): void {
    this.#isEnough = true;
  }

  /** Resolves after the last answer. */
  async ended(): Promise<void> {
    await this.#lives;
  }

  /** Compares the answers with the stored records, after the last answer. */
  async outcome(): Promise<Outcome> {
    await this.ended();
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

  /** Counts the calls of each operation that were sent until now. */
  #count(): ReadonlyMap<string, number> {
    for (const ledger of this.#ledgers.values()) {
      for (const { method } of ledger.entries.slice(this.#counted.get(ledger) ?? 0))
        this.#sent.set(method, (this.#sent.get(method) ?? 0) + 1);
      this.#counted.set(ledger, ledger.entries.length);
    }
    return this.#sent;
  }

  get #entries(): readonly LedgerEntry[] {
    return [...this.#ledgers.values()].flatMap(({ entries }) => entries);
  }

  #markOf({ startedAt }: LedgerEntry): string {
    return this.#marks.findLast((mark) => mark.startedAt <= startedAt)?.name ?? 'start';
  }
}
