import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parseAllDocuments } from 'yaml';
import { commandFolders, findCommand } from '../../servers/system/run.ts';
import { settingNames } from '../../shared/runtime/settings/settings.ts';
import { workerKinds } from '../../up/roles/roles.ts';
import { counterfoilCommands, problemWith } from '../docs/counterfoilProgram.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { schemaProblems } from '../support/kubernetesSchemas.ts';
import { isFields, kustomize, type Manifest } from '../support/kustomize.ts';
import { type Container, containersOf, type PodSpec, podsIn } from '../support/pods.ts';

const folder = 'deploy/kubernetes';
const kubectl = findCommand('kubectl', commandFolders());
const roles = ['gateway', ...workerKinds];
const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

describe('the manifests of deploy/kubernetes', function () {
  this.timeout(60_000);
  let example: readonly Manifest[];
  before(async () => {
    example = await kustomize(`${folder}/example`);
  });
  after(cleanUp);

  const ofKind = (kind: string) => example.filter((object) => object.kind === kind);
  const roleOf = ({ metadata }: Manifest) => metadata.name.replace('counterfoil-', '');
  const podOf = (role: string) => podsIn(example).get(`counterfoil-${role}`) as PodSpec;
  const onlyContainer = (role: string) => containersOf(podOf(role))[0] as Container;

  it('fit the schemas of Kubernetes and KEDA, without unknown fields', () => {
    const problems = example.flatMap((object) =>
      schemaProblems(object).map((problem) => `${nameOf(object)}: ${problem}`),
    );

    expect(problems).to.deep.equal([]);
    expect(example).to.have.length.above(25);
  });

  const broken: readonly [string, (text: string) => string][] = [
    [
      'unknown field spec.template.spec.containers[0].readinesProbe',
      (text) => text.replace('"readiness', '"readines'),
    ],
    ['/spec/replicas', (text) => text.replace('"spec":{', '"spec":{"replicas":"two",')],
    ['selector', (text) => text.replaceAll('"selector"', '"selektor"')],
  ];
  for (const [problem, breaks] of broken)
    it(`would be refused with ${problem} wrong`, () => {
      const [deployment] = ofKind('Deployment');

      const problems = schemaProblems(JSON.parse(breaks(JSON.stringify(deployment))) as Manifest);

      expect(problems.join()).to.include(problem);
    });

  if (kubectl)
    it('are made by kubectl as these tests read them', async () => {
      const copy = path.join(await emptyFolder(), 'kubernetes');
      await cp(folder, copy, { recursive: true });
      await mkdir(path.join(copy, 'example/secrets'));
      for (const name of [
        'redis_url',
        'worker_url',
        'admin_url',
        'migrate_url',
        'secret_key',
        'former_secret_key',
      ])
        await writeFile(path.join(copy, 'example/secrets', name), name);

      const { stdout } = await promisify(execFile)(kubectl, ['kustomize', path.join(copy, 'example')]);

      const made = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
      const generated = made.filter(({ kind }) => kind === 'Secret' || kind === 'ConfigMap');
      expect(generated.flatMap(schemaProblems)).to.deep.equal([]);
      const others = made.filter((object) => !generated.includes(object)).map(comparable);
      expect(others.toSorted()).to.deep.equal(example.map(comparable).toSorted());
    });

  it('run each role that up runs, with its disruption budget and its ScaledObject', () => {
    const deployed = ofKind('Deployment').map(roleOf);

    expect(deployed).to.have.members([...roles, 'admin']);
    expect(ofKind('PodDisruptionBudget').map(roleOf)).to.have.members(roles);
    expect(ofKind('ScaledObject').map(roleOf)).to.have.members(roles);
    for (const { spec, metadata } of ofKind('ScaledObject'))
      expect(spec).to.have.nested.property('scaleTargetRef.name', metadata.name);
  });

  it('name commands, settings and files that exist (starts commands)', async () => {
    const commands = counterfoilCommands();
    for (const [name, pod] of podsIn(example))
      for (const { args = [], env = [] } of containersOf(pod)) {
        expect(problemWith(commands, args, true), name).to.equal('');
        const names = env.map((variable) => variable.name);
        expect([
          ...settingNames(),
          'NODE_OPTIONS',
          'COUNTERFOIL_URL',
          'COUNTERFOIL_COMMAND',
        ]).to.include.members(names);
        const files = env.filter((variable) => variable.name.endsWith('_FILE')).map(({ value }) => value);
        // An operator names this one for a command that changes tables.
        if (secretsIn(pod).includes('counterfoil-admin')) files.push('/run/secrets/counterfoil/migrate_url');
        expect(filesIn(pod), name).to.have.members(files);
      }
  });

  it('give each role its own secrets only', () => {
    expect(secretsIn(podOf('gateway'))).to.have.members(['counterfoil-redis', 'counterfoil-keys']);
    for (const kind of workerKinds)
      expect(secretsIn(podOf(kind)), kind).to.have.members([
        'counterfoil-redis',
        'counterfoil-database',
        // It signs what it sends.
        ...(kind === 'webhook' ? ['counterfoil-keys'] : []),
      ]);
    expect(secretsIn(podOf('migrate'))).to.deep.equal(['counterfoil-migrate']);
    expect(secretsIn(podOf('admin')))
      .to.include.members(['counterfoil-admin', 'counterfoil-migrate'])
      .and.not.include('counterfoil-database');
  });

  it('let no pod have rights', () => {
    for (const [name, pod] of podsIn(example)) {
      expect(pod, name).to.include({ automountServiceAccountToken: false });
      expect(pod.securityContext, name).to.deep.include({
        runAsNonRoot: true,
        runAsUser: 1e3,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const { securityContext } of containersOf(pod))
        expect(securityContext, name).to.deep.equal({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });

  it('probe the health of roles at the port of the image', async () => {
    const [, http, metrics] = /^EXPOSE (\d+) (\d+)$/m.exec(await readFile('Dockerfile', 'utf8')) ?? [];
    for (const role of roles) {
      const { ports, readinessProbe, livenessProbe, startupProbe } = onlyContainer(role);
      const numbers = new Map(ports.map((port) => [port.name, port.containerPort]));
      expect(numbers.get('metrics')).to.equal(Number(metrics));
      expect(numbers.get('http')).to.equal(role === 'gateway' ? Number(http) : undefined);
      expect(readinessProbe.httpGet).to.deep.equal({ path: '/readyz', port: 'metrics' });
      for (const probe of [livenessProbe, startupProbe])
        expect(probe.httpGet).to.deep.equal({ path: '/healthz', port: 'metrics' });
    }
  });

  it('leave roles the time that they need to stop', () => {
    const deadlineMs = 10_000;
    const drainMs = Number(onlyContainer('gateway').env.find(({ name }) => name === 'DRAIN_MS')?.value);

    expect(podOf('gateway').terminationGracePeriodSeconds).to.be.above((drainMs + 2 * deadlineMs) / 1_000);
    for (const kind of workerKinds)
      expect(podOf(kind).terminationGracePeriodSeconds).to.be.above(deadlineMs / 1_000);
  });

  it('keep gateways away from the database', () => {
    const reaching = (port: number) =>
      ofKind('NetworkPolicy').filter(({ spec }) =>
        JSON.stringify(spec?.egress ?? []).includes(`"port":${port}`),
      );

    expect(reaching(3_306).map(roleOf)).to.deep.equal(['database']);
    expect(JSON.stringify(reaching(3_306))).to.include('"values":["worker","migrate","admin"]');
    expect(JSON.stringify(reaching(6_379))).to.include('"values":["gateway","worker","admin"]');
  });
});

/** Returns an object without the hashes of generated names, with fields and lists in one order. */
function comparable(object: Manifest): string {
  const text = JSON.stringify(sorted(object));
  return text.replaceAll(
    /(counterfoil-(?:redis|database|admin|migrate|keys|settings))-[a-z0-9]{10}\b/g,
    '$1',
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const keyed = value.map((each) => JSON.stringify(sorted(each)));
    return keyed.toSorted().map((text): unknown => JSON.parse(text));
  }
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, sorted(each)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The files of secrets that a pod sees. */
function filesIn(pod: PodSpec): string[] {
  return pod.volumes.flatMap(({ projected }) =>
    projected.sources.flatMap(({ secret }) =>
      secret.items.map((item) => `/run/secrets/counterfoil/${item.path}`),
    ),
  );
}

function secretsIn(pod: PodSpec): string[] {
  return pod.volumes.flatMap(({ projected }) => projected.sources.map(({ secret }) => secret.name));
}
