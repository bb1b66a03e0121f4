import type { Link } from '../host.ts';
import { type DatabaseServer, ServerError } from './databaseServer.ts';
import { keyOf, type Session } from './statements.ts';
import { Transaction } from './transaction.ts';

/** Faults of a statement, or of those that are sent with COMMIT. */
export const statementFaults = [
  'commit answer lost',
  'commit lost',
  'connection dies',
  'deadlock',
  'lock time-out',
  'unknown error',
  'unknown error after commit',
  'silent',
] as const;
export type StatementFault = (typeof statementFaults)[number];

const commit = /COMMIT$/;

/** The current faults of the simulated database. */
export class DatabaseFaults {
  readonly links = new Set<Link>();
  readonly #server: DatabaseServer;
  readonly #armed: StatementFault[] = [];
  #downUntil = 0;
  /** Milliseconds that statements take beside their way to the server and back. */
  slowMs = 0;

  constructor(server: DatabaseServer) {
    this.#server = server;
  }

  get isDown(): boolean {
    return this.#downUntil > performance.now();
  }

  /** The next statement that can have this fault has it. */
  arm(fault: StatementFault): void {
    this.#armed.push(fault);
  }

  /** Drops the faults that no statement has had. */
  disarm(): void {
    this.#armed.length = 0;
  }

  stop(ms: number): void {
    this.#downUntil = performance.now() + ms;
    this.cutAll();
  }

  cutAll(): void {
    for (const link of Array.from(this.links)) link.cut();
  }

  /** Another client locks a record for a while. */
  async lock(account: number, ident: string, ms: number): Promise<void> {
    const other = new Transaction();
    await this.#server.lock(keyOf('articles', account, ident), other).catch(() => {});
    setTimeout(() => this.#server.rollBack(other), ms);
  }

  /** Runs statements, unless a fault prevents it. */
  async around<T>(sql: string, run: () => Promise<T>, link: Link, session: Session): Promise<T> {
    const fault = this.#faultOf(sql, session);
    if (fault === 'commit lost' || fault === 'connection dies') return this.#cut(link);
    if (fault === 'silent') await new Promise((resolve) => setTimeout(resolve, 6_000));
    if (fault === 'deadlock') {
      if (session.transaction) this.#server.rollBack(session.transaction);
      throw new ServerError('ER_LOCK_DEADLOCK', 1213);
    }
    if (fault === 'lock time-out') throw new ServerError('ER_LOCK_WAIT_TIMEOUT', 1205);
    if (fault === 'unknown error') throw new ServerError('ER_UNKNOWN_ERROR', 1105);
    if (this.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, this.slowMs));
    const results = await run();
    if (fault === 'commit answer lost') return this.#cut(link);
    if (fault === 'unknown error after commit') throw new ServerError('ER_UNKNOWN_ERROR', 1105);
    return results;
  }

  #cut(link: Link): Promise<never> {
    link.cut();
    return new Promise(() => {});
  }

  #faultOf(sql: string, { transaction }: Session): StatementFault | undefined {
    const isCommit = commit.test(sql);
    const isWork = isCommit || transaction !== undefined || sql.startsWith('select');
    const index = this.#armed.findIndex((fault) =>
      fault.includes('commit') ? isCommit : isWork && sql !== 'ROLLBACK',
    );
    return index === -1 ? undefined : this.#armed.splice(index, 1)[0];
  }
}
