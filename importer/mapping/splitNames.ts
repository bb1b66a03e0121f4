import { isSet, unreadableValue } from './completeRecord.ts';
import { personNames } from './guess/headerNames.ts';
import type { FieldFault, Input } from './mapping.ts';
import type { Resource } from './rules/resourceFields.ts';
import type { Step } from './rules/steps.ts';
import { placeInStreet, type Side, type Split, takeFrom, zipAndCity, zipInCity } from './splitPlaces.ts';
import { formOfAddress, hasLegalForm, isFirstName, kindOfName } from './values/nameKinds.ts';
import { saysLastFirst, seemsLastFirst, splitLastFirst } from './values/nameOrder.ts';
import { plainWord, titles } from './values/vocabulary.ts';

const sides: readonly Side[] = ['bill_', 'delivery_'];

export interface SplitOptions {
  readonly steps: readonly Pick<Step, 'field' | 'from'>[];
  /** Fields whose columns were guessed: a name that may be a person's or a company's is refused. Otherwise it is a person's. */
  readonly guessed: ReadonlySet<string>;
}

/**
 * Returns functions that split whole names, and zip codes with their cities, into the fields of the service. A last name with a
 * legal form becomes the company. They change the record in place, and add each change to the repairs.
 */
export function splittersFor(resource: Resource, { steps, guessed }: SplitOptions): readonly Split[] {
  return (resource === 'articles' ? [] : sides).flatMap((side): Split[] => {
    const stepOf = (name: string) => steps.find(({ field }) => field === side + name);
    const has = (name: string) => stepOf(name) !== undefined;
    const name = stepOf('name');
    const isAsked = guessed.has(`${side}name`);
    const reversed = stepOf('name_last_first');
    return [
      ...(name ? [wholeName(side, 'name', isAsked ? name.from : undefined)] : []),
      ...(reversed ? [wholeName(side, 'name_last_first', undefined)] : []),
      ...(has('lastname') ? [wholeInLastName(side, has('firstname'))] : []),
      ...(has('company') && has('firstname') ? [personAsCompany(side)] : []),
      ...(has('zip_city') ? [zipAndCity(side)] : []),
      ...(has('city') && !has('zipcode') ? [zipInCity(side)] : []),
      ...(has('street') && !has('zipcode') && !has('city') ? [placeInStreet(side)] : []),
    ];
  });
}

/**
 * Splits a whole name. `column` is given if it was guessed: then a name that may be a person's or a company's is refused. In a
 * column with last names first, all names are those of persons.
 */
function wholeName(side: Side, part: 'name' | 'name_last_first', column: string | undefined): Split {
  const isReversed = part === 'name_last_first' || saysLastFirst(column ?? '');
  const isOfPersons = personNames.has(plainWord(column ?? ''));
  return (input, repairs) => {
    const field = side + part;
    const name = takeFrom(input, field);
    if (name === '') return undefined;
    if (isSet(input, `${side}lastname`))
      return isOfPersons ? undefined : companyBeside(input, side, name, repairs);
    const kind = kindIn(input, side, name);
    if (kind === 'company') {
      if (input[`${side}company`] === name) return undefined;
      if (isSet(input, `${side}company`)) input[`${side}lastname`] ??= name;
      else {
        input[`${side}company`] = name;
        repairs.push(`${field}: taken for a company`);
      }
    } else if (isReversed) return splitReversed(input, side, { field, name }, repairs);
    else if (column !== undefined && kind === 'unclear' && !isOfPersons && isUnclear(name))
      return unclearName(field, name, column);
    else return splitPerson(input, side, { field, name }, repairs);
    return undefined;
  };
}

/** A name beside a first and last name is that of the company, or has both again. */
function companyBeside(input: Input, side: Side, name: string, repairs: string[]): undefined {
  const { [`${side}firstname`]: first = '', [`${side}lastname`]: last = '' } = input;
  if (isPerson(name, String(first), String(last)) || isSet(input, `${side}company`)) return;
  input[`${side}company`] = name;
  repairs.push(`${side}name: taken for a company, since the row has another first and last name`);
}

/** True for the first and last name again, in either order, also after a form of address. */
function isPerson(name: string, first: string, last: string): boolean {
  const word = plainWord(name.replace(formOfAddress, ''));
  const [given, family] = [plainWord(first), plainWord(last)];
  return word === given + family || word === family + given;
}

/** Removes a company that is the name of the person again, as some programs write it. */
function personAsCompany(side: Side): Split {
  return (input, repairs) => {
    const { [`${side}company`]: company, [`${side}firstname`]: first, [`${side}lastname`]: last } = input;
    if (!company || !first || !last || !isPerson(String(company), String(first), String(last)))
      return undefined;
    delete input[`${side}company`];
    repairs.push(`${side}company: left out, since it is the name of the person again`);
    return undefined;
  };
}

/** Judges a name by its words, and by the form of address, the company and the flag of its row. */
function kindIn(input: Input, side: Side, name: string) {
  const kind = kindOfName(name);
  const { [`${side}title`]: title, is_business_client: isCompany } = input;
  if (isSet(input, `${side}company`)) return kind === 'company' ? kind : 'person';
  if (title === companyTitle || (isCompany === 1 && kind !== 'person')) return 'company';
  if (kind === 'company') return kind;
  const isPerson = title === 0 || title === 1 || title === 2 || title === 6 || title === 7;
  return isPerson || isCompany === 0 ? 'person' : kind;
}

/** Codes of forms of address (docs/api.md). */
const couple = 5;
const companyTitle = -1;

/** Words before a last name that belong to it. */
const particles =
  /\s(?:(?:van|von|vom|zu|zum|zur|de|del|della|di|da|dos|du|le|la|den|der|ter|ten|el|al|mac|mc|st\.?)\s)+\S+$/i;

/** A name, and the field that has it. */
interface Named {
  readonly field: string;
  readonly name: string;
}

function splitPerson(
  input: Input,
  side: Side,
  { field, name: whole }: Named,
  repairs: string[],
): FieldFault | undefined {
  const untitled = withoutTitle(input, side, whole);
  const [last = '', given, ...others] = untitled.split(/,\s*/);
  const name = given === '' ? last : untitled;
  if (others.length > 0 || isExtended(name)) return severalWays(field, whole);
  if (untitled !== whole) repairs.push(`${side}name: form of address taken from the name`);
  if (given !== undefined && given !== '') {
    setName(input, side, given, last);
    repairs.push(`${side}name: split at the comma into last and first name`);
    return undefined;
  }
  const start = name.search(particles);
  const end = start > 0 ? start : endOfFirstNames(name, input[`${side}country`]);
  setName(input, side, end > 0 ? name.slice(0, end).trim() : '', name.slice(end + 1).trim());
  if (end > 0) repairs.push(`${side}name: split into first and last name`);
  return undefined;
}

/** Matches words after a name that are not the last name: `Jr.`, `III`, `PhD`, `M.A.`, `Dr.`, `a. D.` */
const nameEnd =
  /[\s,](?:[JS]r\.?|[jJ]un\.?|[sS]en\.?|I{2,3}|IV|Esq\.?|Ph\.?\s?D\.?|MD|M\.\s?D\.|Dr\.?|Prof\.?|MBA|[MB]\.?Sc\.?|[MB]\.\s?A\.|LL\.?\s?[MB]\.?|DDS|CPA|CFA|Dipl\.\S*|Mag\.|med\.|Md[BL]|[ai]\.\s?[DR]\.)$/;
/** Matches what stands before a person in an address: `z. Hd.`, `c/o`, `Attn.` */
const addressed =
  /^(?:z\.\s?h(?:d|dn)?\.|zh\.|zhd\.?|zu h(?:ae|ä)nden|c\/o|att(?:n|ention)?[.:]|attn|t\.a\.v\.|p\.a\.)(?=\s|\p{L})/iu;

function isExtended(name: string): boolean {
  return nameEnd.test(name.slice(-maxEndLength)) || addressed.test(name);
}

const maxEndLength = 30;

function severalWays(field: string, name: string): FieldFault {
  return unreadableValue(
    field,
    `"${name}" may be split in several ways: correct it, with a comma after the last name`,
  );
}

/** Spaniards have two last names: `María García López` is María. */
function endOfFirstNames(name: string, country: unknown): number {
  const words = name.split(' ');
  const hasTwo = country === 'es' && words.length > 2 && !isFirstName(words.at(-2) ?? '');
  return hasTwo ? name.length - words.slice(-2).join(' ').length - 1 : name.lastIndexOf(' ');
}

function splitReversed(
  input: Input,
  side: Side,
  { field, name: whole }: Named,
  repairs: string[],
): FieldFault | undefined {
  if (whole.includes(',')) return splitPerson(input, side, { field, name: whole }, repairs);
  const name = withoutTitle(input, side, whole);
  const [last, first] = isExtended(name) ? [] : (splitLastFirst(name) ?? []);
  if (last === undefined || first === undefined) return severalWays(field, whole);
  setName(input, side, first, last);
  if (first !== '') repairs.push(`${side}name: split into last and first name`);
  return undefined;
}

function setName(input: Input, side: Side, first: string, last: string): void {
  if (first !== '') input[`${side}firstname`] = first;
  input[`${side}lastname`] = last;
}

/** Takes `Herr Dr.` from the beginning of a name, unless the row has a form of address already. */
function withoutTitle(input: Input, side: Side, name: string): string {
  const words = formOfAddress.exec(name)?.[0];
  const code = words === undefined ? undefined : (titles.get(plainWord(words)) ?? coupleIn(words));
  if (words === undefined || code === undefined || isSet(input, `${side}title`)) return name;
  input[`${side}title`] = code;
  const rest = name.slice(words.length);
  return /(?:dr|prof)\.?\s+$/i.test(words) ? rest.replace(faculties, '') : rest;
}

/** Matches the rest of a doctor's title: `Dr. med. dent.`, `Dr. rer. nat.`, `Prof. Dr. h. c.` */
const faculties =
  /^(?:(?:(?:med|dent|vet|univ|jur|iur|phil|theol|rer|nat|pol|oec|publ|techn|agr|habil|mult)\.|h\.\s?c\.|-?ing\.)\s*)+(?=\p{L})/iu;

/** `Dr & Mrs` are a couple, whichever titles they have. */
function coupleIn(words: string): number | undefined {
  return /\s(?:&|und|and|u\.|et|en|e|y)\s/i.test(words) ? couple : undefined;
}

/** Splits a whole name in the column of last names. Beside a column of first names, only a comma shows that it is whole. */
function wholeInLastName(side: Side, hasFirstNames: boolean): Split {
  return (input, repairs) => {
    const field = `${side}lastname`;
    const name = String(input[field] ?? '');
    const isNamedCompany = input[`${side}title`] === companyTitle && name !== '';
    if (isNamedCompany && !isSet(input, `${side}firstname`) && !isSet(input, `${side}company`)) {
      input[`${side}company`] = takeFrom(input, field);
      repairs.push(`${field}: taken for a company, as the form of address says`);
      return undefined;
    }
    if (!name.includes(' ') || isSet(input, `${side}firstname`) || isSet(input, `${side}company`))
      return undefined;
    const kind = kindOfName(name);
    if (hasLegalForm(name)) {
      input[`${side}company`] = takeFrom(input, field);
      repairs.push(`${field}: taken for a company by its legal form`);
    } else if (kind === 'person' && (name.includes(',') || !hasFirstNames))
      return splitPerson(input, side, { field, name: takeFrom(input, field) }, repairs);
    return undefined;
  };
}

/** A single word is a last name, if it is not a number or code. */
export function isUnclear(name: string): boolean {
  return /[\s\d]/.test(name) && kindOfName(name) === 'unclear';
}

function unclearName(field: string, name: string, column: string): FieldFault {
  return unreadableValue(
    field,
    `"${name}" may be a person or a company: ${namesRemedy(field, column, seemsLastFirst(name))}`,
  );
}

/** Says how to decide about names, ready to paste. */
export function namesRemedy(field: string, column: string, isReversed: boolean): string {
  const side = field.slice(0, -'name'.length);
  const persons = isReversed
    ? `persons, last name first, with --column ${field}_last_first=${column}`
    : `persons with --column ${field}=${column}`;
  return `take those without a legal form for ${persons}, all for companies with --column ${side}company=${column}, or keep them whole with --column ${side}lastname=${column}`;
}
