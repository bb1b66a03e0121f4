import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A limit of memory that the kernel keeps: it kills a process that wants more. */
export interface MemoryLimit {
  /** Before a command that shall be limited. */
  readonly prefix: readonly string[];
  /** Once the processes have ended. */
  remove(): void;
}

/** Below the group of this process, whose own limits stay; `undefined` where this user may not limit memory. */
export function limitMemory(bytes: number): MemoryLimit | undefined {
  try {
    const group = path.join(ownGroup(), `counterfoil-${process.pid}`);
    mkdirSync(group);
    writeFileSync(
      path.join(group, group.startsWith(version1) ? 'memory.limit_in_bytes' : 'memory.max'),
      `${bytes}`,
    );
    const join = `echo $$ > ${path.join(group, 'cgroup.procs')} && exec "$@"`;
    return { prefix: ['sh', '-c', join, 'sh'], remove: () => rmdirSync(group) };
  } catch {
    return undefined;
  }
}

const version1 = '/sys/fs/cgroup/memory';

/** Version 1 has a hierarchy for memory alone. */
function ownGroup(): string {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').trimEnd().split('\n');
  const folderOf = (controllers: string) =>
    lines.find((line) => line.split(':')[1] === controllers)?.split(':')[2];
  const first = folderOf('memory');
  return first === undefined ? path.join('/sys/fs/cgroup', folderOf('') ?? '') : path.join(version1, first);
}
