import { expect } from 'chai';
import { Running } from './running.ts';

/** Runs a curl line as a shell does, or, without curl, sends what it says; resolves to the answer. */
export async function runCurlLine(line: string): Promise<unknown> {
  const { code, stdout, stderr } = await new Running('sh', ['-c', line]).ended;
  if (code === 127) return fetchCurlLine(line);
  expect(code, stderr).to.equal(0);
  return JSON.parse(stdout);
}

async function fetchCurlLine(line: string): Promise<unknown> {
  const [, url = '', options = '', body = ''] = /^curl (\S+) (.*) -d '([^']*)'$/.exec(line) ?? [];
  const headers = [...options.matchAll(/-H '([\w-]+): ([^']*)'/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const answer = await fetch(url, { method: 'POST', headers: Object.fromEntries(headers), body });
  return answer.json();
}
