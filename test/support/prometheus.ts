import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { commandFolders } from '../../servers/system/run.ts';
import { debianPrograms } from './debianPrograms.ts';
import { freePort } from './ports.ts';
import { until } from './until.ts';

interface Programs {
  readonly prometheus: string;
  readonly promtool: string;
}

interface Result {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

/** Finds Debian's Prometheus: that of the machine, or one that is downloaded and unpacked. */
async function prometheusPrograms(): Promise<Programs> {
  const installed = commandFolders().map(programsIn).find(Boolean);
  const found =
    installed ??
    (await debianPrograms({
      label: 'Prometheus',
      folder: 'prometheus',
      choose: ['prometheus'],
      unpack: 'prometheus_',
      find: async (folder) => programsIn(path.join(folder, 'usr/bin')),
    }));
  if (!found) throw new Error('no Prometheus: install it with "apt install prometheus"');
  return found;
}

function programsIn(folder: string): Programs | undefined {
  const programs = { prometheus: path.join(folder, 'prometheus'), promtool: path.join(folder, 'promtool') };
  return existsSync(programs.prometheus) && existsSync(programs.promtool) ? programs : undefined;
}

/** Runs promtool; resolves to what it printed, rejects when it finds something wrong. */
export async function promtool(...parameters: readonly string[]): Promise<string> {
  const { promtool: file } = await prometheusPrograms();
  const { stdout, stderr } = await promisify(execFile)(file, parameters);
  return `${stdout}${stderr}`;
}

export class Prometheus {
  readonly #url: string;
  readonly #stop: () => void;

  private constructor(url: string, stop: () => void) {
    this.#url = url;
    this.#stop = stop;
  }

  static async start(configuration: string, dataFolder: string): Promise<Prometheus> {
    const { prometheus } = await prometheusPrograms();
    const address = `127.0.0.1:${await freePort()}`;
    const child = spawn(
      prometheus,
      [
        `--config.file=${configuration}`,
        `--storage.tsdb.path=${dataFolder}`,
        `--web.listen-address=${address}`,
      ],
      { stdio: 'ignore' },
    );
    const started = new Prometheus(`http://${address}`, () => child.kill('SIGKILL'));
    await until(async () => (await fetch(`http://${address}/-/ready`).catch(() => undefined))?.ok);
    return started;
  }

  /** The values that a query has now. */
  async query(query: string): Promise<readonly Result[]> {
    const answer = await fetch(`${this.#url}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { status, error, data } = (await answer.json()) as {
      readonly status: string;
      readonly error?: string;
      readonly data?: { readonly result: readonly Result[] };
    };
    if (status !== 'success') throw new Error(`${query}: ${error}`);
    return data?.result ?? [];
  }

  stop(): void {
    this.#stop();
  }
}
