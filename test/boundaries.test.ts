import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { gatewayOperations, operations } from '../shared/contract/operations/allOperations.ts';
import { circlesIn, importCircles } from './support/importCircles.ts';
import { importsIn, importsOf, isGenerated, linesOf, sourceFiles, waysFrom } from './support/sourceFiles.ts';

interface Boundary {
  readonly folder: string;
  /** Folders, which end with a slash, and packages. */
  readonly never: readonly string[];
  readonly because: string;
}

const boundaries: readonly Boundary[] = [
  {
    folder: 'gateway',
    never: ['knex', 'mysql2', 'workers/', 'migrations/'],
    because:
      'a gateway runs at the edge and holds no database password: it reaches the database through queues alone',
  },
  {
    folder: 'workers',
    never: ['koa', '@koa/router', 'gateway/'],
    because: 'workers speak with queues and the database, so that they run and scale without any HTTP',
  },
  {
    folder: 'shared',
    never: [
      'gateway/',
      'workers/',
      'migrations/',
      'client/',
      'importer/',
      'observe/',
      'servers/',
      'up/',
      'admin/',
      'cli/',
      'lab/',
      'test/',
    ],
    because: "shared/ is what both sides stand on: it can't stand on one of them",
  },
  {
    folder: 'shared/contract',
    never: ['shared/runtime/', 'shared/wire/', 'shared/secrets/', 'ioredis', 'bullmq', 'pino'],
    because:
      'what clients see does not depend on how a process runs, nor on how processes speak to each other',
  },
  {
    folder: 'shared/runtime',
    never: ['shared/wire/', 'bullmq'],
    because: 'each process stands on it, also one that sends no calls',
  },
  {
    folder: 'observe',
    never: ['gateway/', 'workers/', 'admin/', 'knex', 'mysql2'],
    because: 'what operators look at is read from Redis, wherever the roles run',
  },
  {
    folder: 'servers',
    never: ['gateway/', 'workers/', 'migrations/', 'observe/', 'up/', 'admin/', 'cli/', 'lab/', 'test/'],
    because: 'private servers run for `up`, for a restore and for tests, and know nothing of the service',
  },
  {
    folder: 'admin',
    never: ['gateway/', 'up/', 'cli/', 'importer/', 'lab/', 'test/'],
    because: 'what a command does is used by `up` and by tests too, without its options and output',
  },
  {
    folder: 'client',
    never: [
      'ioredis',
      'bullmq',
      'knex',
      'mysql2',
      'koa',
      'pino',
      'shared/secrets/',
      'gateway/',
      'workers/',
      'migrations/',
      'cli/',
    ],
    because: "client/ is part of a customer's program, which has none of the service's own parts",
  },
  {
    folder: 'importer',
    never: [
      'cli/',
      'shared/wire/',
      'shared/secrets/',
      'gateway/',
      'workers/',
      'servers/',
      'up/',
      'admin/',
      'knex',
      'mysql2',
      'ioredis',
      'bullmq',
    ],
    because: 'an import is a client of the service: it runs wherever the signed interface can be reached',
  },
];

/** The folders of the product; tests, benchmarks and documents aside. */
const productFolders: readonly string[] = [
  'shared',
  'gateway',
  'workers',
  'migrations',
  'client',
  'importer',
  'observe',
  'servers',
  'up',
  'admin',
  'cli',
];

describe('boundaries', () => {
  for (const folder of productFolders)
    it(`${folder}/ never imports lab/ or test/`, () => {
      const crossing = importsWithin(folder).filter(({ imported }) => /^(?:lab|test)\//.test(imported));

      expect(crossing, 'the product runs without laboratories and tests').to.deep.equal([]);
    });

  for (const { folder, never, because } of boundaries) {
    it(`${folder}/ never leads to ${never.join(', ')}`, () => {
      const ways = sourceFiles(folder).flatMap(waysFrom);

      const crossing = ways.filter((way) => never.some((goal) => isWithin(way.at(-1) as string, goal)));

      expect(
        crossing.map((way) => way.join(' -> ')),
        because,
      ).to.deep.equal([]);
    });
  }

  it('client/ imports only its own files, shared/, undici and what Node has', () => {
    const allowed = /^(?:client\/|shared\/|undici$|node:)/;
    const foreign = importsWithin('client').filter(({ imported }) => !allowed.test(imported));
    expect(foreign, "a customer's program should not have to install more").to.deep.equal([]);
  });

  it("the client's package has nothing of Node", () => {
    const imported = waysFrom('client/webClient.ts').map((way) => way.at(-1));

    for (const name of imported) expect(name, 'it also runs elsewhere').to.match(/^(?:client|shared)\//);
  });

  const withDatabase = ['workers/database/', 'workers/stores/', 'workers/sets/'];
  const withoutDatabase = sourceFiles('workers').filter(
    (file) => !withDatabase.some((place) => isWithin(file, place)),
  );
  const sqlReason =
    'SQL stands in workers/stores/ as named functions that take and return sets: nothing else knows the tables';

  it('only database, stores and sets in workers/ use Knex', () => {
    const users = withoutDatabase.filter((file) => importsOf(file).includes('knex'));

    expect(users, sqlReason).to.deep.equal([]);
  });

  it('only stores, sets and worker.ts, which opens it, get at the database', () => {
    const users = withoutDatabase.filter((file) => importsOf(file).includes('workers/database/database.ts'));

    expect(users, sqlReason).to.deep.equal(['workers/worker.ts']);
  });

  it('nothing else in workers/ names tables or SQL', () => {
    const table = /(?:[dD]atabase|[tT]ransaction|knex|\.(?:from|table|into|raw))(?:<[^()]*>)?\(\s*['"`]/;
    const sql = /['"`]\s*(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|SET SESSION)\b/;
    const users = withoutDatabase.filter((file) =>
      linesOf(file).some((line) => table.test(line) || sql.test(line)),
    );

    expect(users, sqlReason).to.deep.equal([]);
  });

  it('nothing else in importer/ knows the page, or HTTP servers', () => {
    const others = sourceFiles('importer').filter((file) => !file.startsWith('importer/page/'));
    const users = others.filter((file) =>
      importsOf(file).some((imported) => imported === 'koa' || imported.startsWith('importer/page/')),
    );

    expect(users, 'the page is one user of the importer, as the command is').to.deep.equal([]);
  });

  it('imports make no circle, of files or of folders', () => {
    const reason = 'whoever reads or changes one part of a circle has to know all of it';

    expect(importCircles([...productFolders, 'docs']), reason).to.deep.equal([]);
  });

  const contracts = sourceFiles('shared/contract/operations').map((file) => path.basename(file, '.ts'));
  const names = contracts.filter((name) => name.includes('.'));

  const allOperations = { ...operations, ...gatewayOperations };
  const implementationOf = (name: string) =>
    name in gatewayOperations ? `gateway/batch/${name}.ts` : `workers/operations/${name}.ts`;

  for (const name of names) {
    it(`${name} has a contract, an implementation and a test of the same name`, () => {
      const reason = 'whoever looks for an operation finds all of it with one guess';

      expect(Object.keys(allOperations), reason).to.include(name);
      for (const file of [implementationOf(name), `test/operations/${name}.test.ts`])
        expect(existsSync(file), `${file}: ${reason}`).to.equal(true);
    });
  }

  it('every operation has its contract in a file of its name', () => {
    expect(Object.keys(allOperations)).to.have.members(names);
  });

  it('no file has more than 300 lines', () => {
    const files = productFolders.flatMap(sourceFiles).filter((file) => !isGenerated(file));
    const long = files
      .map((file) => `${file}: ${linesOf(file).length}`)
      .filter((line) => Number(line.split(': ')[1]) > 300);

    expect(long, 'a file has one purpose and can be read in one go').to.deep.equal([]);
  });
});

describe('reading of imports', () => {
  const forms: readonly [string, readonly string[]][] = [
    ["import { one } from './one.ts';", ['./one.ts']],
    ["import type { One } from './one.ts';", ['./one.ts']],
    [
      "import {\n  one,\n  type Two,\n} from '../one.ts';\nimport three from 'three';",
      ['../one.ts', 'three'],
    ],
    ["import * as all from 'all';", ['all']],
    ["import 'effect';", ['effect']],
    ["export * from './one.ts';\nexport { two } from './two.ts';", ['./one.ts', './two.ts']],
    ["const late = await import('late');", ['late']],
    ["const old = require('old');", ['old']],
    ["export const from = 'not imported';", []],
  ];
  for (const [text, imported] of forms)
    it(`finds ${JSON.stringify(text)}`, () => expect(importsIn(text)).to.deep.equal(imported));

  it('finds circles, each once', () => {
    const edges = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'd'],
      ['d', 'd'],
    ] as const;

    expect(circlesIn(edges)).to.deep.equal(['c -> a -> b -> c', 'd -> d']);
    expect(circlesIn(edges.slice(0, 2))).to.deep.equal([]);
  });

  it('finds what is there', () => {
    expect(importsOf('workers/database/database.ts')).to.include('knex');
    expect(waysFrom('gateway/gateway.ts').map((way) => way.at(-1))).to.include.members([
      'koa',
      'bullmq',
      'shared/wire/call.ts',
    ]);
  });
});

function importsWithin(folder: string) {
  return sourceFiles(folder).flatMap((file) => importsOf(file).map((imported) => ({ file, imported })));
}

function isWithin(name: string, place: string): boolean {
  return name === place || (place.endsWith('/') && name.startsWith(place));
}
