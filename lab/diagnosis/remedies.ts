import { Redis } from 'ioredis';
import { run } from '../../test/support/command.ts';
import type { FaultedSet } from './faultedSet.ts';

type Follow = (set: FaultedSet, found: RegExpExecArray) => unknown;

/** Rate that a script gives for NUMBER. */
const limited = '5';

/** Commands that diagnoses print, and what a script does that follows them to the letter. */
const remedies: readonly (readonly [printed: RegExp, follow: Follow])[] = [
  [
    /kill -(CONT|KILL) (\d+)/,
    (_, [, signal, pid]) => process.kill(Number(pid), `SIG${signal}` as NodeJS.Signals),
  ],
  [
    /counterfoil (gateway|worker [a-z -]+?)(?= \(|$|;|\.)/,
    (set, [, role = '']) => set.startRole(role.trim()),
  ],
  [/(?<!-)\bKILL (\d+)/, async ({ chief }, [, id]) => chief.raw(`KILL ${Number(id)}`)],
  [/SET GLOBAL max_connections = (\d+)/, async ({ chief }, [statement]) => chief.raw(statement)],
  [
    /CONFIG SET maxmemory (\w+)/,
    async (set, [, bytes = '']) => {
      const client = new Redis(set.servers.redis.server.url);
      await client.config('SET', 'maxmemory', bytes);
      client.disconnect();
    },
  ],
  [
    /counterfoil account set (\S+) --requests-per-second NUMBER/,
    (set, [, account = '']) =>
      run(['account', 'set', account, '--requests-per-second', limited], { env: set.environment }),
  ],
];

/** Follows all commands of a help; returns those that it found. Advice to look somewhere is followed by `undo`. */
export async function follow(set: FaultedSet, help: string): Promise<readonly string[]> {
  const followed: string[] = [];
  for (const [printed, act] of remedies) {
    const found = printed.exec(help);
    if (!found) continue;
    try {
      await act(set, found);
      followed.push(found[0]);
    } catch (error) {
      followed.push(`${found[0]} (failed: ${(error as Error).message})`);
    }
  }
  return followed;
}
