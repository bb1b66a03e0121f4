import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { start } from '../../test/support/command.ts';
import type { Tenant } from './diagnosisCluster.ts';
import type { Kind } from './mixedLoad.ts';
import type { Harmed, Scene, SetFault } from './setFault.ts';

/** Draws an account that is not the innocent one with many calls. */
function drawnTenant({ set, draw }: Scene): Tenant {
  return draw.one(set.tenants.slice(1));
}

/** Sends `rate` more calls a second, all of this account. */
function callMore({ load }: Scene, tenant: Tenant, rate: number, kind: Kind): Harmed {
  load.extra = { tenants: [tenant], rate, kind };
  return {
    named: tenant.account,
    undo: () => {
      load.extra = undefined;
    },
  };
}

/** Calls a second: more than any machine answers, so clients wait for each other. */
const overload = 20_000;

const articleCount = 100;

/** Lists articles with long descriptions: an answer is as large as one may be. */
async function listMuch(scene: Scene): Promise<Harmed> {
  const tenant = drawnTenant(scene);
  const article_description = 'Assam, Darjeeling, Ceylon. '.repeat(200);
  callMore(scene, tenant, 50, [
    'article.create',
    (index) => ({ article_title: `Tea ${index}`, article_description }),
  ]);
  await scene.load.answeredMore(articleCount);
  return callMore(scene, tenant, overload, ['article.list', () => ({ limit: articleCount })]);
}

const rowCount = 400_000;

async function importMuch(scene: Scene): Promise<Harmed> {
  const { set } = scene;
  const tenant = drawnTenant(scene);
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
    harm: async (scene) =>
      callMore(scene, drawnTenant(scene), overload, [
        'article.create',
        (index) => ({ article_title: `Tea ${index}` }),
      ]),
  },
  { name: 'one account with giant answers (drawn)', expected: ['account'], harm: listMuch },
  { name: 'import at full speed (drawn)', expected: ['none', 'account', 'workers'], harm: importMuch },
];
