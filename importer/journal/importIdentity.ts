/** Inputs of an import: a run continues the journal of another one only if all of them are the same. */
export type Identity = Readonly<Record<string, string | number | undefined>>;

const descriptions: Readonly<Record<string, string>> = {
  service: 'the service or app',
  mapping: 'the mapping options',
  'mapping file': 'the mapping file',
  'file of --customers': 'the file of --customers',
  'on-existing': '--on-existing',
  rows: '--update-only, --same-origin or --on-repeat',
  reading: 'an option for reading, such as --encoding or --header-line',
  release: 'the release of Counterfoil',
  idents: '--idents',
  plan: 'the plan of the dry run',
  'version of the file': 'the content of the file',
};

export function differences(former: Identity, identity: Identity): readonly string[] {
  const different = Object.keys(identity).filter((name) => former[name] !== identity[name]);
  return different.map((name) => descriptions[name] ?? name);
}
