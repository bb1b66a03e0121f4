import { ImportError } from './importError.ts';
import { type JsonRow, jsonRow, maxObjectLength, otherValue } from './jsonRow.ts';
import { endOfString, inOneLine } from './jsonText.ts';
import type { TextDamage } from './sourceTable.ts';

/** Names that answers of APIs and exports give the list of their records. */
const listNames =
  /^(?:data|items?|results?|records?|rows?|values?|entries|list|elements|content|objects|hits|products?|articles?|customers?|contacts?|partners?|accounts?|clients?|users|orders|artikel|produkte|kunden|kontakte|adressen|addresses|produits|articoli|clienti|produkty|klienci|producten|klanten|productos|clientes)$/i;

/** Names that such an object may share with its records. */
const outerNames =
  /^(?:_?id|object|kind|etag|type|status|state|code|success|message|totals?|count|size|page|ur[il]|href|self|links?|meta|version|currency|lang|language|locale|date|timestamp|time|created|updated|(?:created|updated)_?(?:at|on))$/i;

interface Container {
  readonly isList: boolean;
  /** Key under which it stands. */
  readonly name: string;
  /** Keys of an object whose values are neither lists nor objects. */
  readonly keys: string[];
  /** True for an object in which the list of the records stands. */
  hasRecords: boolean;
}

/** A list beside the objects of the list, or a value after the end of the document. It may still turn out to have records. */
interface Member {
  readonly depth: number;
  readonly line: number;
  start: number;
  /** Values in it that are no objects. */
  readonly inner: JsonRow[];
}

const notObject = 'not a JSON object: each record of the list must be one, such as {"a": 1}';
const afterEnd = 'the value stands after the end of the list of records: move it into the list, or remove it';

/**
 * Cuts the objects out of a JSON document that arrives in pieces: those of an array, those of the list in an object such as
 * `{"data": [{}, {}]}`, or a single object. Other values of the list, and what follows the document, are rows with a fault.
 * Throws an ImportError when several lists may have the records.
 */
export class JsonDocument {
  readonly #name: string;
  readonly #damage: TextDamage;
  readonly #open: Container[] = [];
  #rows: JsonRow[] = [];
  /** Text that is not read, from the beginning of an object or of the document. */
  #rest = '';
  #at = 0;
  /** Line at an index of the text. */
  #line = 1;
  #lineIndex = 0;
  #key = '';
  /** True after the colon of a key. */
  #isValue = false;
  #list: string | undefined;
  /** Depth in which an object of the list stands. */
  #depth: number | undefined;
  #isEnded = false;
  #member: Member | undefined;
  /** Values that are no objects, by the name of their list, until it is known which list has the records. */
  #others: { readonly name: string; readonly row: JsonRow }[] = [];
  #recordKeys: ReadonlySet<string> | undefined;

  constructor(name: string, damage: TextDamage) {
    this.#name = name;
    this.#damage = damage;
  }

  read(text: string): JsonRow[] {
    this.#rest += text;
    const tokens = /["{}[\]]/g;
    tokens.lastIndex = this.#at;
    let unfinished: number | undefined;
    for (let token = tokens.exec(this.#rest); token; token = tokens.exec(this.#rest)) {
      const end = token[0] === '"' ? endOfString(this.#rest, token.index) : token.index + 1;
      if (end === undefined) {
        unfinished = token.index;
        break;
      }
      const before = this.#at;
      this.#at = end;
      this.#take(token[0], before, token.index);
      tokens.lastIndex = this.#at;
    }
    // No token begins before: only a string or number without its end is read again.
    this.#at = this.#untilUnfinished(unfinished ?? this.#rest.length);
    if (this.#depth === undefined && this.#list !== undefined) this.#drop(this.#member?.start ?? this.#at);
    if (this.#rest.length > maxObjectLength)
      throw new ImportError(
        `${this.#name}, line ${this.#line}: an object or text is longer than 1 MiB${this.#list === undefined ? ": if it has each record under a key, write them as JSON Lines with jq -c 'to_entries[] | {key} + .value'" : ''}`,
      );
    return this.#takeRows();
  }

  /** Throws an ImportError for a document that is cut off, or that has no list of its records. */
  end(): JsonRow[] {
    if (this.#open.length > 0 || !this.#isEnded)
      throw new ImportError(`${this.#name} ends inside a JSON object or array: copy or download it again`);
    this.#between(this.#at, this.#rest.length);
    const isSingle = this.#list === undefined && this.#rest.trimStart().startsWith('{');
    if (!isSingle) return this.#takeRows();
    const row = jsonRow(inOneLine(this.#rest), 1, this.#damage);
    if (!row.fault) this.#refuseKeyed(row.text);
    return [row];
  }

  #takeRows(): JsonRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
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

  #take(token: string, before: number, index: number): void {
    if (this.#depth === undefined) this.#between(before, index);
    if (token === '"') this.#takeString(index);
    else if (token === '[' || token === '{') this.#enter(token === '[', index);
    else this.#leave();
  }

  #takeString(index: number): void {
    if (this.#depth !== undefined) return;
    const parent = this.#open.at(-1);
    if (parent?.isList !== false) this.#addOther(this.#rest.slice(index, this.#at), index);
    else if (!this.#isValue) {
      this.#key = this.#rest.slice(index + 1, this.#at - 1);
      parent.keys.push(this.#key);
    }
  }

  /** Reads what stands between two tokens: numbers and other values of a list, or the colon of a key. */
  #between(from: number, to: number): void {
    const text = this.#rest.slice(from, to);
    if (this.#open.at(-1)?.isList === false) {
      const [sign] = /[:,](?=[^:,]*$)/.exec(text) ?? [];
      if (sign !== undefined) this.#isValue = sign === ':';
    } else for (const { 0: value, index } of text.matchAll(/[^\s,]+/g)) this.#addOther(value, from + index);
  }

  /** Reads what stands before an index, except for a number that may go on in the next piece. */
  #untilUnfinished(index: number): number {
    if (this.#depth !== undefined) return index;
    const isBlank = this.#rest.slice(this.#at, index).trim() === '';
    const isInObject = this.#open.at(-1)?.isList === false;
    const end = isBlank || isInObject ? index : this.#rest.lastIndexOf(',', index) + 1;
    if (end <= this.#at) return this.#at;
    this.#between(this.#at, end);
    return end;
  }

  #enter(isList: boolean, index: number): void {
    const parent = this.#open.at(-1);
    if (this.#depth === undefined && !isList && parent?.isList) {
      this.#choose(parent.name);
      this.#depth = this.#open.length;
      this.#drop(index);
    } else if (this.#depth === undefined && (parent ? parent.isList : this.#isEnded))
      this.#member ??= { depth: this.#open.length, line: this.#lineAt(index), start: index, inner: [] };
    if (parent?.isList === false && this.#depth === undefined) parent.keys.pop();
    const name = parent?.isList ? parent.name : parent ? this.#key : '';
    this.#open.push({ isList, name, keys: [], hasRecords: false });
    this.#isValue = false;
  }

  #choose(name: string): void {
    const isOnly = this.#list === undefined || this.#list === name;
    if (!isOnly)
      throw new ImportError(
        `${this.#name} has several lists, "${this.#list}" and "${name}": write one of them as JSON Lines, such as jq -c '.${name}[]'`,
      );
    if (name !== '' && !listNames.test(name)) throw this.#mayBePart(name);
    const before = this.#others.filter((other) => other.name === name).map(({ row }) => row);
    this.#rows.push(...before, ...(this.#member?.inner ?? []));
    this.#list = name;
    this.#others = [];
    this.#member = undefined;
    for (const container of this.#open) container.hasRecords = true;
  }

  /** Explains that the list may be a part of one record. */
  #mayBePart(name: string): ImportError {
    return new ImportError(
      `${this.#name} is a JSON object with the list "${name}": if its objects are the records, write them as JSON Lines (jq -c '.${name}[]'), otherwise write the object in one line (jq -c .) and add --format jsonl`,
    );
  }

  #leave(): void {
    const left = this.#open.pop();
    this.#isEnded ||= this.#open.length === 0;
    if (this.#depth === this.#open.length) this.#addRecord();
    else if (this.#depth === undefined && left?.hasRecords) this.#refuseRecordAround(left);
    if (this.#member?.depth !== this.#open.length) return;
    const { line, start } = this.#member;
    this.#member = undefined;
    this.#add(otherValue(inOneLine(this.#rest.slice(start, this.#at)), line, this.#reason()));
  }

  #addRecord(): void {
    this.#depth = undefined;
    const row = jsonRow(inOneLine(this.#rest.slice(0, this.#at)), this.#line, this.#damage);
    this.#rows.push(row);
    this.#drop(this.#at);
    if (this.#recordKeys !== undefined || row.fault) return;
    this.#recordKeys = new Set(Array.from(row.record.keys(), (key) => key.split('.', 1)[0] ?? ''));
    for (const container of this.#open) this.#refuseRecordAround(container);
  }

  /** Refuses an object that has fields of its records: it may be a record itself, and its list a part of it. */
  #refuseRecordAround({ keys }: Container): void {
    if (keys.some((key) => this.#recordKeys?.has(key) && !outerNames.test(key)))
      throw this.#mayBePart(this.#list ?? '');
  }

  /** Adds a value that is no object, if it stands in the list of the records or after the document. */
  #addOther(text: string, index: number): void {
    const parent = this.#open.at(-1);
    const isAfter = parent === undefined && this.#isEnded && /[\p{L}\d]/u.test(text);
    const isInList = parent?.isList && (this.#list === undefined || this.#list === parent.name);
    if (isAfter || isInList) this.#add(otherValue(text, this.#lineAt(index), this.#reason()));
  }

  #reason(): string {
    return this.#open.length === 0 ? afterEnd : notObject;
  }

  #add(row: JsonRow): void {
    if (this.#member) this.#member.inner.push(row);
    else if (this.#list === undefined) this.#others.push({ name: this.#open.at(-1)?.name ?? '', row });
    else this.#rows.push(row);
  }

  /** Returns the line at an index after the former one. */
  #lineAt(index: number): number {
    const text = this.#rest.slice(this.#lineIndex, index);
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) this.#line += 1;
    this.#lineIndex = Math.max(this.#lineIndex, index);
    return this.#line;
  }

  #drop(length: number): void {
    this.#lineAt(length);
    this.#rest = this.#rest.slice(length);
    this.#at -= length;
    this.#lineIndex -= length;
    if (this.#member) this.#member.start -= length;
  }
}
