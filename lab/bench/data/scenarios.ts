import { type Resource, resourceOf } from '../../../shared/contract/operations/operation.ts';

export type LoadMethod = 'article.create' | 'article.read' | 'customer.create' | 'customer.update';

interface Share {
  readonly method: LoadMethod;
  readonly percent: number;
}

export const scenarios = {
  'article.create': [{ method: 'article.create', percent: 100 }],
  'article.read': [{ method: 'article.read', percent: 100 }],
  /** Each request creates a delivery address, too. */
  'customer.create': [{ method: 'customer.create', percent: 100 }],
  'customer.update': [{ method: 'customer.update', percent: 100 }],
  mix: [
    { method: 'article.read', percent: 70 },
    { method: 'customer.update', percent: 20 },
    { method: 'article.create', percent: 10 },
  ],
} as const satisfies Record<string, readonly Share[]>;

export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];

export function resourcesOf(scenario: ScenarioName): readonly Resource[] {
  return [...new Set(scenarios[scenario].map(({ method: name }) => resourceOf(name)))];
}

/** Returns the operation of the n-th request. 37 and 100 have no common factor, so each hundred holds the exact shares, mixed. */
export function methodAt(scenario: ScenarioName, index: number): LoadMethod {
  let place = (index * 37) % 100;
  const shares: readonly Share[] = scenarios[scenario];
  const share = shares.find(({ percent }) => {
    place -= percent;
    return place < 0;
  });
  return (share as Share).method;
}
