import { createRequire } from 'node:module';
import { isFields, type Manifest } from './kustomize.ts';

/** A kind of object; its `validate` throws what is wrong with `this`. */
interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly prototype: { validate(): void };
}

// The packages' own types have errors, for a compiler as strict as ours.
const require = createRequire(import.meta.url);
const core = require('kubernetes-models/v1') as Readonly<Record<string, Kind>>;
const apps = require('kubernetes-models/apps/v1') as Readonly<Record<string, Kind>>;
const batch = require('kubernetes-models/batch/v1') as Readonly<Record<string, Kind>>;
const networking = require('kubernetes-models/networking.k8s.io/v1') as Readonly<Record<string, Kind>>;
const policy = require('kubernetes-models/policy/v1') as Readonly<Record<string, Kind>>;
const keda = require('@kubernetes-models/keda/keda.sh/v1alpha1') as Readonly<Record<string, Kind>>;

const kinds = [core, apps, batch, networking, policy, keda].flatMap((group) => Object.values(group));

/**
 * Returns the faults of an object by the schemas of Kubernetes' API and of KEDA: wrong types, missing fields, and fields that the
 * schema does not have, which an API server drops or refuses.
 */
export function schemaProblems(object: Manifest): readonly string[] {
  const { apiVersion, kind } = object;
  const found = kinds.find((each) => each.apiVersion === apiVersion && each.kind === kind);
  if (!found) return [`no schema of ${apiVersion} ${kind}`];
  const fields = new ReadFields();
  try {
    found.prototype.validate.call(fields.watch(object));
  } catch (error) {
    return [(error as Error).message];
  }
  return fields.unread().map((name) => `unknown field ${name}`);
}

interface Watched {
  readonly path: string;
  readonly names: readonly string[];
  readonly read: Set<string>;
}

/**
 * Finds unknown fields, which the compiled schemas accept: a schema reads the fields that it knows, or all of them where it
 * allows any.
 */
class ReadFields {
  readonly #objects: Watched[] = [];

  /** The same value, which notes what is read of it. */
  watch(value: unknown, path = ''): unknown {
    if (Array.isArray(value)) return value.map((each, index) => this.watch(each, `${path}[${index}]`));
    if (!isFields(value)) return value;
    const watched = { path, names: Object.keys(value), read: new Set<string>() };
    this.#objects.push(watched);
    const copy = Object.entries(value).map(([name, each]) => [name, this.watch(each, `${path}.${name}`)]);
    return new Proxy(Object.fromEntries(copy), {
      get: (target, name) => {
        watched.read.add(String(name));
        return target[String(name)];
      },
      ownKeys: (target) => {
        for (const name of Object.keys(target)) watched.read.add(name);
        return Reflect.ownKeys(target);
      },
    });
  }

  /** The fields that nothing has read, of objects of which something was read. */
  unread(): readonly string[] {
    return this.#objects.flatMap(({ path, names, read }) =>
      names.filter((name) => read.size > 0 && !read.has(name)).map((name) => `${path}.${name}`.slice(1)),
    );
  }
}
