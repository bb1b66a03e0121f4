import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lstat, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OperatorError } from './explain.ts';

/** Bytes of a socket's path that every system accepts (`sun_path`). */
const maxSocketPath = 100;

/** Time in which the owner answers with its process id. A stopped process does not answer, but still owns the lock. */
const answerMs = 500;

/**
 * Prevents a second process from writing the same files. The lock is a socket that its owner listens on, so that it always ends
 * with its owner: a process id in a file could be that of a zombie, or of a later process.
 */
export class Lock {
  readonly #server: net.Server;

  private constructor(server: net.Server) {
    this.#server = server;
  }

  /** Throws an OperatorError if another process owns the lock; `busy` describes what that process does. */
  static async take(file: string, busy: string): Promise<Lock> {
    const socket = Buffer.byteLength(file) <= maxSocketPath ? file : shortPath(file);
    for (;;) {
      const server = await listen(socket);
      if (server) return new Lock(server);
      await removeAbandoned(socket, busy);
    }
  }

  /** Safe to call twice. */
  async release(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function shortPath(file: string): string {
  const name = createHash('sha256').update(path.resolve(file)).digest('hex').slice(0, 32);
  return path.join(tmpdir(), `counterfoil-${name}.lock`);
}

/** Returns undefined if the socket exists. */
async function listen(socket: string): Promise<net.Server | undefined> {
  const server = net.createServer((asking) => {
    asking.on('error', () => {});
    asking.end(`${process.pid}`);
  });
  server.unref().listen(socket);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return undefined;
    throw new OperatorError(`${socket} can't be created (${code})`);
  }
}

/** Removes a socket that no process listens on. Throws an OperatorError if one does. */
async function removeAbandoned(socket: string, busy: string): Promise<void> {
  const seen = await lstat(socket).catch(() => undefined);
  const owner = await ownerOf(socket);
  if (owner !== undefined) throw new OperatorError(`${busy} by ${owner}: wait until it ends, or stop it`);
  const now = await lstat(socket).catch(() => undefined);
  // Another process may have recreated the socket meanwhile.
  if (seen?.ino === now?.ino) await rm(socket, { force: true });
}

/** Process id of the listener, as text; undefined if none listens. */
async function ownerOf(socket: string): Promise<string | undefined> {
  const asking = net.connect(socket).setEncoding('utf8');
  asking.setTimeout(answerMs, () => asking.destroy());
  let pid = '';
  asking.on('data', (text: string) => {
    pid += text;
  });
  try {
    await once(asking, 'connect');
  } catch {
    return undefined;
  }
  if (!asking.closed) await once(asking, 'close').catch(() => {});
  return pid ? `process ${pid}` : 'another process';
}
