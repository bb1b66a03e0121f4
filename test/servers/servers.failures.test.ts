import path from 'node:path';
import { expect } from 'chai';
import { EmbeddedServersUnavailable, embeddedServers } from '../../servers/embeddedServers.ts';
import { databaseEngine } from '../support/databaseEngine.ts';
import { Stage } from '../support/embedded.ts';

describe('embedded servers', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  it('name their log when a start fails', async () => {
    const { database, redis } = await stage.both({
      databaseFlags: ['--no-such-flag'],
      redisFlags: ['--no-such-flag', 'x'],
    });

    for (const server of [database, redis]) {
      const log = path.join(stage.folder, server === database ? 'mysql.log' : 'redis.log');
      const error = await failureOf(server.start());
      expect(error.message).to.match(
        new RegExp(`^${server.name} ended with exit code \\d+; its log is ${log}\\.$`),
      );
    }
  });

  it('say what to install when no binaries are found or downloaded', async () => {
    const binariesFolder = path.join(stage.folder, 'binaries');
    const nothing = { ...stage.options, binariesFolder, commandFolders: [] };

    const both = await failureOf(embeddedServers(nothing));
    const half = await failureOf(embeddedServers({ ...nothing, database: false }));

    expect(both.message).to.include(`apt install ${databaseEngine}-server redis-server`);
    expect(both.message).to.include('DATABASE_URL and REDIS_URL');
    expect(half.message).to.include('apt install redis-server').and.not.include('DATABASE_URL');
  });

  async function failureOf(promise: Promise<unknown>): Promise<Error> {
    const error = await promise.then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error).to.be.instanceOf(EmbeddedServersUnavailable);
    return error as Error;
  }
});
