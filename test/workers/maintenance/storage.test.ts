import { expect } from 'chai';
import { readStorageSamples } from '../../../shared/wire/status/storage.ts';
import { openDatabase } from '../../../workers/database/database.ts';
import { publishStorage } from '../../../workers/maintenance/maintenance.ts';
import { TableSizes } from '../../../workers/stores/tableSizes.ts';
import { recordEvents } from '../../support/events.ts';
import { emptyRedis, openRedis } from '../../support/openRedis.ts';
import { database, servers } from '../../support/servers.ts';

const number = 13;

describe('the sizes of what is stored', () => {
  let redis: ReturnType<typeof openRedis>;
  before(async () => {
    await emptyRedis(number);
    redis = openRedis(number);
  });
  after(() => redis.disconnect());

  it("are logged as not measured while a table can't be read, and measured in the next round", async () => {
    const { emit, emitted } = recordEvents();
    const closed = openDatabase(servers().mariadb.url, 1);
    await closed.destroy();

    await publishStorage(new TableSizes(closed), redis, emit);
    expect(emitted('storage_not_measured')).to.have.length(1);
    expect(await readStorageSamples(redis)).to.equal(undefined);

    await publishStorage(new TableSizes(database()), redis, emit);
    expect((await readStorageSamples(redis))?.last.tables).to.include.keys('articles', 'inbox');
    expect(emitted('storage_not_measured')).to.have.length(1);
  });
});
