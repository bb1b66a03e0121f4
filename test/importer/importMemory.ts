import { expect } from 'chai';
import { run } from '../support/command.ts';

/** Prints the most memory that the command had, in KiB, as `peakMemory`, and its processor time, in µs. */
const measuring = `data:text/javascript,import{readFileSync}from'fs';process.on('exit',()=>(u=>process.stderr.write('USED='+/VmHWM:\\D+(\\d+)/.exec(readFileSync('/proc/self/status'))[1]+','+(u.user+u.system)))(process.cpuUsage()))`;

/** Checks a file of articles without a service, prints what that took, and returns the most memory in MiB. */
export async function importMemory(file: string, rowCount: number): Promise<number> {
  const ended = await run(['import', 'articles', file, '--dry-run', '--offline', '--json', '--quiet'], {
    env: { NODE_OPTIONS: `--import=${measuring}` },
  });
  const [, kibibytes, microseconds] = /USED=(\d+),(\d+)$/.exec(ended.stderr) ?? [];
  const mebibytes = Math.round(Number(kibibytes) / 1_024);
  const seconds = (Number(microseconds) / 1e6).toFixed(1);
  process.stdout.write(`      ${rowCount} rows: ${mebibytes} MiB, ${seconds} s of processor time\n`);
  expect(JSON.parse(ended.stdout), ended.stderr).to.include({ rows: rowCount, refused: 0 });
  return mebibytes;
}
