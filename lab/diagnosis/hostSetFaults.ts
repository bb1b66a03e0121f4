import { rolesWithClock } from './faultedSet.ts';
import { ProcessorLimit } from './processorLimit.ts';
import type { Harmed, Scene, SetFault } from './setFault.ts';

/** Share of one processor that the worker may use, and calls that need more. */
const processorShare = 0.1;
const callsPerSecond = 200;

async function limitProcessor({ set, load }: Scene): Promise<Harmed> {
  const worker = set.one('worker article --lane interactive');
  const limit = await ProcessorLimit.set(worker.process.pid as number, processorShare);
  load.extra = {
    tenants: set.tenants,
    rate: callsPerSecond,
    kind: ['article.create', (index) => ({ article_title: `Tea ${index}` })],
  };
  return {
    named: 'limit',
    undo: async () => {
      load.extra = undefined;
      await limit.remove();
    },
  };
}

/** All certificates of the database end at once, and so do the connections that were made before. */
async function expireCertificate({ set }: Scene): Promise<Harmed> {
  const { certificate, links } = set.servers;
  await certificate.renew(-1);
  await set.chief.raw('FLUSH SSL');
  links['workers to the database'].cut();
  return {
    named: 'certificate',
    undo: async () => {
      await certificate.renew();
      await set.chief.raw('FLUSH SSL');
    },
  };
}

async function fillDisk({ set }: Scene): Promise<Harmed> {
  const { disk } = set.servers;
  if (!disk) throw new Error('this user may not mount a disk: run it as root');
  await disk.fill();
  const { server } = set.servers.database;
  return {
    undo: async () => {
      await disk.free();
      // A MariaDB that can't write its log for seconds ends.
      await server.stop();
      await server.start();
    },
  };
}

/** Seconds. */
const steps = [-1_800, -90, 90, 1_800];

async function stepClock({ set, draw }: Scene): Promise<Harmed> {
  const clock = set.clocks.get(draw.one(rolesWithClock));
  await clock?.set(draw.one(steps));
  return { undo: () => clock?.set(0) };
}

async function holdReplica({ set }: Scene): Promise<Harmed> {
  const link = set.servers.links['Redis to its replica'];
  link.pause();
  return { named: 'replica', undo: () => link.resume() };
}

export const hostSetFaults: readonly SetFault[] = [
  {
    name: 'disk of the database full',
    expected: ['disk'],
    alerts: ['CounterfoilOldCalls', 'CounterfoilSetRetries', 'CounterfoilFailures', 'CounterfoilRejections'],
    harm: fillDisk,
  },
  {
    name: 'certificate of the database expired',
    expected: ['databaseAway'],
    alerts: ['CounterfoilOldCalls', 'CounterfoilSetRetries', 'CounterfoilFailures', 'CounterfoilRejections'],
    harm: expireCertificate,
  },
  {
    name: 'worker limited to a tenth of a processor',
    expected: ['workers'],
    alerts: ['CounterfoilProcessorWait', 'CounterfoilOldCalls', 'CounterfoilRejections'],
    harm: limitProcessor,
  },
  { name: 'clock of a host stepped (drawn)', expected: ['none'], harm: stepClock },
  { name: 'replica of Redis behind', expected: ['none'], harm: holdReplica },
];
