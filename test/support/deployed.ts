import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import type { EmbeddedServer } from '../../servers/embeddedServers.ts';
import { databaseEngine } from './databaseEngine.ts';
import { type PrivateDatabase, startPrivateDatabase } from './privateDatabase.ts';

/** Starts the database of this test run with the users of deploy/database/users.sql, after further statements. */
export function startDeployedDatabase(
  flags: readonly string[] = [],
  statements: readonly string[] = [],
): Promise<PrivateDatabase> {
  return startPrivateDatabase([...usersOfDeploy(), ...statements], flags, databaseEngine);
}

/** The statements of deploy/database/users.sql; the users' passwords are their names. */
export function usersOfDeploy(): readonly string[] {
  const text = readFileSync('deploy/database/users.sql', 'utf8').replaceAll(/^--.*$/gm, '');
  const statements = text.split(';').map((statement) => statement.replaceAll(/\s+/g, ' ').trim());
  const withPasswords = statements.map((statement) => {
    const [, user = ''] = /CREATE USER IF NOT EXISTS '(\w+)'/.exec(statement) ?? [];
    return statement.replace("'PASSWORD'", `'${user}'`);
  });
  return withPasswords.filter(Boolean);
}

/** Makes the user of deploy/redis/users.acl, with the password `secret`; returns the URL to come in as. */
export async function deployRedisUser(server: EmbeddedServer, url = server.url): Promise<string> {
  const [, user = '', ...rules] = readFileSync('deploy/redis/users.acl', 'utf8').trim().split(' ');
  const administrator = new Redis(server.url);
  const given = rules.map((rule) => (rule === '>PASSWORD' ? '>secret' : rule));
  await administrator.acl('SETUSER', user, 'reset', ...given);
  administrator.disconnect();
  return Object.assign(new URL(url), { username: user, password: 'secret' }).href;
}
