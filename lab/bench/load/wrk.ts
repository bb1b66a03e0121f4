import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unpackedLibraries } from '../../../servers/programs/downloadOnce.ts';
import { type Binary, programEnvironment, programLine } from '../../../servers/programs/program.ts';
import { commandFolders, findCommand, run } from '../../../servers/system/run.ts';
import { OperatorError } from '../../../shared/runtime/process/explain.ts';
import { debianPrograms } from '../../../test/support/debianPrograms.ts';
import type { SignedRequest } from '../data/requests.ts';
import type { Generator, Load, LoadResult } from './load.ts';

const script = path.resolve('lab/bench/load/wrk.lua');

/** Seconds; longer than any system makes a client wait. */
const timeout = 15;

/** Opens the machine's wrk (epoll, in C), or Debian's, which is downloaded and unpacked. It uses one thread for each address. */
export async function openWrk(): Promise<Generator> {
  const { binary, version } = await findWrk();
  return {
    name: `wrk ${version}`,
    prepare: (requests, file) => pipeline(Readable.from(texts(requests)), createWriteStream(file)),
    async run(load) {
      const threads = Math.min(load.urls.length, load.connections);
      const flags = [`-t${threads}`, `-c${load.connections}`, `-d${load.seconds}s`, `--timeout=${timeout}s`];
      const parameters = [...flags, '-s', script, `${load.urls[0]}/api/v1`];
      // The shell prints afterwards how much CPU time its child used.
      const shell = ['-c', '"$@" && times', 'sh', ...programLine(binary, parameters)];
      const env = { ...programEnvironment(binary), ...variables(load) };
      return resultOf(await run('sh', shell, { env }), threads);
    },
  };
}

interface WrkProgram {
  readonly binary: Binary;
  readonly version: string;
}

async function findWrk(): Promise<WrkProgram> {
  const installed = findCommand('wrk', commandFolders());
  const found = installed
    ? await usable({ kind: 'binary', file: installed })
    : await debianPrograms({ label: 'wrk', folder: 'wrk', choose: ['wrk'], unpack: 'wrk', find: unpacked });
  if (found) return found;
  throw new OperatorError('there is no wrk, which sends the load: install it with "apt install wrk"');
}

async function unpacked(folder: string): Promise<WrkProgram | undefined> {
  const file = path.join(folder, 'usr/bin/wrk');
  return usable({ kind: 'binary', file, ...(await unpackedLibraries(folder)) });
}

/** wrk prints its version in the first line of its help, and then exits with code 1. */
async function usable(binary: Binary): Promise<WrkProgram | undefined> {
  const line = ['-c', '"$0" "$@" || true', ...programLine(binary, ['-v'])];
  const help = await run('sh', line, { env: programEnvironment(binary) });
  const version = /^wrk (\S+)/.exec(help)?.[1];
  return version ? { binary, version } : undefined;
}

function variables({ file, urls }: Load): NodeJS.ProcessEnv {
  return { REQUESTS: file, ADDRESSES: urls.map((url) => new URL(url).host).join(','), LC_ALL: 'C' };
}

/** Parses the script's two lines, which stand before the shell's two. */
function resultOf(printed: string, threads: number): LoadResult {
  const [result = '', failure = '', , times = ''] = printed.trimEnd().split('\n').slice(-4);
  return { ...JSON.parse(result), ...(failure && { failure }), threads, cpuSeconds: childSeconds(times) };
}

/** Adds user and system time: `0m1.230000s 0m0.500000s`. */
function childSeconds(times: string): number {
  const all = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  return all.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

function* texts(requests: readonly SignedRequest[]): Generator_ {
  for (const { headers, body } of requests) {
    const lines = ['POST /api/v1 HTTP/1.1', 'Host: localhost'];
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    lines.push(`Content-Length: ${Buffer.byteLength(body)}`, '', body);
    const text = lines.join('\r\n');
    yield `${Buffer.byteLength(text)}\n${text}`;
  }
}

type Generator_ = globalThis.Generator<string>;
