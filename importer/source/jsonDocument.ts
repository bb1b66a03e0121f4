import { ImportError } from './importError.ts';
import { type JsonRow, jsonRow, maxObjectLength } from './jsonRow.ts';
import type { TextDamage } from './sourceTable.ts';

/** Names that answers of APIs and exports give the list of their records. */
const listNames =
  /^(?:data|items?|results?|records?|rows?|values?|entries|list|elements|content|objects|hits|products?|articles?|customers?|contacts?|partners?|accounts?|clients?|users|orders|artikel|produkte|kunden|kontakte|adressen|addresses|produits|articoli|clienti|produkty|klienci|producten|klanten|productos|clientes)$/i;

/** True for a JSON array, or an object that does not end in its first line or is the only one. */
export function isDocument(head: string, isLines: boolean): boolean {
  if (isLines || /^\s*\[/.test(head)) return /^\s*\[/.test(head);
  const [first = '', ...others] = head.trimStart().split(/\r?\n/);
  const next = others.find((line) => line.trim() !== '');
  return next === undefined || (!isWhole(first) && (/[[{,]\s*$/.test(first) || !isWhole(next)));
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Container {
  readonly isList: boolean;
  /** Key under which it stands. */
  readonly name: string;
}

/**
 * Cuts the objects out of a JSON document that arrives in pieces: those of an array, those of the list in an object such as
 * `{"data": [{}, {}]}`, or a single object. Throws an ImportError when several lists may have the records.
 */
export class JsonDocument {
  readonly #name: string;
  readonly #damage: TextDamage;
  readonly #open: Container[] = [];
  /** Text that is not read, from the beginning of an object or of the document. */
  #rest = '';
  #at = 0;
  #line = 1;
  #key = '';
  #list: string | undefined;
  /** Depth in which an object of the list stands. */
  #depth: number | undefined;
  #isEnded = false;

  constructor(name: string, damage: TextDamage) {
    this.#name = name;
    this.#damage = damage;
  }

  read(text: string): JsonRow[] {
    this.#rest += text;
    const rows: JsonRow[] = [];
    const tokens = /["{}[\]]/g;
    tokens.lastIndex = this.#at;
    let unfinished: number | undefined;
    for (let token = tokens.exec(this.#rest); token; token = tokens.exec(this.#rest)) {
      const end = token[0] === '"' ? endOfString(this.#rest, token.index) : token.index + 1;
      if (end === undefined) {
        unfinished = token.index;
        break;
      }
      this.#at = end;
      const row = this.#take(token[0], token.index);
      if (row) rows.push(row);
      tokens.lastIndex = this.#at;
    }
    // No token begins before: only a string without its end is read again.
    this.#at = unfinished ?? this.#rest.length;
    if (this.#depth === undefined && this.#list !== undefined) this.#drop(this.#at);
    if (this.#rest.length > maxObjectLength)
      throw new ImportError(
        `${this.#name}, line ${this.#line}: an object or text is longer than 1 MiB${this.#list === undefined ? ": if it has each record under a key, write them as JSON Lines with jq -c 'to_entries[] | {key} + .value'" : ''}`,
      );
    return rows;
  }

  /** Throws an ImportError for a document that is cut off, or that has no list of its records. */
  end(): JsonRow[] {
    if (this.#open.length > 0 || !this.#isEnded)
      throw new ImportError(`${this.#name} ends inside a JSON object or array: copy or download it again`);
    const isSingle = this.#list === undefined && this.#rest.trimStart().startsWith('{');
    if (!isSingle) return [];
    const row = jsonRow(inOneLine(this.#rest), this.#line, this.#damage);
    if (!row.fault) this.#refuseKeyed(row.text);
    return [row];
  }

  /** Refuses an object whose values are records, each under its number or name. */
  #refuseKeyed(text: string): void {
    const entries = Object.entries(JSON.parse(text) as object);
    const shapes = entries.map(([, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [],
    );
    const [first = []] = shapes;
    const areNumbers = entries.every(([key]) => /^\d+$/.test(key));
    const areAlike = shapes.every((keys) => keys.length > 1 && keys.some((key) => first.includes(key)));
    if (entries.length === 0 || first.length === 0 || !(areNumbers || (entries.length > 1 && areAlike)))
      return;
    throw new ImportError(
      `${this.#name} is an object that has each record under a key, such as "${entries[0]?.[0]}": write them as JSON Lines with jq -c 'to_entries[] | {key} + .value'`,
    );
  }

  #take(token: string, index: number): JsonRow | undefined {
    if (token === '"') this.#key = this.#depth === undefined ? this.#rest.slice(index + 1, this.#at - 1) : '';
    else if (token === '[' || token === '{') this.#enter(token === '[', index);
    else return this.#leave();
    return undefined;
  }

  #enter(isList: boolean, index: number): void {
    const parent = this.#open.at(-1);
    if (!isList && parent?.isList && this.#depth === undefined) {
      this.#choose(parent.name);
      this.#depth = this.#open.length;
      this.#drop(index);
    }
    this.#open.push({ isList, name: parent?.isList ? parent.name : this.#key });
    this.#key = '';
  }

  #choose(name: string): void {
    const isOnly = this.#list === undefined || this.#list === name;
    if (isOnly && (name === '' || listNames.test(name))) this.#list = name;
    else if (isOnly)
      throw new ImportError(
        `${this.#name} is a JSON object with the list "${name}": if its objects are the records, write them as JSON Lines (jq -c '.${name}[]'), otherwise write the object in one line (jq -c .) and add --format jsonl`,
      );
    else
      throw new ImportError(
        `${this.#name} has several lists, "${this.#list}" and "${name}": write one of them as JSON Lines, such as jq -c '.${name}[]'`,
      );
  }

  #leave(): JsonRow | undefined {
    this.#open.pop();
    this.#isEnded ||= this.#open.length === 0;
    if (this.#depth !== this.#open.length) return undefined;
    this.#depth = undefined;
    const row = jsonRow(inOneLine(this.#rest.slice(0, this.#at)), this.#line, this.#damage);
    this.#drop(this.#at);
    return row;
  }

  #drop(length: number): void {
    for (
      let end = this.#rest.indexOf('\n');
      end !== -1 && end < length;
      end = this.#rest.indexOf('\n', end + 1)
    )
      this.#line += 1;
    this.#rest = this.#rest.slice(length);
    this.#at -= length;
  }
}

/** Returns where a string ends; undefined when it ends in a later piece. */
function endOfString(text: string, start: number): number | undefined {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return undefined;
}

/** Line ends are only between the values of JSON, never in them. */
function inOneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}
