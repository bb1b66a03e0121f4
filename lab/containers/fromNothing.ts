import { expect } from 'chai';
import { layOutPresent } from './checkout.ts';
import { isReady } from './ready.ts';
import type { Step } from './step.ts';

/** The commands at the head of docker-compose.yml, on a checkout that was made with umask 077. */
export const fromNothing: Step = {
  name: 'starts from nothing, from a checkout made with umask 077',
  run: async ({ stack }) => {
    await layOutPresent(stack.folder);
    await stack.set({});

    await stack.run('deploy/make-secrets');
    await stack.compose('up', '--detach', '--build', '--wait', '--wait-timeout', '300', 'gateway');

    expect(await isReady(stack.urls[0] as string)).to.equal(true);
  },
};

/** Tests the output and the effects of `admin` and `import`. */
export const commands: Step = {
  name: 'has commands for operators that fit Compose',
  run: async ({ stack }) => {
    const titles = ['Imported tea', 'Imported coffee'];
    const rows = titles.map((title) => `${title},1.00,7`);
    const made = await stack.compose('run', '--rm', 'admin', 'account', 'create', 'Commands');
    const [, next = ''] = /Create its first app: docker compose (.*)/.exec(made) ?? [];
    const app = await stack.compose(...next.split(' '));
    const [, id] = /app id +(\S+)/.exec(app) ?? [];
    const [, secret] = /api secret +(\S+)/.exec(app) ?? [];
    const files = await stack.newFolder('import', {
      'articles.csv': ['article_title,article_price,article_tax_rate', ...rows].join('\n'),
    });
    await stack.set({
      IMPORT_FOLDER: files,
      IMPORT_USER: '12345:12345',
      COUNTERFOIL_APP_ID: id ?? '',
      COUNTERFOIL_API_SECRET: secret ?? '',
    });

    await stack.compose('run', '--rm', 'import', 'articles', 'articles.csv');

    const database = await stack.openDatabase();
    const found = await database('articles').whereIn('article_title', titles).pluck('article_title');
    await database.destroy();
    expect(found).to.have.members(titles);
  },
};

/** Step that fails if a command of operators migrates, which would undo a `migrate down`. */
export const adminAlone: Step = {
  name: 'runs the commands of operators without migrating',
  run: async ({ stack }) => {
    const startOfMigrate = async () => {
      const [id = ''] = (await stack.compose('ps', '--all', '--quiet', 'migrate')).split('\n');
      return stack.docker('inspect', '--format', '{{.State.StartedAt}}', id);
    };
    const before = await startOfMigrate();

    await stack.compose('run', '--rm', 'admin', 'migrate', 'status');

    expect(await startOfMigrate()).to.equal(before);
  },
};
