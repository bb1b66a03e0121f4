import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { type Ended, Running } from '../support/running.ts';

/** Ids that the containers of the first release have. Those of the next one have higher numbers. */
const workers = ['worker-account-1', 'worker-account-2', 'worker-article-1'];

describe('deploy/compose-upgrade, with a program in place of Docker (starts it often)', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(async () => {
    folder = await emptyFolder();
    for (const name of ['programs', 'deploy', 'secrets', 'docker/containers'])
      await mkdir(path.join(folder, name), { recursive: true });
    await cp('deploy/compose-upgrade', path.join(folder, 'deploy/compose-upgrade'));
    await cp('test/deployment/dockerStandIn.sh', path.join(folder, 'programs/docker'));
    await program('deploy/make-secrets', '');
    await program('programs/sleep', '');
    for (const name of ['database_root_password', 'users.sql']) await write(`secrets/${name}`, '');
    await docker({ release: '1', ports: '1', wait_exit_code: '1', 'number_worker-account': '2' });
    await run('for service in worker-account worker-article gateway; do docker compose up $service; done');
    await docker({ events: '' });
  });
  afterEach(cleanUp);

  const write = (file: string, text: string) => writeFile(path.join(folder, file), text);
  const program = (file: string, line: string) =>
    writeFile(path.join(folder, file), `#!/bin/bash\n${line}\n`, { mode: 0o755 });
  /** Writes files of the program in place of Docker. */
  async function docker(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) await write(`docker/${name}`, text);
  }
  const run = (script: string): Promise<Ended> =>
    new Running('bash', ['-c', script], {
      cwd: folder,
      env: { PATH: `${folder}/programs:${process.env.PATH}`, DOCKER_STATE: `${folder}/docker` },
    }).ended;
  const upgrade = () => run('deploy/compose-upgrade');

  /** Ids of all containers. Every one of them must run. */
  async function running(): Promise<readonly string[]> {
    const ids = await readdir(path.join(folder, 'docker/containers'));
    for (const id of ids)
      expect(await readFile(path.join(folder, 'docker/containers', id), 'utf8'), id).to.match(/ running\n$/);
    return ids.toSorted();
  }
  const events = async () =>
    (await readFile(path.join(folder, 'docker/events'), 'utf8')).split('\n').filter(Boolean);

  it('replaces every worker and gateway', async () => {
    const { code, stderr } = await upgrade();

    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(await running()).to.deep.equal([
      'gateway-2',
      'worker-account-3',
      'worker-account-4',
      'worker-article-2',
    ]);
  });

  it('starts as many as .env says now', async () => {
    await docker({ ports: '2', number_gateway: '2', 'number_worker-account': '1' });

    expect(await upgrade()).to.include({ code: 0 });

    expect(await running()).to.deep.equal(['gateway-2', 'gateway-3', 'worker-account-3', 'worker-article-2']);
  });

  it('keeps the workers if the new ones do not get healthy, also where `up --wait` does not say so', async () => {
    await docker({ unhealthy: 'worker-account-4', wait_exit_code: '0' });

    const { code, stderr } = await upgrade();

    expect(code).to.equal(1);
    expect(stderr).to.match(/^The new worker-account did not get ready .* What runs now:$/m);
    expect(await running()).to.deep.equal(['gateway-1', ...workers]);
  });

  it('starts the only gateway again if the new one does not get healthy', async () => {
    await docker({ crashing: 'gateway-2' });

    const { code, stdout, stderr } = await upgrade();

    expect(code).to.equal(1);
    expect(stderr).to.match(/^The new gateway did not get ready .*\ngateway-1\n$/m);
    expect(stdout).to.equal('');
    expect(await running())
      .to.include('gateway-1')
      .and.not.include('gateway-2');
    expect((await events()).filter((event) => event.endsWith('gateway-1'))).to.deep.equal([
      'exited gateway-1',
      'running gateway-1',
    ]);
  });

  it('keeps the gateways that were replaced before one that does not get healthy', async () => {
    await docker({ ports: '2', number_gateway: '2' });
    await run('docker compose up gateway');
    await docker({ crashing: 'gateway-4' });

    expect(await upgrade()).to.include({ code: 1 });

    const gateways = (await running()).filter((id) => id.startsWith('gateway'));
    expect(gateways).to.deep.equal(['gateway-2', 'gateway-3']);
  });

  it('starts the only gateway again after an interruption', async () => {
    await docker({ unhealthy: 'gateway-2' });
    await program('programs/sleep', 'kill -TERM $PPID');

    expect((await upgrade()).stderr).to.include('the script was interrupted');

    expect(await running())
      .to.include('gateway-1')
      .and.not.include('gateway-2');
  });

  it('replaces containers that are broken', async () => {
    await docker({ unhealthy: 'worker-article-1', crashing: 'gateway-1' });

    expect(await upgrade()).to.include({ code: 0 });

    expect(await running()).to.include.members(['gateway-2', 'worker-article-2']);
  });

  it('starts no container that an earlier run has stopped or only created', async () => {
    await run('docker stop worker-account-1; docker compose up --no-start --scale gateway=2 gateway');
    await docker({ events: '' });

    expect(await upgrade()).to.include({ code: 0 });

    const started = (await events()).filter((event) => event.startsWith('running'));
    expect(started).to.deep.equal([
      'running worker-account-3',
      'running worker-account-4',
      'running worker-article-2',
      'running gateway-3',
    ]);
  });

  it("replaces nothing if it can't list the workers", async () => {
    await docker({ no_config: '' });

    expect(await upgrade()).to.include({ code: 1 });

    expect(await running()).to.deep.equal(['gateway-1', ...workers]);
  });
});
