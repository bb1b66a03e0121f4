import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Ended, Running } from './running.ts';

/** The client's package, as `npm run build:client` and `npm pack` make it. */
export interface ClientPackage {
  /** Folder that it was packed from. */
  readonly folder: string;
  readonly tarball: string;
  remove(): void;
}

export async function packClient(): Promise<ClientPackage> {
  const root = mkdtempSync(path.join(tmpdir(), 'counterfoil-client-'));
  const folder = path.join(root, 'package');
  await succeed(process.execPath, ['client/package/build.js', folder]);
  await succeed('npm', ['pack', '--silent', '--pack-destination', root], folder);
  const [name = ''] = readdirSync(root).filter((file) => file.endsWith('.tgz'));
  return { folder, tarball: path.join(root, name), remove: () => rmSync(root, { recursive: true }) };
}

/** An empty project outside of this repository, whose packages are only those that it installs. */
export class EmptyProject {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-project-'));

  constructor(files: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(this.folder, name), text);
  }

  /** Installs it without a network: the package depends on nothing. */
  async install(tarball: string): Promise<void> {
    const quiet = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await succeed('npm', ['install', ...quiet, tarball], this.folder);
  }

  /** Puts the package where `install` would, at no cost. */
  place({ folder }: ClientPackage): void {
    const target = path.join(this.folder, 'node_modules/counterfoil-client');
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(folder, target, { recursive: true });
  }

  /** Checks the types with a configuration of the project, and compiles. */
  compile(configuration = 'tsconfig.json'): Promise<Ended> {
    const compiler = path.resolve('node_modules/typescript/bin/tsc');
    return new Running(process.execPath, [compiler, '-p', configuration], { cwd: this.folder }).ended;
  }

  run(file: string, env: Readonly<Record<string, string>>): Promise<Ended> {
    return new Running(process.execPath, [file], { cwd: this.folder, env }).ended;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

async function succeed(file: string, parameters: readonly string[], cwd = '.'): Promise<void> {
  const { code, stdout, stderr } = await new Running(file, parameters, { cwd }).ended;
  if (code !== 0) throw new Error(`${file} ${parameters.join(' ')} failed: ${stdout}${stderr}`);
}
