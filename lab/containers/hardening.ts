import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { Stack } from './stack.ts';
import type { Step } from './step.ts';

const megabyte = 1024 * 1024;

/** Memory of Node outside its heap: code, stacks, the bytes of sockets. */
const besideHeap = 200 * megabyte;

/** Maintained Node releases, and the end of their maintenance. */
const maintainedUntil: Readonly<Record<string, string>> = {
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};

export const memory: Step = {
  name: 'limits memory, above the heap of Node',
  run: async ({ stack, printLine }) => {
    const limits = await stack.docker(
      'inspect',
      '--format',
      '{{.HostConfig.Memory}}',
      ...(await stack.containers()),
    );
    expect(limits.trim().split('\n').map(Number)).to.satisfy((all: number[]) =>
      all.every((limit) => limit > 0),
    );
    for (const service of ['gateway', ...(await stack.workers())]) {
      const heap = Number((await stack.inside(service, heapScript))[0]);
      const [id = ''] = await stack.containers(service);
      const limit = Number(await stack.docker('inspect', '--format', '{{.HostConfig.Memory}}', id));
      expect(limit - heap, service).to.be.above(besideHeap);
      printLine(`${service}: heap ${Math.round(heap / megabyte)} MB of ${Math.round(limit / megabyte)} MB`);
    }
  },
};

const heapScript = `node -p 'v8.getHeapStatistics().heap_size_limit'`;

export const node: Step = {
  name: 'runs a Node release that is maintained',
  run: async ({ stack, printLine }) => {
    const [version = ''] = await stack.inside('gateway', 'node --version');
    const [, major = ''] = /^v(\d+)/.exec(version) ?? [];
    expect(Date.now()).to.be.below(Date.parse(maintainedUntil[major] ?? '1970-01-01'), version);
    printLine(version.trim());
  },
};

/** Whoever may look at containers sees no password; whoever gets into one does not get further. */
export const boundaries: Step = {
  name: 'keeps secrets in files, and roles apart',
  run: async ({ stack }) => {
    const seen = await stack.docker('inspect', ...(await stack.containers()));
    for (const name of await readdir(path.join(stack.folder, 'secrets'))) {
      const text = await readFile(path.join(stack.folder, 'secrets', name), 'utf8');
      for (const [secret] of text.matchAll(/[\w+/=]{40,}/g)) expect(seen, name).not.to.include(secret);
    }
    for (const service of ['gateway', 'mysql', 'redis', ...(await stack.workers())]) {
      const [user, isWritable] = await said(
        stack,
        service,
        'id -u; touch /mark 2>/dev/null && echo yes || echo no',
      );
      expect(Number(user), service).to.be.above(0);
      expect(isWritable, service).to.equal('no');
    }
    expect(await said(stack, 'gateway', 'getent hosts mysql || echo unknown')).to.deep.equal(['unknown']);
    const open =
      'for port in 3306 33060; do (: </dev/tcp/127.0.0.1/$port) 2>/dev/null && echo $port; done; true';
    expect(await said(stack, 'mysql', open)).to.deep.equal(['3306']);
  },
};

/** `doctor` compares those of the database with deploy/database/users.sql. */
export const leastRights: Step = {
  name: 'gives gateways, workers, commands and migrations the users with the fewest rights',
  run: async ({ stack }) => {
    const command = 'node cli/counterfoil.js doctor --json; true';
    const asMigrate = ['--env', 'DATABASE_URL_FILE=/run/secrets/migrate_url'];
    const checks = {
      counterfoil_worker: (await stack.inside('worker-order', command))[0],
      counterfoil_admin: (await stack.tryCompose('run', '--rm', 'admin', 'doctor', '--json')).stdout,
      counterfoil_migrate: (await stack.tryCompose('run', '--rm', ...asMigrate, 'admin', 'doctor', '--json'))
        .stdout,
    };
    for (const [user, printed = ''] of Object.entries(checks)) {
      const findings = JSON.parse(printed).checks as { check: string; state: string; message: string }[];
      const state = (name: string) => findings.find(({ check }) => check === name);
      expect(state('grants'), user).to.include({ state: 'ok' });
      expect(state('superfluous rights'), user).to.include({ state: 'ok', message: `${user} has none` });
    }
    const ofGateways = ['counterfoil_former_secret_key', 'counterfoil_secret_key', 'redis_url'];
    expect(await said(stack, 'gateway', 'ls /run/secrets')).to.have.members(ofGateways);
    expect(await said(stack, 'worker-order', 'ls /run/secrets')).to.have.members(['redis_url', 'worker_url']);
    const [password] =
      /[0-9a-f]{48}/.exec(await readFile(path.join(stack.folder, 'secrets/users.acl'), 'utf8')) ?? [];
    const flush = `REDISCLI_AUTH=${password} redis-cli --user counterfoil flushall`;
    const [refusal] = await said(stack, 'redis', flush);
    expect(refusal).to.match(/^NOPERM .*'flushall'/);
  },
};

async function said(stack: Stack, service: string, script: string): Promise<readonly string[]> {
  const [printed = ''] = await stack.inside(service, script);
  return printed.trim().split('\n');
}
