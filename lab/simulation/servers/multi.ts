import type { RedisServer } from './redisServer.ts';

type Write = (state: RedisServer['state']) => unknown;

/** Commands of a transaction. */
export class Multi {
  readonly exec: () => Promise<unknown>;
  readonly #writes: Write[] = [];

  readonly #server: RedisServer;

  constructor(server: RedisServer, run: (writes: readonly Write[]) => Promise<unknown>) {
    this.#server = server;
    this.exec = () => run(this.#writes);
  }

  xadd(stream: string, _id: string, ...fields: readonly string[]): this {
    const now = this.#server.now();
    return this.#and((state) => state.append(stream, now, fields));
  }

  sadd(key: string, member: string): this {
    return this.#and((state) => state.addToSet(key, member));
  }

  scard(key: string): this {
    return this.#and((state) => state.sets.get(key)?.size ?? 0);
  }

  /** No schedule lasts so long that something expires. */
  expire(): this {
    return this.#and(() => 1);
  }

  pexpire(): this {
    return this.expire();
  }

  #and(write: Write): this {
    this.#writes.push(write);
    return this;
  }
}
