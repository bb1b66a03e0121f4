import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandFolders, findCommand } from '../../servers/system/run.ts';
import { Authority, type Certificate } from './certificates.ts';
import { freePort } from './ports.ts';
import { until } from './until.ts';

/** Name in the examples of `deploy/`, and in the certificates of the proxies. */
export const proxyName = 'counterfoil.example.com';

export const proxyKinds = ['haproxy', 'nginx', 'caddy'] as const;

export type ProxyKind = (typeof proxyKinds)[number];

interface Places {
  readonly folder: string;
  readonly port: number;
  readonly certificate: Certificate;
  /** Ports of the two gateways. */
  readonly gateways: readonly number[];
}

/** Writes the example of `deploy/` with the places of a test; resolves to the arguments of the program. */
type Configure = (places: Places) => Promise<readonly string[]>;

const configurations: Readonly<Record<ProxyKind, Configure>> = {
  haproxy: configureHaproxy,
  nginx: configureNginx,
  caddy: configureCaddy,
};

/** Returns undefined if the program is not installed. */
export function proxyProgram(kind: ProxyKind): string | undefined {
  return findCommand(kind, commandFolders());
}

/** A load balancer that ends TLS, with the example of `deploy/` as its configuration. */
export class Proxy {
  readonly port: number;
  readonly authority: Authority;
  readonly #server: ChildProcess;
  readonly #folder: string;

  private constructor(port: number, authority: Authority, server: ChildProcess, folder: string) {
    this.port = port;
    this.authority = authority;
    this.#server = server;
    this.#folder = folder;
  }

  /** Starts the program in front of two gateways; resolves when it listens. */
  static async start(kind: ProxyKind, gateways: readonly number[]): Promise<Proxy> {
    const folder = await mkdtemp(path.join(tmpdir(), `counterfoil-${kind}-`));
    await chmod(folder, 0o755); // nginx's workers do not run as root
    const authority = new Authority();
    const port = await freePort();
    const certificate = authority.certify(proxyName, [`DNS:${proxyName}`]);
    const line = await configurations[kind]({ folder, port, certificate, gateways });
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const output = kind === 'caddy' ? 'ignore' : 'inherit';
    const server = spawn(proxyProgram(kind) as string, line, { stdio: ['ignore', output, output], env });
    const proxy = new Proxy(port, authority, server, folder);
    await until(() => listens(port));
    return proxy;
  }

  get url(): string {
    return `https://${proxyName}:${this.port}`;
  }

  async stop(): Promise<void> {
    const ended = once(this.#server, 'exit');
    this.#server.kill('SIGTERM');
    await ended;
    this.authority.remove();
    await rm(this.#folder, { recursive: true });
  }
}

async function configureHaproxy({ folder, port, certificate, gateways }: Places): Promise<readonly string[]> {
  const pem = path.join(folder, 'counterfoil.pem');
  const parts = await Promise.all(
    [certificate.certificate, certificate.key].map((file) => readFile(file, 'utf8')),
  );
  await writeFile(pem, parts.join(''));
  const example = await exampleFor('deploy/haproxy/haproxy.cfg', gateways);
  const configuration = example
    .replace(/^ {4}(?:user|group|log) .*\n/gm, '')
    .replace(' option httplog', '')
    .replace('bind :443 ssl crt /etc/haproxy/counterfoil.pem', `bind 127.0.0.1:${port} ssl crt ${pem}`);
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  return ['-db', '-f', file];
}

async function configureNginx({ folder, port, certificate, gateways }: Places): Promise<readonly string[]> {
  const example = (await exampleFor('deploy/nginx/counterfoil.conf', gateways))
    .replace('listen [::]:443 ssl;', '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
    .replace('/etc/ssl/counterfoil/fullchain.pem', certificate.certificate)
    .replace('/etc/ssl/counterfoil/key.pem', certificate.key);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((temporary) => {
    return `${temporary}_temp_path ${folder}/${temporary};`;
  });
  const http = ['access_log off;', ...places, example].join('\n');
  const whole = [
    'daemon off;',
    `pid ${folder}/pid;`,
    `error_log ${folder}/error.log;`,
    'worker_rlimit_nofile 8192;',
    'events { worker_connections 4096; }',
  ];
  await mkdir(path.join(folder, 'logs'));
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, `${whole.join('\n')}\nhttp {\n${http}\n}\n`);
  return ['-p', folder, '-c', file];
}

async function configureCaddy({ folder, port, certificate, gateways }: Places): Promise<readonly string[]> {
  const example = (await exampleFor('deploy/caddy/Caddyfile', gateways)).replace(
    `${proxyName} {`,
    `${proxyName}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate.certificate} ${certificate.key}`,
  );
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${example}`);
  return ['run', '--config', file, '--adapter', 'caddyfile'];
}

async function exampleFor(file: string, [first, second]: readonly number[]): Promise<string> {
  return (await readFile(file, 'utf8'))
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${first}`)
    .replaceAll('127.0.0.1:8082', `127.0.0.1:${second}`);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
