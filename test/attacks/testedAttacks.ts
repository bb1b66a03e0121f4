import type { Attack } from './attack.ts';
import { byTests } from './testFiles.ts';

const http = (names: string) => `test/gateway/http/{${names}}.test.ts`;

/** Attacks that the tests of the suite make: here they run on either database. */
export const testedAttacks: readonly Attack[] = [
  byTests(
    {
      name: 'malformed and oversized HTTP',
      done: 'the tests of malformed HTTP, bodies, limits, paths, early refusals, connections, slow senders and readers',
      holds: 'a refusal, and nothing is run; memory stays bounded',
    },
    [
      http(
        'malformedHttp,bodies,bodyRoom,limits,paths,earlyRefusals,refusals,order,slowSenders,slowReaders,connections',
      ),
    ],
  ),
  byTests(
    {
      name: 'tampered signatures and repeated nonces',
      done: 'the tests of signatures v1 and v2, their policies, and nonces, also sent at the same time and to two gateways',
      holds: '401 in the same words for all of them; of requests with one nonce, one passes',
    },
    [http('signature*'), 'test/gateway/apps/nonces*.test.ts', 'test/gateway/apps/refusalTimes.test.ts'],
  ),
  byTests(
    {
      name: 'records of other accounts',
      done: 'the tests of every operation with idents of another account, and of every statement on a table of accounts',
      holds: 'the same answer as for a record that does not exist',
    },
    ['test/operations/*.test.ts', 'test/workers/stores/tableAccounts.test.ts'],
    'another account|other account|name.? (?:its|the) account|account-apart',
  ),
  byTests(
    {
      name: 'racing repeats',
      done: 'the tests of repeats with one `Idempotency-Key`, also with other bodies, at two gateways at once',
      holds: 'one effect, one answer, or 409',
    },
    [http('idempotency*')],
  ),
  byTests(
    {
      name: 'racing conditional changes',
      done: 'the tests of `if_version` and `validate` that many clients send at once',
      holds: 'exactly one of them passes',
    },
    [
      'test/operations/conditional*.test.ts',
      'test/operations/customer.races.test.ts',
      'test/operations/*.validate.test.ts',
    ],
  ),
  byTests(
    {
      name: 'forged and swapped cursors',
      done: 'the tests of cursors that were changed, made up, or given by another list, account or key',
      holds: '`cursor_invalid`, and nothing of another account',
    },
    [
      'test/shared/{cursors,signedCursor}.test.ts',
      'test/operations/{lists.bounds,changes.list,changes.list.accounts}.test.ts',
    ],
  ),
  byTests(
    {
      name: 'Redis that evicts, at the start',
      done: 'the tests of starts with `maxmemory-policy allkeys-lru` and without an append-only file',
      holds: 'gateways, workers and `counterfoil check` name the setting; roles do not start',
    },
    ['test/deployment/redis.requirements.test.ts', 'test/gateway/calls/redisRoom.test.ts'],
  ),
];
