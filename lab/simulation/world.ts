import { type Drawing, drawing } from '../../test/support/random.ts';
import { SimulatedGateway } from './gateway.ts';
import { gateways, records, workers } from './schedule.ts';
import { DatabaseFaults } from './servers/databaseFaults.ts';
import { DatabaseServer } from './servers/databaseServer.ts';
import { RedisServer } from './servers/redisServer.ts';
import { keyOf } from './servers/statements.ts';
import { SimulatedWorker } from './worker.ts';

/** The ident of a record that the calls of a schedule use. */
export function identOf(account: number, record: number): string {
  return `art_${account}_${record}`;
}

/** Milliseconds until a dead process runs again. */
const restartMs = 300;

/** The servers and processes of a schedule. */
export class World {
  readonly drawing: Drawing;
  readonly redis = new RedisServer();
  readonly database = new DatabaseServer();
  readonly databaseFaults = new DatabaseFaults(this.database);
  readonly gateways: SimulatedGateway[] = [];
  readonly workers: SimulatedWorker[] = [];
  /** The time at which a worker got each call, by its id. */
  readonly deliveredAt = new Map<string, number>();
  /** Number of times that workers died, or lost the locks of their jobs. */
  lapses = 0;
  readonly #onNote: ((line: string) => void) | undefined;
  #started = 0;

  /** Tells `onNote` what happens, if it is given. */
  constructor(seed: number, onNote?: (line: string) => void) {
    this.drawing = drawing(seed);
    this.#onNote = onNote;
    for (const account of [1, 2]) this.#fill(account);
    for (let index = 0; index < gateways; index += 1) this.startGateway(index);
    for (let index = 0; index < workers; index += 1) this.#startWorker(index);
  }

  note(who: string, what: string, details: unknown = ''): void {
    this.#onNote?.(`${performance.now()} ${who} ${what} ${details === '' ? '' : JSON.stringify(details)}`);
  }

  startGateway(index: number): void {
    this.#started += 1;
    this.gateways[index] = new SimulatedGateway(`gateway${this.#started}`, this);
  }

  /** Kills a worker, which is started again after a while. */
  kill(index: number): void {
    const worker = this.workers[index] as SimulatedWorker;
    if (!worker.host.isAlive) return;
    this.note(worker.host.name, 'dies');
    this.lapses += 1;
    worker.die();
    setTimeout(() => this.#startWorker(index), restartMs);
  }

  killGateway(index: number): void {
    const gateway = this.gateways[index] as SimulatedGateway;
    if (!gateway.host.isAlive) return;
    gateway.die();
    setTimeout(() => this.startGateway(index), restartMs);
  }

  #startWorker(index: number): void {
    this.#started += 1;
    const worker = new SimulatedWorker(`worker${this.#started}`, this);
    worker.onPoison = () => this.kill(index);
    this.workers[index] = worker;
  }

  #fill(account: number): void {
    for (let record = 0; record < records; record += 1) {
      const article_ident = identOf(account, record);
      const row = {
        account_id: account,
        article_ident,
        article_title: 'first',
        revision: 1,
        external_ident: null,
      };
      this.database.rows.set(keyOf('articles', account, article_ident), row);
    }
    this.database.rows.set(keyOf('number_sequences', account, 'article'), {
      account_id: account,
      resource: 'article',
      next_number: 1,
    });
  }
}
