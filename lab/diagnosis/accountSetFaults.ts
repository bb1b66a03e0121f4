import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { start } from '../../test/support/command.ts';
import type { Kind } from './mixedLoad.ts';
import type { Harmed, Scene, SetFault } from './setFault.ts';

/** Sends further calls of one account, which is drawn, a second. */
async function callMore({ set, load, draw }: Scene, rate: number, kind: Kind): Promise<Harmed> {
  const tenant = draw.one(set.tenants.slice(1));
  load.extra = { tenants: [tenant], rate, kind };
  return {
    named: tenant.account,
    undo: () => {
      load.extra = undefined;
    },
  };
}

const articleCount = 100;

/** Articles with long descriptions, whose list is as large as an answer may be. */
async function listMuch({ set, load, draw }: Scene): Promise<Harmed> {
  const tenant = draw.one(set.tenants.slice(1));
  const description = 'Assam, Darjeeling, Ceylon. '.repeat(200);
  load.extra = {
    tenants: [tenant],
    rate: 50,
    kind: [
      'article.create',
      (index) => ({ article_title: `Tea ${index}`, article_description: description }),
    ],
  };
  await load.answeredMore(articleCount);
  load.extra = { tenants: [tenant], rate: 150, kind: ['article.list', () => ({ limit: articleCount })] };
  return {
    named: tenant.account,
    undo: () => {
      load.extra = undefined;
    },
  };
}

const rowCount = 400_000;

async function importMuch({ set, draw }: Scene): Promise<Harmed> {
  const tenant = draw.one(set.tenants.slice(1));
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-import-'));
  const file = path.join(folder, 'articles.csv');
  const rows = Array.from({ length: rowCount }, (_, index) => `Tea ${index},T-${index},${index % 90}.50`);
  await writeFile(file, `article_title,article_nr,article_price\n${rows.join('\n')}\n`);
  const env = {
    ...set.environment,
    COUNTERFOIL_URL: `http://127.0.0.1:${set.ports[0]}`,
    COUNTERFOIL_APP_ID: tenant.app_id,
    COUNTERFOIL_API_SECRET: tenant.api_secret,
  };
  const importing = await start(['import', 'articles', file, '--tax-rate', '19', '--quiet'], { env });
  return {
    undo: async () => {
      importing.child.kill('SIGINT');
      await importing.ended;
      await rm(folder, { recursive: true });
    },
  };
}

export const accountSetFaults: readonly SetFault[] = [
  {
    name: 'one account floods (drawn)',
    expected: ['account'],
    harm: (scene) => callMore(scene, 500, ['article.create', (index) => ({ article_title: `Tea ${index}` })]),
  },
  { name: 'one account with giant answers (drawn)', expected: ['account'], harm: listMuch },
  { name: 'import at full speed (drawn)', expected: ['none', 'account', 'workers'], harm: importMuch },
];
