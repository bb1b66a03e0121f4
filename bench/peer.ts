// Run by systems/peers.ts: `node peer.js direct`, `direct-2`, `bullmq-gateway` or `bullmq-worker article`.
import { runRole } from '../cli/role.ts';
import type { Tell } from '../shared/log.ts';
import { need, readSettings } from '../shared/settings.ts';
import { startBullmqGateway } from './peers/bullmqGateway.ts';
import { startBullmqWorker } from './peers/bullmqWorker.ts';
import { startCluster } from './peers/cluster.ts';
import { startDirect } from './peers/direct.ts';

const [peer = '', resource = ''] = process.argv.slice(2);
const settings = need(readSettings(process.env), 'databaseUrl', 'redisUrl', 'secretKey');

const starts: Readonly<Record<string, (tell: Tell) => Promise<{ stop(): Promise<void> }>>> = {
  direct: (tell) => startDirect(settings, tell),
  'direct-2': (tell) => startCluster(2, () => startDirect(settings, tell)),
  'bullmq-gateway': (tell) => startBullmqGateway(settings, tell),
  'bullmq-worker': (tell) => startBullmqWorker(resource, settings, tell),
};

const start = starts[peer];
if (!start) throw new Error(`there is no peer ${peer}`);
await runRole(`bench ${peer}`, settings.logLevel, start);
