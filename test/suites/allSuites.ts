import type { Suite } from './suite.ts';

/** Suites in the order of a run. The minutes of most are estimates. */
export const allSuites: readonly Suite[] = [
  suite('test', 'test', 18, 'the program on MariaDB'),
  suite('mysql', 'test:mysql', 25, 'the program on MySQL'),
  suite(
    'topologies',
    'test:topologies:quick',
    6,
    'a few faults of Redis Cluster, Sentinel, Galera and two hosts',
  ),
  suite('redis-cluster', 'test:redis-cluster', 8, 'the program on a Redis Cluster'),
  suite('browser', 'test:browser', 2, 'the status page and the documentation in Chromium'),
  suite('simulation', 'test:simulation', 2, 'the core on a simulated clock, network, Redis and database'),
  suite('bad-input', 'test:bad-input', 5, '100,000 broken requests'),
  suite('openapi', 'test:openapi', 10, '200,000 requests that openapi.json allows or forbids'),
  suite('lists', 'test:lists', 5, 'lists that are read while records are written'),
  suite('writers', 'test:writers', 6, 'two writers of a record or a number, on two nodes of Galera'),
  suite('bounds', 'test:bounds', 6, 'the rows that each statement reads beside 3.5 million records'),
  suite('verdicts', 'test:verdicts', 10, 'what status names as the limit, with each part made the limit'),
  suite('faults', 'test:faults', 15, 'the service under load while everything is killed, frozen and cut'),
  suite('changes', 'test:changes', 15, 'readers of changes.list while everything is killed, frozen and cut'),
  suite('attacks', 'test:attacks', 25, 'the service under attack'),
  suite('all-faults', 'test:topologies', 60, 'every fault of every topology, three times'),
  suite('mutants', 'test:mutants', 20, 'that tests fail without the code that they test'),
  suite('containers', 'test:containers', 27, 'docker-compose.yml on a Docker engine'),
];

function suite(name: string, script: string, minutes: number, shows: string): Suite {
  return { name, shows, minutes, command: ['npm', 'run', '--silent', script, '--'] };
}
