import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { until } from '../../../test/support/until.ts';

/** A host of the network: a network namespace with an address of its own, in which only the root user may start processes. */
export interface Host {
  readonly name: string;
  readonly address: string;
  /** Words in front of a command that runs there. */
  readonly prefix: readonly string[];
}

/** True if this user may make network namespaces. */
export function mayMakeHosts(): boolean {
  try {
    execFileSync('unshare', ['--net', 'ip', 'rule', 'list'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A namespace that lives as long as this process; its interfaces go with it. */
class Namespace {
  readonly #holder: ChildProcess;

  private constructor(holder: ChildProcess) {
    this.#holder = holder;
  }

  static async open(): Promise<Namespace> {
    // `cat` ends when this process does: then its standard input is closed.
    const holder = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'ignore', 'inherit'] });
    const namespace = new Namespace(holder);
    await until(() => readFileSync(`/proc/${holder.pid}/comm`, 'utf8').trim() === 'cat');
    namespace.run('ip', 'link', 'set', 'lo', 'up');
    return namespace;
  }

  get pid(): number {
    return this.#holder.pid as number;
  }

  get prefix(): readonly string[] {
    return ['nsenter', `--net=/proc/${this.pid}/ns/net`];
  }

  /** Runs a command in it; returns what it prints, and throws when it fails. */
  run(...command: readonly string[]): string {
    return execFileSync('env', [...this.prefix, ...command], { encoding: 'utf8' });
  }

  async close(): Promise<void> {
    const ended = once(this.#holder, 'exit');
    this.#holder.stdin?.end();
    await ended;
  }
}

/** Bytes a second of a slow link, what it sends at once, and how long a packet may wait in its queue before it is dropped. */
const slowLink = ['rate', '6mbit', 'burst', '6kb', 'latency', '25ms'];

/**
 * Two hosts behind a router. The test's own namespace is a third one, with an address for clients, one for Redis and one for the
 * database. The router can drop what one address sends to another, without a word to either.
 */
export class HostNetwork {
  readonly clients: string;
  readonly redis: string;
  readonly database: string;
  readonly hosts: readonly [Host, Host];
  readonly #router: Namespace;
  readonly #namespaces: readonly Namespace[];

  private constructor(net: string, router: Namespace, namespaces: readonly [Namespace, Namespace]) {
    [this.clients, this.redis, this.database] = [`${net}.0.1`, `${net}.0.2`, `${net}.0.3`];
    this.#router = router;
    this.#namespaces = namespaces;
    const [a, b] = namespaces;
    this.hosts = [
      { name: 'host A', address: `${net}.1.1`, prefix: a.prefix },
      { name: 'host B', address: `${net}.2.1`, prefix: b.prefix },
    ];
  }

  static async open(): Promise<HostNetwork> {
    // Two runs at the same time have different networks.
    const net = `10.${64 + (process.pid % 128)}`;
    const router = await Namespace.open();
    const hosts = [await Namespace.open(), await Namespace.open()] as const;
    router.run('sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward');
    const link = `cf${process.pid}`;
    run('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'test', 'netns', `${router.pid}`);
    for (const end of ['1', '2', '3']) run('ip', 'address', 'add', `${net}.0.${end}/24`, 'dev', link);
    run('ip', 'link', 'set', link, 'up');
    connect(router, 'test', `${net}.0.254`);
    for (const [index, host] of hosts.entries()) {
      const side = index + 1;
      router.run(
        'ip',
        'link',
        'add',
        `host${side}`,
        'type',
        'veth',
        'peer',
        'name',
        'eth0',
        'netns',
        `${host.pid}`,
      );
      connect(router, `host${side}`, `${net}.${side}.254`);
      connect(host, 'eth0', `${net}.${side}.1`);
      host.run('ip', 'route', 'add', 'default', 'via', `${net}.${side}.254`);
      run('ip', 'route', 'add', `${net}.${side}.0/24`, 'via', `${net}.0.254`);
    }
    return new HostNetwork(net, router, hosts);
  }

  /** Drops all packets between two addresses until the function that it returns is called. */
  cut(one: string, other: string): () => void {
    const change = (action: 'add' | 'delete') => {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const)
        this.#router.run('ip', 'rule', action, 'from', from, 'to', to, 'blackhole');
    };
    change('add');
    return () => change('delete');
  }

  /** True if packets of a host arrive at an address, and answers come back, within `maxSeconds`. */
  reaches(host: Host, address: string, maxSeconds: number): boolean {
    // Nothing listens on port 9: who is reached refuses at once.
    const command = ['timeout', `${maxSeconds}`, 'bash', '-c', `: < /dev/tcp/${address}/9`];
    return spawnSync('env', [...host.prefix, ...command]).status === 1;
  }

  /** Makes the link of a host slow and lossy in both directions; the function that it returns ends that, and returns how many packets were dropped. */
  slow(host: Host): () => number {
    const side = this.hosts.indexOf(host) + 1;
    const ends = [
      [this.#router, `host${side}`],
      [this.#namespaces[side - 1] as Namespace, 'eth0'],
    ] as const;
    for (const [namespace, device] of ends)
      namespace.run('tc', 'qdisc', 'add', 'dev', device, 'root', 'tbf', ...slowLink);
    return () => {
      let dropped = 0;
      for (const [namespace, device] of ends) {
        const counted = namespace.run('tc', '-s', 'qdisc', 'show', 'dev', device);
        dropped += Number(/dropped (\d+)/.exec(counted)?.[1] ?? 0);
        namespace.run('tc', 'qdisc', 'delete', 'dev', device, 'root');
      }
      return dropped;
    };
  }

  async close(): Promise<void> {
    for (const namespace of [...this.#namespaces, this.#router]) await namespace.close();
  }
}

function run(program: string, ...parameters: readonly string[]): void {
  execFileSync(program, parameters);
}

function connect(namespace: Namespace, device: string, address: string): void {
  namespace.run('ip', 'address', 'add', `${address}/24`, 'dev', device);
  namespace.run('ip', 'link', 'set', device, 'up');
}
