import type { Manifest } from './kustomize.ts';

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

/** Fields of a container that tests look at. */
export interface Container {
  readonly args?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly startupProbe: Probe;
  readonly securityContext: object;
}

/** Fields of a pod that tests look at. */
export interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: object;
  readonly containers: readonly Container[];
  readonly volumes: readonly {
    readonly projected: {
      readonly sources: readonly {
        readonly secret: { readonly name: string; readonly items: readonly { readonly path: string }[] };
      }[];
    };
  }[];
}

/** The pods of deployments and jobs, by the names of these. */
export function podsIn(objects: readonly Manifest[]): ReadonlyMap<string, PodSpec> {
  const withPods = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  return new Map(
    withPods.map(({ metadata, spec }) => [
      metadata.name,
      (spec as { readonly template: { readonly spec: PodSpec } }).template.spec,
    ]),
  );
}

export function containersOf(pod: PodSpec): readonly Container[] {
  return pod.containers;
}
