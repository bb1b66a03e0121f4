/** The answer to a file. With both, the file may be imported, or be stopped with the question. */
export interface Expected {
  /** Texts that the question must have; undefined if the file needs none. */
  readonly ask: readonly string[] | undefined;
  /** Rows that are stored or refused; undefined if nothing may be stored. */
  readonly rows: ExpectedRows | undefined;
}

interface ExpectedRows {
  readonly records: readonly ExpectedRecord[];
  /** A text for each refused row that its reason must have: a field or a column. */
  readonly refused: readonly string[];
}

/** Values of the fields of a record. A field that is not listed must not be stored. */
export type ExpectedRecord = Readonly<Record<string, ExpectedValue>>;

interface ExpectedValue {
  /** Values that are right. */
  readonly allowed: readonly string[];
  /** True if the field may also stay empty. */
  readonly isOptional: boolean;
}

const anyValue = '*';

/** Says whether a stored value is right; the stored value of a field that is not sent is ''. */
export function allows({ allowed, isOptional }: ExpectedValue, stored: string): boolean {
  return (
    (isOptional && stored === '') ||
    allowed.includes(anyValue) ||
    allowed.some((value) => isSame(value, stored))
  );
}

function isSame(one: string, other: string): boolean {
  return one === other || (isDecimal(one) && isDecimal(other) && Number(one) === Number(other));
}

function isDecimal(text: string): boolean {
  return /^-?\d+\.\d+$|^-?\d{1,9}$/.test(text) && !/^-?0\d/.test(text);
}

/** Reads a table of records: `README.md` describes it. */
export function readExpected(block: string): ExpectedRows {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  const values = new Map<string, ExpectedValue>();
  const records: ExpectedRecord[] = [];
  const refused: string[] = [];
  let header: readonly string[] | undefined;
  for (const line of lines) {
    const [, rest] = /^all: (.*)$/.exec(line) ?? [];
    const [, reason] = /^refused (.*)$/.exec(line) ?? [];
    if (rest !== undefined) for (const pair of rest.split('; ')) values.set(...readPair(pair));
    else if (reason !== undefined) refused.push(reason);
    else if (header === undefined) header = cellsOf(line);
    else records.push(readRecord(header, line, values));
  }
  return { records, refused };
}

function readRecord(
  header: readonly string[],
  line: string,
  all: ReadonlyMap<string, ExpectedValue>,
): ExpectedRecord {
  const cells = cellsOf(line);
  if (cells.length !== header.length)
    throw new Error(`${cells.length} cells instead of ${header.length}: ${line}`);
  const own = header.map((name, index) => readPair(`${name}=${cells[index]}`));
  return withDefaults(Object.fromEntries([...all, ...own]));
}

function readPair(pair: string): [string, ExpectedValue] {
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  const allowed = pair
    .slice(at + 1)
    .split(' // ')
    .map((value) => value.replaceAll('\\n', '\n'));
  const isOptional = name.endsWith('?');
  return [isOptional ? name.slice(0, -1) : name, { allowed, isOptional }];
}

function cellsOf(line: string): readonly string[] {
  return line.split('|').map((cell) => cell.trim());
}

/**
 * Adds what follows from the other fields: a company is a business client, a person without a title has none, a record with
 * fields of delivery gets an address, and an article without a unit is sold by the piece.
 */
function withDefaults(record: ExpectedRecord): ExpectedRecord {
  const first = (field: string) => record[field]?.allowed[0] ?? '';
  const has = (field: string) => first(field) !== '';
  if (has('customer_ident')) return record;
  const isCustomer = !has('article_title') && !has('article_price');
  if (!isCustomer) return { article_unit: { allowed: ['unit_ppu'], isOptional: false }, ...record };
  const hasDelivery = Object.keys(record).some((field) => field.startsWith('delivery_') && has(field));
  const titles = has('bill_company')
    ? has('bill_firstname') || has('bill_lastname')
      ? ['-1', '3']
      : ['-1']
    : ['3'];
  return {
    bill_title: { allowed: titles, isOptional: false },
    is_business_client: { allowed: [has('bill_company') ? '1' : '0'], isOptional: false },
    divergent_delivery_address: { allowed: [hasDelivery ? '1' : '0'], isOptional: false },
    ...record,
  };
}
