import { EventEmitter } from 'node:events';
import { queuePrefix } from '../../../shared/wire/queues.ts';
import { type Host, Link } from '../host.ts';
import { Multi } from './multi.ts';
import { type RedisServer, ReplyError } from './redisServer.ts';
import type { Job } from './redisState.ts';

/** Behaviour of commands when the connection breaks: they fail, or are sent again (see `shared/runtime/redis/redis.ts`). */
export type Manner = 'sends' | 'waits';

type Command = (server: RedisServer, isOpen: () => boolean) => unknown;

/** The part of ioredis and of BullMQ's scripts that the product uses, on a simulated Redis. */
export class RedisConnection extends EventEmitter {
  status = 'ready';
  readonly #server: RedisServer;
  readonly #host: Host;
  readonly #manner: Manner;
  #link: Link;
  #whenReady: (() => void)[] = [];
  #isEnded = false;

  constructor(server: RedisServer, host: Host, manner: Manner) {
    super({ captureRejections: false });
    this.setMaxListeners(0);
    this.#server = server;
    this.#host = host;
    this.#manner = manner;
    this.#link = this.#open();
  }

  disconnect(): void {
    this.#isEnded = true;
    this.#link.cut();
  }

  exists(key: string): Promise<number> {
    return this.#run(({ state }) => (state.jobs.has(key) ? 1 : 0));
  }

  /** Removes expired jobs. The product has no other script. */
  eval(_script: string, _keys: number, _waiting: string, prefix: string, graceMs: number): Promise<unknown> {
    return this.#run((server) =>
      server.write((state) => state.removeExpired(prefix, Date.now() - graceMs), true),
    );
  }

  xread(...words: readonly (string | number)[]): Promise<unknown> {
    const [, count, , blockMs, , stream, id] = words as [
      string,
      number,
      string,
      number,
      string,
      string,
      string,
    ];
    return this.#run(async (server, isOpen) => {
      const find = () => {
        const entries = server.state.after(stream, id, count);
        return entries.length > 0 ? [[stream, entries]] : undefined;
      };
      return (await server.waitFor(find, blockMs, isOpen)) ?? null;
    });
  }

  xtrim(stream: string, _by: string, firstId: string): Promise<unknown> {
    return this.#run((server) => server.write((state) => state.trim(stream, firstId), true));
  }

  xadd(stream: string, ...words: readonly string[]): Promise<string | null> {
    const [first] = words;
    const fields = words.slice(first === 'NOMKSTREAM' ? 2 : 1);
    return this.#run((server) => {
      const now = server.now();
      return server.write((state) =>
        first === 'NOMKSTREAM' && !state.streams.has(stream) ? null : state.append(stream, now, fields),
      );
    });
  }

  del(key: string): Promise<unknown> {
    return this.#run((server) => server.write((state) => state.sets.delete(key), true));
  }

  multi(): Multi {
    return new Multi(this.#server, (writes) =>
      this.#run((server) => {
        try {
          return server.write((state) => writes.map((write) => [null, write(state)]));
        } catch (error) {
          throw Object.assign(new ReplyError('EXECABORT Transaction discarded because of previous errors.'), {
            previousErrors: [error],
          });
        }
      }),
    );
  }

  add(queue: string, id: string, data: string): Promise<unknown> {
    return this.#run((server) => server.write((state) => state.add(queue, id, data)));
  }

  take(queue: string, token: string, lockMs: number, blockMs: number): Promise<Job | undefined> {
    return this.#run((server, isOpen) =>
      server.waitFor(
        () => {
          if ((server.state.waiting.get(queue) ?? []).length === 0) return undefined;
          const until = performance.now() + lockMs;
          return server.write((state) => state.take(queue, token, until));
        },
        blockMs,
        isOpen,
      ),
    );
  }

  renew(id: string, token: string, lockMs: number): Promise<unknown> {
    const until = performance.now() + lockMs;
    return this.#run((server) => server.write((state) => state.renew(id, token, until), true));
  }

  finish(id: string, token: string): Promise<unknown> {
    return this.#run((server) => server.write((state) => state.finish(id, token), true));
  }

  takeBack(queue: string): Promise<unknown> {
    return this.#run((server) => {
      const now = performance.now();
      return server.write((state) => state.takeBack(queue, now), true);
    });
  }

  #run<Result>(command: Command): Promise<Result> {
    return new Promise((resolve, reject) =>
      this.#send(command, resolve as (result: unknown) => void, reject),
    );
  }

  #send(command: Command, resolve: (result: unknown) => void, reject: (error: Error) => void): void {
    if (this.status !== 'ready') {
      if (this.#manner === 'sends' || this.#isEnded) reject(new Error('Connection is closed.'));
      else this.#whenReady.push(() => this.#send(command, resolve, reject));
      return;
    }
    const link = this.#link;
    link.request(
      (isOpen) => command(this.#server, isOpen),
      (error, result) => {
        if (!error) resolve(result);
        else if (link.isCut && this.#manner === 'waits') this.#send(command, resolve, reject);
        else reject(error);
      },
    );
  }

  #open(): Link {
    const link: Link = new Link(this.#host, () => {
      this.#server.links.delete(link);
      this.status = 'reconnecting';
      if (this.#host.isAlive && !this.#isEnded) this.#reconnect();
    });
    this.#server.links.add(link);
    return link;
  }

  #reconnect(): void {
    this.#host.at(performance.now() + 20 + this.#host.drawing.below(300), () => {
      if (!this.#host.isAlive || this.#isEnded) return;
      if (this.#server.isDown) return this.#reconnect();
      this.#link = this.#open();
      this.status = 'ready';
      const waiting = this.#whenReady;
      this.#whenReady = [];
      for (const send of waiting) send();
      this.emit('ready');
    });
  }
}

/** A queue as gateways use it. */
export function simulatedQueue(name: string, connection: RedisConnection) {
  const toKey = (id: string) => `${queuePrefix}:${name}:${id}`;
  return {
    name,
    toKey,
    add: (_name: string, data: unknown, { jobId }: { readonly jobId: string }) =>
      connection.add(toKey(''), toKey(jobId), JSON.stringify(data)),
  };
}
