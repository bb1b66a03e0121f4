import { Redis } from 'ioredis';
import { Nonces } from './gateway/nonces.ts';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
const redis = new Redis(process.argv[2] as string);
await new Promise((r) => redis.once('ready', r));
const pid = Number(process.argv[3]);
const redisCpu = () => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10_000; };
const nonces = new Nonces(redis, 10_000);
const ids = Array.from({ length: 120_000 }, () => randomBytes(16).toString('base64url'));
for (const size of [1, 4, 16, 32]) {
  let at = 0; const salt = String(size);
  const run = async (n: number) => { for (let i = 0; i < n; i += size) await Promise.all(Array.from({ length: size }, () => nonces.take('app_01jd2q4z0c8k3v7n5m9x1r6t2w0123456789abcdef', ids[at++ % ids.length]! + salt))); };
  await run(5_000);
  const c = process.cpuUsage(), r = redisCpu(), t = performance.now(); const n = 30_000; await run(n); const d = process.cpuUsage(c);
  console.log(size, 'node', ((d.user + d.system) / n).toFixed(2), 'redis', ((redisCpu() - r) / n).toFixed(2), 'wall', ((performance.now() - t) * 1000 / n).toFixed(1));
}
redis.disconnect();
