import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { startWorker } from '../../workers/worker.ts';
import { workerSettings } from '../support/cluster.ts';
import { servers } from '../support/servers.ts';
import { TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

describe('a worker that starts', () => {
  it('asks again if the database does not answer in time (waits for a time limit)', async () => {
    const url = new URL(servers().mariadb.url);
    const proxy = await TcpProxy.listen(Number(url.port));
    url.port = `${proxy.port}`;
    const settings = { ...workerSettings(1), lanes: ['interactive'] as const, databaseUrl: url.href };
    proxy.pause();

    const starting = startWorker(['article'], settings, ignoreEvents);
    await until(() => proxy.connections > 1);
    proxy.resume();

    const worker = await starting;
    await worker.stop();
    await proxy.close();
  });
});
