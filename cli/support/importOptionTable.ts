import { Option } from 'commander';
import { defaultCurrency, defaultTimeZone } from '../../importer/mapping/mappingOptions.ts';
import { presetNames } from '../../importer/mapping/presets/presets.ts';
import { matchFields, type Resource, resources } from '../../importer/mapping/rules/resourceFields.ts';
import { defaultLimit, usualPercent } from '../../importer/plan/priceChanges.ts';
import { defaultMaxWaitMs } from '../../importer/service/batchSender.ts';
import {
  columnValue,
  columnValues,
  fieldColumn,
  fieldNumber,
  fieldValue,
  listName,
  percentage,
  taxRates,
} from './importOptionParsers.ts';
import { currency, positiveInteger, timeZone } from './optionParsers.ts';

interface Applies {
  readonly resources: readonly Resource[];
  readonly why: string;
}

class ImportOption extends Option {
  /** Resources on which the option has an effect, and why on no others; undefined for all. */
  applies: Applies | undefined;
  /** True if the option has an effect on `--suggest`. */
  isForSuggest = false;

  only(applies: Applies): this {
    this.applies = applies;
    return this;
  }

  suggests(): this {
    this.isForSuggest = true;
    return this;
  }
}

function option(flags: string, description: string): ImportOption {
  return new ImportOption(flags, description);
}

const onlyArticles = (why: string): Applies => ({ resources: ['articles'], why });
const exceptAddresses = (why: string): Applies => ({ resources: ['customers', 'articles'], why });

const prices = onlyArticles('only articles have prices');
const sources = exceptAddresses('delivery addresses have no such field, they belong to their customers');
const deletions = exceptAddresses('imports never delete delivery addresses');
const idents = exceptAddresses('delivery addresses have no external_ident');
const matches = exceptAddresses('an address that exists is found by its values, and never changed');

const addresses: Applies = {
  resources: ['addresses'],
  why: 'only delivery addresses look up their customer',
};

function namesOf(list: (resource: Resource) => readonly string[]): string {
  return [...new Set(resources.flatMap(list))].join(', ');
}

/** Options of `counterfoil import`, in the order of its help. */
export const importOptionTable: readonly ImportOption[] = [
  option('--preset <name>', `the program that exported the file: ${namesOf(presetNames)}`).suggests(),
  option('--mapping <file>', 'a mapping file (JSON), as --suggest prints it').suggests(),
  option(
    '--suggest',
    'print a mapping file for the columns of the first file, and import nothing',
  ).suggests(),
  option('--decimal <example>', 'the number format of the file, such as 1.234,56')
    .only(onlyArticles('only articles have numbers with decimals'))
    .suggests(),
  option('--column <field=column>', 'the column of a field, or none to leave it out; may be repeated')
    .argParser(fieldColumn)
    .suggests(),
  option(
    '--tax-rate <rates>',
    'the tax rate of articles without one, such as 19, or the rates of codes, such as 1=19,2=7; may be repeated',
  )
    .argParser(taxRates)
    .only(onlyArticles('only articles have tax rates'))
    .suggests(),
  option(
    '--value <field:text=value>',
    'what a text of the file means in a field with a fixed set of values, such as article_unit:Pck.=unit_ppu; an empty text stands for rows without a value, such as bill_country:=at; may be repeated',
  ).argParser(fieldValue),
  option(
    '--divide <field=number>',
    'divide the prices of a field, such as article_price=100 for prices in cents; may be repeated',
  )
    .argParser(fieldNumber)
    .only(prices)
    .suggests(),
  option('--price-per <column>', 'the column that says for how many pieces a price is: divide by it')
    .only(prices)
    .suggests(),
  option('--no-price-per', 'all prices are for a single piece, whatever such a column says')
    .only(prices)
    .suggests(),
  option(
    '--only <column=values>',
    'import only the rows with one of these values, such as active=1,2; an empty value is an empty cell, * any value; may be repeated',
  )
    .argParser(columnValues)
    .suggests(),
  option(
    '--skip <column=value>',
    'leave out the rows with this value, such as "Type=Supplier"; may be repeated',
  )
    .argParser(columnValue)
    .suggests(),
  option('--no-price', 'create articles without a price, as 0.00').only(prices),
  option('--price-is-gross', 'the prices of articles include the tax').only(prices).suggests(),
  option('--no-price-is-gross', 'the prices of articles do not include the tax').only(prices).suggests(),
  option('--type <name>', 'customer_type or article_type of the records (default: csv)')
    .only(sources)
    .suggests(),
  option(
    '--account-name <name>',
    'external_account_name of the records: the program or shop that they come from',
  )
    .only(sources)
    .suggests(),
  option(
    '--ident <column>',
    'a column that identifies the records, if another one is chosen; repeat it for several columns',
  )
    .argParser((column, former: readonly string[] | false | undefined) => [...(former || []), column])
    .only(idents),
  option('--no-ident', 'accept that each changed row becomes a new record').only(idents),
  option(
    '--match <field>',
    `find existing records by this field, and update them: ${namesOf((resource) => matchFields[resource])}`,
  ).only(matches),
  option('--update-only', 'refuse rows whose record does not exist, instead of creating it').only(matches),
  option(
    '--on-existing <action>',
    'what to do with records that exist already (default: skip, or update with --match, --update-only or --empty)',
  )
    .choices(['skip', 'update', 'fail'])
    .only(matches),
  option('--empty <action>', 'what an empty cell does to an existing record (default: keep)')
    .choices(['clear', 'keep'])
    .only(matches),
  option(
    '--on-repeat <action>',
    'what to do with rows of one record that have different values (default: what the mapping says, mostly refuse)',
  )
    .choices(['refuse', 'first'])
    .only(exceptAddresses('rows of one delivery address have the same values')),
  option(
    '--max-change <percent>',
    `how much most prices may change without a question, such as 30% (default: ${defaultLimit}%, and ${usualPercent}% for all by one factor)`,
  )
    .argParser(percentage)
    .only(prices),
  option('--same-origin', 'records with the same ident are the same, however much they differ').only(matches),
  option(
    '--currency <code>',
    `the currency of the account, where the service does not say it (default: ${defaultCurrency})`,
  )
    .argParser(currency)
    .only(prices)
    .suggests(),
  option('--time-zone <zone>', `the time zone of the account (default: ${defaultTimeZone})`)
    .argParser(timeZone)
    .only(exceptAddresses('delivery addresses have no dates')),
  option(
    '--on-bad-value <action>',
    'what to do with a row if a field does not accept its value (default: refuse)',
  ).choices(['refuse', 'empty']),
  option('--format <format>', 'the format of the file, if it is detected wrongly')
    .choices(['csv', 'tsv', 'jsonl'])
    .suggests(),
  option(
    '--encoding <name>',
    'its encoding, if it is detected wrongly: windows-1252, cp850, macintosh, utf-8,windows-1252, utf-8-twice …',
  ).suggests(),
  option('--delimiter <character>', 'its delimiter, if it is detected wrongly, such as ; or tab').suggests(),
  option('--header-line <number>', 'the line with the names of the columns, if there is a title above it')
    .argParser(positiveInteger)
    .suggests(),
  option('--no-header', 'the first line is a record: the columns are called 1, 2, 3 …').suggests(),
  option('--sheet <name>', 'the sheet of a workbook, by its name or number, if it has several').suggests(),
  option(
    '--cells <values>',
    'numbers of a sheet as they are stored, or rounded as it shows them (default: stored)',
  )
    .choices(['stored', 'shown'])
    .suggests(),
  option('--hidden-rows <action>', 'what to do with rows that a sheet hides, such as by a filter')
    .choices(['import', 'skip'])
    .suggests(),
  option(
    '--delete-missing',
    'delete the records that earlier imports of the same list created and the file no longer has',
  ).only(deletions),
  option(
    '--max-delete <percent>',
    "how many of the list's records --delete-missing may delete without a question",
  )
    .argParser(percentage)
    .default(5)
    .only(deletions),
  option(
    '--source <name>',
    'the list that the file is a version of, for --delete-missing (default: the path of the file)',
  )
    .argParser(listName)
    .only(deletions),
  option('--dry-run', 'show what the import would do to each row, and write nothing to the service'),
  option('--offline', 'with --dry-run: only check the rows, without asking the service'),
  option(
    '--plan <file>',
    'with --dry-run: write what it found to this file; without: do exactly that, and refuse rows whose record has changed since',
  ).only(exceptAddresses('an import of delivery addresses compares no records')),
  option('--idents <file>', 'write the ident of each record to this file: line, external_ident, ident'),
  option(
    '--customers <file>',
    'for addresses with customer_external_ident: the file that --idents wrote for the customers',
  ).only(addresses),
  option(
    '--work-dir <folder>',
    'the folder for the journal and the refused rows, instead of that of the file',
  ),
  option('--restart', 'start an interrupted import over instead of continuing it'),
  option('--patience <seconds>', 'how long to wait for a service that does not answer')
    .argParser(positiveInteger)
    .default(defaultMaxWaitMs / 1_000),
  option('--quiet', 'show no progress'),
  option('--json', 'print the summary of each file as one line of JSON'),
];
