import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { stopCoverage, takeCoverage } from 'node:v8';
import Mocha from 'mocha';
import { type LaneMessage, type MochaSettings, type Order, reported, type TestEvent } from './messages.ts';
import { placesOfTimers, watchTimers } from './timers.ts';

// A process that runs test files one after the other, on servers of its own.

// Not given to the process itself: tsx would begin with an empty cache there.
process.env.TMPDIR = process.env.COUNTERFOIL_TEST_FOLDER;

watchTimers();

const withoutServers = {
  mochaGlobalSetup: async () => {},
  mochaGlobalTeardown: async () => {},
  stopLeftClusters: async () => 0,
};

/** Servers of the lane's own. Tests of the runner do without them where they can, since their start takes seconds. */
function servers(): typeof import('../support/setup.ts') {
  if (process.env.COUNTERFOIL_TEST_SERVERS === 'none') return withoutServers;
  // As Mocha loads test files: by `import`, there would be a second instance of each module.
  return createRequire(import.meta.url)('../support/setup.ts');
}

const { mochaGlobalSetup, mochaGlobalTeardown, stopLeftClusters } = servers();
const settings = JSON.parse(process.argv[2] ?? '{}') as MochaSettings;

function send(message: LaneMessage): void {
  process.send?.(message);
}

/** Passes on what Mocha says. */
class LaneReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const emit = (event: TestEvent) => send({ kind: 'event', event });
    runner.on('suite', ({ title }) => emit({ kind: 'suite', title }));
    runner.on('suite end', ({ title }) => emit({ kind: 'suite end', title }));
    runner.on('pending', ({ title }) => emit({ kind: 'pending', title }));
    runner.on('pass', (test) =>
      emit({ kind: 'pass', title: test.title, durationMs: test.duration ?? 0, slowMs: test.slow() }),
    );
    runner.on('fail', (test, error) =>
      emit({ kind: 'fail', titlePath: test.titlePath(), error: reported(error) }),
    );
  }
}

/** A Mocha for each file: what one of them sets up does not reach the next one, but for modules. */
async function run(file: string): Promise<void> {
  const mocha = new Mocha({ ...settings, reporter: LaneReporter });
  mocha.addFile(file);
  try {
    await mocha.loadFilesAsync();
    const failures = await new Promise<number>((resolve) => void mocha.run(resolve));
    const left = await stopLeftClusters();
    // A failed test has been reported, and may have ended before it could stop its cluster.
    if (left > 0 && failures === 0) throw new Error(`${left} clusters were left running`);
  } catch (error) {
    send({ kind: 'event', event: { kind: 'fail', titlePath: [file], error: reported(error) } });
  }
  mocha.dispose();
  send({ kind: 'done' });
}

/** Ends the process at once: the runner is gone. */
function stopAtOnce(): void {
  process.exit(1);
}

/** Leaves nothing to do, so that the process ends, unless a test left something open. */
async function end(limitMs: number): Promise<void> {
  let step = 'stops its cluster and servers';
  // Neither this nor the connection to the runner keeps the process: the timer only fires when something else does.
  setTimeout(
    () => send({ kind: 'open', text: `it ${step}; open are ${openResources()}` }),
    limitMs / 2,
  ).unref();
  process.channel?.unref();
  // Before the listener that ends the process.
  process.prependOnceListener('beforeExit', () => send({ kind: 'ended' }));
  // The process may be killed before its end: if something that a failed test left open keeps the servers from stopping, or
  // if Node 20 spins because sockets were reset.
  takeCoverage();
  await mochaGlobalTeardown();
  takeCoverage();
  stopCoverage();
  step = 'has stopped its cluster and servers';
}

/** Lists what keeps the process from ending: sockets with their ends, processes with their commands, timers. */
function openResources(): string {
  const { libuv } = process.report.getReport() as { readonly libuv: readonly OpenHandle[] };
  const open = libuv.filter((handle) => handle.is_active && handle.is_referenced);
  // All timers of a process share a handle.
  const timers = process.getActiveResourcesInfo().filter((type) => type === 'Timeout');
  return [...open.map(describeHandle), ...timers, ...placesOfTimers()].join(', ');
}

interface OpenHandle {
  readonly type: string;
  readonly is_active: boolean;
  readonly is_referenced: boolean;
  readonly pid?: number;
  readonly localEndpoint?: { readonly port: number } | null;
  readonly remoteEndpoint?: { readonly port: number } | null;
}

/** The command line of a process; undefined if there is none. */
function commandOf(pid: number | undefined): string | undefined {
  if (pid === undefined) return undefined;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return `${pid}`;
  }
}

function describeHandle({ type, pid, localEndpoint, remoteEndpoint }: OpenHandle): string {
  const details = { command: commandOf(pid), port: localEndpoint?.port, to: remoteEndpoint?.port };
  const known = Object.entries(details).filter(([, value]) => value !== undefined);
  return [type, ...known.map(([name, value]) => `${name} ${value}`)].join(' ');
}

// As in Mocha's own command: what nobody catches fails the test that runs, or this process between two files.
process.on('unhandledRejection', (reason) => {
  throw reason;
});
process.once('disconnect', stopAtOnce);
process.on('message', (order: Order) => void (order.kind === 'run' ? run(order.file) : end(order.limitMs)));
await mochaGlobalSetup();
send({ kind: 'ready' });
