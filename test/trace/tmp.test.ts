import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { servers } from '../support/servers.ts';

it('trace', function () {
  this.timeout(100000);
  const out = execFileSync(
    process.execPath,
    [
      '--import',
      'tsx',
      '--import',
      './test/trace/register.js',
      'test/trace/record.ts',
      `${servers().redis.url}/5`,
      servers().mariadb.url,
    ],
    { maxBuffer: 1e9, encoding: 'utf8' },
  );
  writeFileSync('/tmp/trace.json', out);
});
