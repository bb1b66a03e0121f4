import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { explanations, rowTexts, words } from './explanations.js';
import { questionTexts } from './questionTexts.js';
import { namedValues, storedText } from './storedValues.js';
import {
  answers,
  fieldNames,
  headlines,
  noticeAnswers,
  openAnswers,
  questionAnswers,
  texts,
} from './texts.js';

/** Says how the page writes: in the language that was chosen. */
export const Language = createContext();

export function useTexts() {
  return useContext(Language);
}

/** Returns 'de' or 'en': the first of the languages of the browser that the page has. */
export function languageOf(languages) {
  const known = languages
    .map((each) => each.slice(0, 2).toLowerCase())
    .find((each) => each === 'de' || each === 'en');
  return known ?? 'en';
}

export function textsIn(language) {
  const index = language === 'de' ? 1 : 0;
  const one = (pair, values = {}) => filled(pair[index], values);
  const number = (value) => value.toLocaleString(language);
  const t = (key, values = {}) => {
    const { number: count } = values;
    const pair = (count === 1 && texts[`${key}-1`]) || texts[key] || [key, key];
    return one(pair, count === undefined ? values : { ...values, number: number(count) });
  };
  const fieldText = (field) => capitalized(fieldName(field, one));
  return {
    t,
    number,
    fieldText,
    amount: (value) => value.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
    percent: (share) =>
      share === undefined
        ? ''
        : share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 }),
    change: (value) =>
      value.toLocaleString(language, { style: 'percent', signDisplay: 'always', maximumFractionDigits: 1 }),
    time: (iso) => new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }),
    bytes: (value) => bytesText(value, language),
    duration: (milliseconds) => durationText(milliseconds, language),
    headline: (given) => headlineOf(given, one),
    answerText: (options) => options.map((option) => answerText(option, one)).join(', '),
    questionText: (options) => options.map((option) => answerText(option, one, questionAnswers)).join(', '),
    noticeText: (options) => options.map((option) => answerText(option, one, noticeAnswers)).join(', '),
    storedText: (field, value, account) => storedText(field, value, { language, one, account }),
    /** The values of a field with a fixed set of them, each with its name. */
    valuesOf: (field) => namedValues(field).map(([value, pair]) => [value, one(pair)]),
    explained: (given) => explained(given, language, one),
    optionText,
    openText: (flag, before) =>
      one(openAnswers[flag] ?? [flag, flag], { field: fieldName(before.replace(/=$/, ''), one) }),
    facts: (description) => factsOf(description, t),
    tallyText: (tally, left) => tallyText(tally, left, t, number),
  };
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

function fieldName(field, one) {
  const own = fieldNames[field];
  if (own) return one(own);
  const [, side, part] = /^(bill|delivery)_(.+)$/.exec(field) ?? [];
  return side && fieldNames[part] ? `${one(fieldNames[side])}: ${one(fieldNames[part])}` : field;
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const priceFields = ['article_price', 'article_price_total'];

function headlineOf([{ options }], one) {
  const [[flag, value = ''] = []] = options;
  const [field] = value.split('=');
  const isPrice = flag === '--column' && priceFields.includes(field);
  return one(headlines[isPrice ? '--no-price' : flag] ?? texts.question, { field: fieldName(field, one) });
}

/** Returns an explanation of the importer in the language of the page, if it has it, with that language. */
function explained({ text, known: [code, ...values] = [] }, language, one) {
  const pair = explanations[code];
  if (pair) return { text: one(pair, valuesFrom(values, language, one)), lang: language };
  const [match, german] =
    [...rowTexts, ...questionTexts]
      .map(([pattern, each]) => [pattern.exec(text), each])
      .find(([found]) => found) ?? [];
  if (match && language === 'en') return { text: withoutOptions(text, one), lang: 'en' };
  if (!match) return { text, lang: 'en' };
  return { text: filled(german, valuesFrom(match.slice(1), language, one)), lang: 'de' };
}

/** The page has buttons in place of options of the command, and other names of fields. */
function withoutOptions(text, one) {
  return text
    .replace(/(?:: (?:say|correct|add|set|choose|use|keep|write)|\. Choose)\b[^:]* --\w.*$/s, '')
    .replace(/^(\w+)(?=: )/, (field) => (fieldNames[field] ? capitalized(fieldName(field, one)) : field));
}

/** Returns values by their number, in the language of the page. */
function valuesFrom(values, language, one) {
  const shown = values.map((value = '') => {
    if (fieldNames[value]) return capitalized(fieldName(value, one));
    return language === 'de' ? inGerman(value) : value;
  });
  return Object.fromEntries(shown.map((value, index) => [index + 1, value]));
}

function inGerman(value) {
  return words.reduce((result, [word, other]) => result.replace(word, other), value);
}

/** `own` has texts of buttons in place of those of options that were chosen. */
function answerText([flag, value = ''], one, own = {}) {
  const [key, ...parts] = value.split('=');
  const rest = parts.join('=');
  const special = {
    '--only': rest === '*' && '--only *',
    '--divide': ['1', '100'].includes(rest) && `--divide ${rest}`,
  }[flag];
  const kind =
    special ||
    (flag === '--column' && rest === '' && '--column none') ||
    (flag === '--tax-rate' && parts.length > 0 && '--tax-rate codes') ||
    (answers[`${flag} ${value}`] ? `${flag} ${value}` : flag);
  const [, field = key, text, meaning] = /^(\w+):(.+)=([^=]+)$/s.exec(flag === '--value' ? value : '') ?? [];
  const values = {
    value,
    text,
    meaning: meaning && storedText(field, meaning, { one }),
    key: one(texts.quoted, { text: key }),
    rest: rest === '' ? '∅' : rest,
    field: fieldName(field, one),
  };
  const pair = own[kind] ?? answers[kind];
  return pair ? one(pair, values) : optionText([flag, value]);
}

/** An option as the command has it. */
function optionText([flag, value]) {
  if (value === undefined || value === '') return flag;
  return `${flag} ${/^[\w.,%=-]+$/.test(value) ? value : `"${value}"`}`;
}

const separators = { '\t': 'tab', ',': 'comma', ';': 'semicolon' };

function factsOf({ format, encoding, sheet, delimiter, compression, headerLine }, t) {
  const facts = [
    ['format', format === 'jsonl' ? 'JSON Lines' : format.toUpperCase()],
    ['encoding', encoding],
    ['delimiter', delimiter && (separators[delimiter] ? t(separators[delimiter]) : delimiter)],
    ['sheet', sheet],
    ['headerLine', headerLine && t('line', { line: headerLine })],
    ['compression', compression],
  ];
  return facts.filter(([, value]) => value).map(([name, value]) => [t(name), value]);
}

const tallied = ['created', 'updated', 'unchanged', 'existed', 'repeated', 'skipped', 'refused'];

function tallyText(tally, left, t, number) {
  const counts = tallied.filter((name) => tally[name] > 0).map((name) => `${number(tally[name])} ${t(name)}`);
  return [
    t('rows', { number: tally.rows }),
    ...counts,
    ...(left > 0 ? [`${number(left)} ${t('notUndone')}`] : []),
  ].join(', ');
}

const units = [
  ['byte', 1],
  ['kilobyte', 1e3],
  ['megabyte', 1e6],
];

function bytesText(bytes, language) {
  const [unit, size] = units.findLast(([, size]) => bytes >= size) ?? units[0];
  return (bytes / size).toLocaleString(language, { style: 'unit', unit, maximumSignificantDigits: 3 });
}

function durationText(milliseconds, language) {
  const seconds = milliseconds / 1e3;
  const unit = (value, name) =>
    value.toLocaleString(language, { style: 'unit', unit: name, maximumFractionDigits: 1 });
  if (seconds < 60) return unit(seconds < 10 ? seconds : Math.round(seconds), 'second');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${unit(minutes, 'minute')} ${unit(Math.round(seconds % 60), 'second')}`
    : `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}`;
}
