import { Option } from 'commander';

export interface JsonOption {
  readonly json?: boolean;
}

/** The option of a command that also prints JSON: all of the result, or an object of these fields. */
export function jsonOption(...fields: readonly string[]): Option {
  const names = fields.map((field) => `"${field}"`).join(', ');
  return new Option('--json', names ? `print { ${names} } in one line` : 'one line of JSON');
}
