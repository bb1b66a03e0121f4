import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

type Fields = Readonly<Record<string, unknown>>;

/** An object of Kubernetes, as a manifest has it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Labels };
  readonly spec?: Fields;
  readonly [field: string]: unknown;
}

type Labels = Readonly<Record<string, string>>;

interface Kustomization {
  readonly namespace?: string;
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly patches?: readonly Patch[];
  readonly images?: readonly { readonly name: string; readonly newName: string; readonly newTag: string }[];
}

interface Patch {
  readonly path: string;
  readonly target: { readonly kind: string; readonly labelSelector?: string };
}

/**
 * Does the same as `kubectl kustomize` with a folder, for machines that have no kubectl. It knows what our files use: resources,
 * components, strategic patches with a target, namespaces and images. It leaves out generated maps and secrets.
 */
export async function kustomize(folder: string, given: readonly Manifest[] = []): Promise<Manifest[]> {
  const text = await readFile(path.join(folder, 'kustomization.yaml'), 'utf8');
  const {
    namespace,
    resources = [],
    components = [],
    patches = [],
    images = [],
  } = parse(text) as Kustomization;
  const objects = [...given];
  for (const resource of resources) objects.push(...(await read(path.join(folder, resource))));
  let made = objects;
  for (const { path: file, target } of patches) {
    const patch = (await manifestsOf(path.join(folder, file)))[0];
    made = made.map((object) => (isTarget(object, target) ? withoutName(object, patch) : object));
  }
  for (const component of components) made = await kustomize(path.join(folder, component), made);
  return made.map((object) => withImages(images, inNamespace(namespace, object)));
}

/** The objects of a file, by the rules of YAML 1.1, as kubectl reads it. */
export async function manifestsOf(file: string): Promise<Manifest[]> {
  const documents = parseAllDocuments(await readFile(file, 'utf8'), { version: '1.1' });
  return documents.map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join('; ')}`);
    return document.toJS() as Manifest;
  });
}

function read(resource: string): Promise<Manifest[]> {
  return resource.endsWith('.yaml') ? manifestsOf(resource) : kustomize(resource);
}

function isTarget({ kind, metadata }: Manifest, target: Patch['target']): boolean {
  if (kind !== target.kind) return false;
  const { labelSelector } = target;
  if (!labelSelector) return true;
  const [, key = '', values = ''] = /^([\w./]+)(?:=| in \()([\w, ]+)\)?$/.exec(labelSelector) ?? [];
  return values.split(', ').includes(metadata.labels?.[key] ?? '');
}

function withoutName(object: Manifest, patch: Manifest | undefined): Manifest {
  const { apiVersion, kind, metadata } = object;
  return { ...(merged(object, patch) as Manifest), apiVersion, kind, metadata };
}

/** The field that identifies an element of a list. Other lists are replaced. */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: 'name',
  env: 'name',
  ports: 'containerPort',
  volumes: 'name',
  volumeMounts: 'mountPath',
};

function merged(value: unknown, patch: unknown, field = ''): unknown {
  if (patch === undefined) return value;
  const key = mergeKeys[field];
  if (Array.isArray(value) && Array.isArray(patch) && key) return mergedLists(value, patch, key);
  if (!isFields(value) || !isFields(patch)) return patch;
  const names = [...new Set([...Object.keys(value), ...Object.keys(patch)])];
  const entries = names.map((name) => [name, merged(value[name], patch[name], name)] as const);
  return Object.fromEntries(entries.filter(([, result]) => result !== null));
}

function mergedLists(values: readonly Fields[], patches: readonly Fields[], key: string): readonly unknown[] {
  const left = patches.filter((patch) => !values.some((value) => value[key] === patch[key]));
  return [
    ...values.map((value) =>
      merged(
        value,
        patches.find((patch) => patch[key] === value[key]),
      ),
    ),
    ...left,
  ];
}

function inNamespace(namespace: string | undefined, object: Manifest): Manifest {
  if (!namespace) return object;
  const { metadata } = object;
  return object.kind === 'Namespace'
    ? { ...object, metadata: { ...metadata, name: namespace } }
    : { ...object, metadata: { ...metadata, namespace } };
}

function withImages(images: NonNullable<Kustomization['images']>, object: Manifest): Manifest {
  const replaced = (value: unknown, field = ''): unknown => {
    if (Array.isArray(value)) return value.map((each) => replaced(each));
    if (isFields(value))
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, name)]));
    const image = field === 'image' && images.find(({ name }) => name === value);
    return image ? `${image.newName}:${image.newTag}` : value;
  };
  return replaced(object) as Manifest;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
