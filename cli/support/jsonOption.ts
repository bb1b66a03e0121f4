import { Option } from 'commander';

export interface JsonOption {
  readonly json?: boolean;
}

/** Makes the option of a command that also prints JSON: the whole result, or an object of these fields. */
export function jsonOption(...fields: readonly string[]): Option {
  const names = fields.map((field) => `"${field}"`).join(', ');
  return new Option('--json', names ? `print { ${names} } in one line` : 'one line of JSON');
}
