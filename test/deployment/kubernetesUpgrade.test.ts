import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { Running } from '../support/running.ts';

const component = 'app.kubernetes.io/component';

/**
 * Notes what it is asked to change. The files `jobs` and `pods` have what it answers, one line each time; the last one stays.
 * A line `error` makes it fail.
 */
const kubectl = `#!/bin/bash
next() {
  local lines
  mapfile -t lines <"$1"
  [ \${#lines[@]} -lt 2 ] || printf '%s\\n' "\${lines[@]:1}" >"$1"
  [ "\${lines[0]}" != error ] || { echo 'connection refused' >&2; exit 1; }
  echo "\${lines[0]}"
}
case "$*" in
  kustomize*) printf 'kind: Namespace\\nmetadata:\\n  name: counterfoil\\n---\\n' ;;
  *' get pods '*) next pods ;;
  *' get job '*) next jobs ;;
  *' get deployments '*) next deployments ;;
  *apply*) echo "apply \${!#}" >>calls ;;
  *rollout*) echo "wait for $5" >>calls ;;
esac
`;

describe('deploy/kubernetes/upgrade, with a program in place of kubectl (starts it often)', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(async () => {
    folder = await emptyFolder();
    await mkdir(path.join(folder, 'programs'));
    await writeFile(path.join(folder, 'programs/kubectl'), kubectl, { mode: 0o755 });
    await writeFile(path.join(folder, 'programs/sleep'), '#!/bin/sh\n', { mode: 0o755 });
    await answers({ jobs: ['Complete'], pods: ['Succeeded'], deployments: ['deployment/a'] });
    await writeFile(path.join(folder, 'kustomization.yaml'), '');
  });
  afterEach(cleanUp);

  async function answers(given: Readonly<Record<string, readonly string[]>>): Promise<void> {
    for (const [name, lines] of Object.entries(given))
      await writeFile(path.join(folder, name), lines.map((line) => `${line}\n`).join(''));
  }
  const upgrade = () =>
    new Running('bash', [path.resolve('deploy/kubernetes/upgrade'), '.'], {
      cwd: folder,
      env: { PATH: `${folder}/programs:${process.env.PATH}` },
    }).ended;
  const calls = async () => {
    await appendFile(path.join(folder, 'calls'), '');
    return (await readFile(path.join(folder, 'calls'), 'utf8')).split('\n').filter(Boolean);
  };
  const beforeRoles = [`apply !${component}`, `apply ${component}=migrate`];

  it('applies workers after the migration, and gateways after the workers', async () => {
    expect(await upgrade()).to.include({ code: 0 });

    expect(await calls()).to.deep.equal([
      ...beforeRoles,
      `apply ${component}=worker`,
      'wait for deployment/a',
      `apply ${component}=gateway`,
      'wait for deployment/a',
      `apply ${component}=admin`,
    ]);
  });

  it('waits for the end of a migration that has met its criteria', async () => {
    await answers({ jobs: ['', 'SuccessCriteriaMet', 'SuccessCriteriaMet', 'SuccessCriteriaMet Complete'] });

    expect(await upgrade()).to.include({ code: 0 });

    expect(await calls()).to.include(`apply ${component}=admin`);
  });

  it('changes no role if the migration fails', async () => {
    await answers({ jobs: ['', 'FailureTarget', 'FailureTarget Failed'] });

    const { code, stderr } = await upgrade();

    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr:
        'The migration failed or does not start (see above): no role was changed. Fix the cause, and run this again.\n',
    });
    expect(await calls()).to.deep.equal(beforeRoles);
  });

  it('says why the migration does not start, and ends', async () => {
    await answers({ jobs: [''], pods: ['Pending  ErrImagePull', 'Pending  ImagePullBackOff'] });

    const { code, stdout } = await upgrade();

    expect({ code, stdout }).to.deep.equal({
      code: 1,
      stdout: 'counterfoil-migrate: Pending  ErrImagePull\ncounterfoil-migrate: Pending  ImagePullBackOff\n',
    });
    expect(await calls()).to.deep.equal(beforeRoles);
  });

  it('waits for a migration for as long as it runs, also if Kubernetes does not answer once', async () => {
    const jobs = [...Array.from({ length: 130 }, () => ''), 'error', 'Complete'];
    await answers({ jobs, pods: ['Pending  ContainerCreating', 'error', 'Running'] });

    expect(await upgrade()).to.include({ code: 0 });
  });

  it("applies no gateways if it can't list the workers", async () => {
    await answers({ deployments: ['error', 'deployment/a'] });

    expect(await upgrade()).to.include({ code: 1 });

    expect(await calls()).to.deep.equal([...beforeRoles, `apply ${component}=worker`]);
  });
});
