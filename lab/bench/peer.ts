// Run by systems/allSystems.ts: `node peer.js direct`, `direct-2`, `bullmq-gateway` or `bullmq-worker article`.
import { runRole } from '../../cli/support/role.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import { readSettings, requireSettings } from '../../shared/runtime/settings/settings.ts';
import { startBullmqGateway } from './peers/bullmqGateway.ts';
import { startBullmqWorker } from './peers/bullmqWorker.ts';
import { startCluster, startDirect } from './peers/direct.ts';

const [peer = '', resource = ''] = process.argv.slice(2);
const settings = requireSettings(readSettings(process.env), 'databaseUrl', 'redisUrl', 'secretKey');

const starts: Readonly<Record<string, (emit: Emit) => Promise<{ stop(): Promise<void> }>>> = {
  direct: (emit) => startDirect(settings, emit),
  'direct-2': (emit) => startCluster(2, settings, () => startDirect(settings, emit)),
  'bullmq-gateway': (emit) => startBullmqGateway(settings, emit),
  'bullmq-worker': (emit) => startBullmqWorker(resource, settings, emit),
};

const start = starts[peer];
if (!start) throw new Error(`unknown peer ${peer}`);
await runRole(`bench ${peer}`, settings, start);
