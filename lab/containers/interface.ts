import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { finish } from './shell.ts';
import type { Stack } from './stack.ts';
import type { Step } from './step.ts';

/** The tests of all operations, against the gateway in its container. */
export const interfaceSuite: Step = {
  name: 'answers as the interface promises',
  run: async ({ stack, printLine }) => {
    const mocha = ['mocha', '--no-config', '--node-option', 'import=tsx', '--timeout', '60000'];
    const env = {
      ATTACH_URL: stack.urls[0],
      ATTACH_DATABASE_URL: await observerUrl(stack),
      ATTACH_REDIS_URL: (await stack.redisUrl()).replace(/\/$/, ''),
      ATTACH_SECRET_KEY: await readFile(path.join(stack.folder, 'secrets/counterfoil_secret_key'), 'utf8'),
    };
    const attach = [
      '--require',
      'lab/containers/attach.ts',
      ...others.flatMap((file) => ['--exclude', file]),
    ];
    const parameters = [...mocha, ...attach, '--exit', '--reporter', 'dot', 'test/operations/*.test.ts'];
    const { code, printed } = await finish('npx', parameters, { env });
    if (code !== 0) throw new Error(printed.trim().split('\n').slice(-60).join('\n'));
    printLine(/\d+ passing/.exec(printed)?.[0] ?? printed);
  },
};

const others = [
  // These need a database of their own, with other keys.
  'test/operations/account.keys.test.ts',
  // A container does not reach receivers on the loopback of its host.
  'test/operations/webhook.test.test.ts',
];

/** A user who sees the statements of other users too: the tests wait for those of workers. */
async function observerUrl(stack: Stack): Promise<string> {
  const statements = [
    "CREATE USER IF NOT EXISTS observer@'%' IDENTIFIED BY 'observer'",
    "GRANT ALL ON counterfoil.* TO observer@'%'",
    "GRANT PROCESS ON *.* TO observer@'%'",
  ];
  const password = '$(cat /run/secrets/database_root_password)';
  await stack.inside('mysql', `MYSQL_PWD=${password} mysql -uroot -e "${statements.join(';')}"`);
  return Object.assign(new URL(await stack.databaseUrl()), { username: 'observer', password: 'observer' })
    .href;
}
