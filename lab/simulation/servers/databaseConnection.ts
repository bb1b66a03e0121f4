import { EventEmitter } from 'node:events';
import knex, { type Knex } from 'knex';
import { type Database, poolSettings } from '../../../workers/database/database.ts';
import { PipeliningClient } from '../../../workers/database/pipeliningClient.ts';
import { Cut, type Host, Link } from '../host.ts';
import type { DatabaseFaults } from './databaseFaults.ts';
import type { DatabaseServer } from './databaseServer.ts';
import { Session } from './statements.ts';

/** Time-out of a statement, as in `workers/database/database.ts`. */
const statementMs = 4_000;

interface Statement {
  readonly sql: string;
  readonly values?: readonly unknown[];
  readonly timeout?: number;
}

type Done = (error: Error | null, results?: unknown, fields?: unknown) => void;

export interface ConnectionDependencies {
  readonly server: DatabaseServer;
  readonly faults: DatabaseFaults;
  readonly host: Host;
  /** Receives the values of statements before they are sent, and when their answer comes. */
  readonly onSend: (values: readonly unknown[]) => void;
  readonly onAnswer: (values: readonly unknown[]) => void;
}

/** The part of a mysql2 connection that Knex and the product use. */
class DatabaseConnection extends EventEmitter {
  readonly stream = { destroyed: false, destroy: () => this.destroy() };
  readonly #session: Session;
  readonly #dependencies: ConnectionDependencies;
  readonly #link: Link;

  constructor(dependencies: ConnectionDependencies) {
    super();
    this.#dependencies = dependencies;
    this.#session = new Session(dependencies.server);
    this.#link = new Link(dependencies.host, () => this.#lose());
    dependencies.faults.links.add(this.#link);
  }

  query(statement: Statement | string, done: Done): EventEmitter {
    const { sql, values = [], timeout } = typeof statement === 'string' ? { sql: statement } : statement;
    this.#dependencies.onSend(values);
    if (this.#link.isCut) {
      // A dead process learns nothing.
      if (this.#dependencies.host.isAlive) done(new Cut());
      return this;
    }
    let isOpen = true;
    const end: Done = (...results) => {
      if (isOpen) done(...results);
      isOpen = false;
      clearTimeout(limit);
    };
    const limit = timeout === undefined ? undefined : setTimeout(() => end(tooSlow()), timeout);
    this.#link.request(
      () => this.#run(sql, values),
      (error, results) => {
        this.#dependencies.onAnswer(values);
        if (!this.#dependencies.host.isAlive) return clearTimeout(limit);
        if (error) end(error);
        else if ((results as unknown[]).length === 1) end(null, (results as unknown[])[0]);
        else end(null, results, results);
      },
    );
    return this;
  }

  #run(sql: string, values: readonly unknown[]): Promise<readonly unknown[]> {
    const run = () => this.#session.run(sql, values);
    return this.#dependencies.faults.around(sql, run, this.#link, this.#session);
  }

  end(done: () => void): void {
    this.destroy();
    done();
  }

  destroy(): void {
    this.#link.cut();
  }

  /** The server notices at once, or when the transaction has been idle for too long. */
  #lose(): void {
    this.#dependencies.faults.links.delete(this.#link);
    this.stream.destroyed = true;
    const { drawing } = this.#dependencies.host;
    setTimeout(() => this.#session.close(), drawing.one([50, 50, 100, statementMs]));
  }
}

/** Returns the error that the driver makes. */
function tooSlow(): Error {
  return Object.assign(new Error('Query inactivity timeout'), { code: 'PROTOCOL_SEQUENCE_TIMEOUT' });
}

class SimulatedClient extends (PipeliningClient as unknown as typeof Knex.Client) {
  override async acquireRawConnection(): Promise<DatabaseConnection> {
    const { dependencies } = this.config as unknown as { readonly dependencies: ConnectionDependencies };
    await new Promise<void>((resolve) => dependencies.host.at(performance.now() + 1, resolve));
    if (dependencies.faults.isDown) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    return new DatabaseConnection(dependencies);
  }
}

/** A pool on the simulated database: only the driver's connections differ from those of `openDatabase`. */
export function openSimulated(connections: number, dependencies: ConnectionDependencies): Database {
  const settings = poolSettings('mysql://nobody:nothing@127.0.0.1:1/simulated', connections, statementMs);
  return knex({ ...settings, client: SimulatedClient, statementMs, dependencies } as unknown as Knex.Config);
}
