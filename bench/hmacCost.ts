import { createHmac } from 'node:crypto';
import { HmacKey } from '../shared/keys/hmacKey.ts';
import { printLine } from '../shared/process/output.ts';

/**
 * Measures the HMAC of a read's body with `createHmac`, and with a key that is set up once. Run:
 * `npx tsc -p bench --noCheck && node dist/bench/hmacCost.js`
 */
const secret = 'a secret of forty characters, as apps have';
const body = Buffer.from(JSON.stringify({ article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w' }));
const key = new HmacKey(secret);
const times = 200_000;

const ways: Readonly<Record<string, () => unknown>> = {
  createHmac: () => createHmac('sha256', secret).update(body).digest('base64'),
  HmacKey: () => key.sign(body),
};
for (const round of ['warm-up', 'measured'])
  for (const [name, sign] of Object.entries(ways)) {
    const startedAt = performance.now();
    for (let count = 0; count < times; count += 1) sign();
    const microseconds = ((performance.now() - startedAt) * 1_000) / times;
    if (round === 'measured') printLine(`${name} ${microseconds.toFixed(2)} µs`);
  }
