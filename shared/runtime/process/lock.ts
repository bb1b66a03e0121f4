import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from './explain.ts';

/** Bytes of a socket's path that every system accepts (`sun_path`). */
const maxSocketPath = 100;

/** Time in which a process answers. A stopped process does not answer, but may own the lock. */
const answerMs = 500;

/** Minimum pause until processes that want the lock at the same moment look for each other again. */
const askAgainMs = 10;

/** Another process with a socket beside the file. */
interface Rival {
  readonly socket: string;
  /** False while it does not own the lock yet. */
  readonly owns: boolean;
  readonly name: string;
}

/**
 * Prevents a second process from writing the same files. Each process that wants the lock first listens on a socket
 * `FILE.RANDOM`, and then looks for others. It owns the lock when it sees none. Of processes that see each other, the lowest name
 * comes first, and the others withdraw. A socket ends with its process, while a process id in a file could be that of a zombie,
 * or of a later process. No name is used twice, so that nobody removes a socket that was made after it was found abandoned.
 */
export class Lock {
  readonly #server: net.Server;
  readonly #socket: string;
  #isOwned = false;

  private constructor(socket: string) {
    this.#socket = socket;
    this.#server = net.createServer((asking) => {
      asking.on('error', () => {});
      asking.end(`${process.pid}${this.#isOwned ? ' owns' : ''}`);
    });
    this.#server.unref();
  }

  /** Throws an OperatorError if another process owns the lock; `busy` describes what that process does. */
  static async take(file: string, busy: string): Promise<Lock> {
    for (;;) {
      const lock = new Lock(socketBeside(file));
      await lock.#listen(file);
      const rival = await lock.#firstRival();
      if (lock.#isOwned) return lock;
      await lock.release();
      if (rival?.owns) throw new OperatorError(`${busy} by ${rival.name}: wait until it ends, or stop it`);
      await delay(randomInt(askAgainMs, 10 * askAgainMs));
    }
  }

  /** Safe to call twice. */
  async release(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #listen(file: string): Promise<void> {
    // Other users have to ask, too.
    this.#server.listen({ path: this.#socket, readableAll: true, writableAll: true });
    try {
      await once(this.#server, 'listening');
    } catch (error) {
      throw new OperatorError(`${file} can't be created (${(error as NodeJS.ErrnoException).code})`);
    }
  }

  /**
   * Owns the lock if there is no rival. Otherwise resolves to one that owns it or comes first, or to undefined if a process took
   * this socket for an abandoned one before it listened.
   */
  async #firstRival(): Promise<Rival | undefined> {
    for (;;) {
      const sockets = await socketsLike(this.#socket);
      if (!sockets.includes(this.#socket)) return undefined;
      const asked = await Promise.all(sockets.filter((socket) => socket !== this.#socket).map(rivalAt));
      const rivals = asked.filter((rival) => rival !== undefined);
      this.#isOwned = rivals.length === 0;
      if (this.#isOwned) return undefined;
      const winner = rivals.find(({ socket, owns }) => owns || socket < this.#socket);
      if (winner) return winner;
      await delay(askAgainMs);
    }
  }
}

/**
 * Returns a new name beside a file, in the folder of temporary files if it would be too long for a socket. All spellings of a path
 * have the same place.
 */
function socketBeside(file: string): string {
  const whole = path.resolve(file);
  const end = `.${randomBytes(4).toString('hex')}`;
  if (Buffer.byteLength(whole + end) <= maxSocketPath) return whole + end;
  const name = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  return path.join(tmpdir(), `counterfoil-${name}.lock${end}`);
}

async function socketsLike(socket: string): Promise<readonly string[]> {
  const { dir, name } = path.parse(socket);
  const files = await readdir(dir);
  return files
    .filter((file) => path.parse(file).name === name && /\.[\da-f]{8}$/.test(file))
    .map((file) => path.join(dir, file));
}

/** Asks who listens on a socket. Resolves to undefined after it has removed one on which nobody does. */
async function rivalAt(socket: string): Promise<Rival | undefined> {
  const asking = net.connect(socket).setEncoding('utf8');
  asking.setTimeout(answerMs, () => asking.destroy());
  let answer = '';
  asking.on('data', (text: string) => {
    answer += text;
  });
  try {
    await once(asking, 'connect');
    if (!asking.closed) await once(asking, 'close');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED') await rm(socket, { force: true }).catch(() => {});
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return undefined;
  }
  const [pid, owns] = answer.split(' ');
  return { socket, owns: !pid || owns !== undefined, name: pid ? `process ${pid}` : 'another process' };
}
