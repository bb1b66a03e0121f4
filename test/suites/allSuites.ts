import type { Suite } from './suite.ts';

const mysql = { COUNTERFOIL_PRIVATE_ENGINE: 'mysql' };

/** Tests of code that depends on Node: HTTP, streams, cryptography, processes, limits of the heap. */
const nodeTests = [
  'test/shared/*.test.ts',
  'test/client/*.test.ts',
  'test/cli/{call,environment,help,nodeRelease}*.test.ts',
  'test/gateway/http/{signature,bodies,refusals,idempotency}*.test.ts',
  'test/importer/import*.test.ts',
  'test/importer/source/*.test.ts',
  'test/operations/{customer.create,customer.update,article.read}.test.ts',
  'test/up/up*.test.ts',
  'test/workers/database/*.test.ts',
  'test/cluster*.test.ts',
];

/** Tests of the interface, and of each fault once. */
const databaseTests = [
  'test/operations/*.test.ts',
  'test/gateway/http/{signature,method,bodies,refusals,order,idempotency}*.test.ts',
  'test/gateway/batch/*.test.ts',
  'test/migrations/*.test.ts',
  'test/workers/database/*.test.ts',
  'test/workers/sets/setRunner*.test.ts',
  'test/workers/maintenance/*.test.ts',
  'test/servers/servers.engines*.test.ts',
  'test/up/up.recovery*.test.ts',
  'test/deployment/backup.*.test.ts',
  'lab/faults/*.test.ts',
];

/** Tests that use Redis, without those that need several of its databases or a proxy before its only server. */
const redisTests = [
  'test/{operations,gateway,workers,shared,client,importer,admin,cli,canaries,examples}/**/*.test.ts',
  'lab/{badInput,history}/**/*.test.ts',
  'test/*.test.ts',
  '!test/gateway/calls/lostAdd*.test.ts',
  '!test/gateway/monitor/gatewayMetrics*.test.ts',
  '!test/workers/monitor/workerMetrics*.test.ts',
];

/**
 * Suites in the order of a run: those of each run of `.ci/run`, then by turns. A new turn moves the days of all. The minutes
 * of those before the turns were measured on two slow cores; of the others, most are estimates.
 */
export const allSuites: readonly Suite[] = [
  suite('test', '`npm test`: the program on MariaDB, as far as it takes little time', runner(), {
    minutes: 4,
  }),
  suite(
    'slow',
    'the rest of the program: commands, servers, upgrades, each fault once',
    runner('{test,lab}/**/*.slow.test.ts'),
    { minutes: 20 },
  ),
  suite('mysql-quick', 'the interface and each fault on MySQL', runner(...databaseTests), {
    minutes: 11,
    env: mysql,
    partOf: 'mysql',
  }),
  suite(
    'topologies-quick',
    'a few faults of Redis Cluster, Sentinel, Galera and two hosts',
    [...runner('lab/topologies/**/*.test.ts'), '--timeout', '60000'],
    { minutes: 5 },
  ),
  onNode('22'),
  onNode('24'),
  suite(
    'browser',
    'the status page, the import page and the documentation in Chromium',
    [...runner('test/browser/*.browser.js'), '--jobs', '2', '--timeout', '300000'],
    { minutes: 3 },
  ),
  suite(
    'simulation',
    'the core on a simulated clock, network, Redis and database',
    tsx('lab/simulation/run.ts'),
    { minutes: 1 },
  ),
  suite('mysql', 'the program on MySQL', runner('{test,lab}/**/*.test.ts', '!lab/topologies/**'), {
    minutes: 25,
    turn: 0,
    env: { ...mysql, BOUNDS_RECORDS: '3500000' },
    code: ['workers/database/', 'servers/programs/'],
  }),
  suite(
    'diagnosis',
    'what status names as the bottleneck, with a drawn half of the parts made the bottleneck',
    tsx('lab/diagnosis/run.ts', '--at', '5,15,30', '--runs', '1', '--share', '50'),
    { minutes: 23, turn: 4, code: ['lab/diagnosis/', 'observe/diagnosis/'] },
  ),
  suite(
    'writers',
    'two writers of a record or a number, on two nodes of Galera',
    mocha(60_000, 'lab/topologies/galera.writers.test.ts'),
    { minutes: 8, turn: 1, env: { WRITER_RACES: '10000' }, code: ['lab/topologies/galera'] },
  ),
  suite(
    'bounds',
    'the rows that each statement reads beside 3.5 million records',
    mocha(60_000, 'lab/bounds/*.test.ts'),
    {
      minutes: 8,
      turn: 1,
      env: { BOUNDS_RECORDS: '3500000' },
      code: ['lab/bounds/', 'workers/stores/', 'migrations/'],
    },
  ),
  suite('bad-input', '100,000 broken requests', mocha(1_800_000, 'lab/badInput/*.test.ts'), {
    minutes: 15,
    turn: 1,
    env: { BAD_INPUT_REQUESTS: '100000' },
    code: ['lab/badInput/'],
  }),
  suite(
    'changes',
    'readers of changes.list and a webhook while everything is killed, frozen and cut',
    tsx('lab/faults/changes.ts', '--webhook'),
    { minutes: 20, turn: 2, code: ['workers/stores/change', 'gateway/changes/'] },
  ),
  suite(
    'openapi',
    '200,000 requests that openapi.json allows or forbids',
    mocha(30_000, 'test/openapi/*.test.ts'),
    {
      minutes: 3,
      turn: 2,
      env: { OPENAPI_REQUESTS: '200000' },
      code: ['test/openapi/', 'docs/generate/openapi/'],
    },
  ),
  suite(
    'corpus',
    '2,000 files as other programs export them, with the records that are expected',
    tsx('lab/corpus/run.ts', '--files', '2000'),
    { minutes: 4, turn: 2, code: ['importer/', 'lab/corpus/', 'test/importer/corpus/'] },
  ),
  suite(
    'faults',
    'the service under load while everything is killed, frozen and cut',
    tsx('lab/faults/run.ts'),
    { minutes: 25, turn: 3, code: ['lab/faults/'] },
  ),
  // Each process of tests has a cluster of six nodes of its own.
  suite('redis-cluster', 'the program on a Redis Cluster', [...runner(...redisTests), '--jobs', '3'], {
    minutes: 15,
    turn: 0,
    env: { COUNTERFOIL_REDIS: 'cluster' },
    code: ['shared/runtime/redis/', 'shared/wire/'],
  }),
  suite('mutants', 'that tests fail without the code that they test', tsx('lab/mutants/run.ts'), {
    minutes: 20,
    turn: 8,
    code: ['lab/mutants/'],
  }),
  suite(
    'lists',
    'lists that are read while records are written',
    mocha(60_000, 'test/operations/lists.acknowledged*.test.ts'),
    { minutes: 8, turn: 8, env: { LISTED_WRITES: '100000' }, code: ['test/operations/lists.acknowledged'] },
  ),
  suite('attacks', 'the service under attack', tsx('lab/attacks/run.ts'), {
    minutes: 25,
    turn: 5,
    code: ['lab/attacks/'],
  }),
  suite('topologies', 'every fault of every topology', tsx('lab/topologies/run.ts', '--rounds', '1'), {
    minutes: 25,
    turn: 6,
    code: ['lab/topologies/'],
  }),
  suite(
    'restarts',
    'restarts of each process under load, behind HAProxy, nginx and Caddy',
    tsx('lab/restarts/run.ts'),
    { minutes: 8, turn: 8, code: ['lab/restarts/', 'deploy/', 'gateway/calls/'] },
  ),
  suite('containers', 'docker-compose.yml on a Docker engine', tsx('lab/containers/run.ts', '--set-up'), {
    minutes: 20,
    turn: 7,
    code: ['lab/containers/', 'deploy/', 'docker-compose.yml', 'Dockerfile'],
  }),
];

type Rest = Pick<Suite, 'minutes'> & Partial<Pick<Suite, 'turn' | 'env' | 'partOf' | 'code'>>;

/** Makes a suite of every run, unless it has a turn. */
function suite(name: string, shows: string, command: readonly string[], rest: Rest): Suite {
  return { name, shows, command, turn: 'always', code: [], ...rest };
}

function tsx(file: string, ...args: readonly string[]): readonly string[] {
  return ['node', '--import', 'tsx', file, ...args];
}

/**
 * Test files on several processors; by default those of `npm test`. At most 16 files with failed tests run again: a machine
 * that stands still for a while fails that many.
 */
function runner(...patterns: readonly string[]): readonly string[] {
  const files = patterns.flatMap((pattern) => ['--files', pattern]);
  return tsx('test/runner/run.ts', '--forbid-only', '--forbid-pending', '--retry-files', '16', ...files);
}

function mocha(timeoutMs: number, files: string): readonly string[] {
  const options = ['--no-config', '--node-option', 'import=tsx', '--require', 'test/support/setup.ts'];
  return ['mocha', ...options, '--timeout', `${timeoutMs}`, files];
}

/** npm has the binaries of Node as packages. */
function onNode(release: string): Suite {
  const binary = `node-${process.platform}-${process.arch}@${release}`;
  const npx = ['npx', '--yes', '--prefer-offline', '--package', binary, '--'];
  return suite(
    `node-${release}`,
    `what depends on Node, on Node ${release}`,
    [...npx, ...runner(...nodeTests)],
    {
      minutes: 3,
    },
  );
}
