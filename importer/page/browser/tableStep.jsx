import { useTexts } from './language.js';
import { Answers, Explained } from './question.jsx';

/** Shows how the file was read: facts, columns with their fields, and the first records as they would be stored. */
export function TableStep({ state, change }) {
  const { table, mapping } = state;
  const { t, facts } = useTexts();
  const notices = [...table.notices.map((text) => ({ text, answers: [] })), ...(mapping?.notices ?? [])];
  return (
    <>
      <section aria-labelledby="read-title">
        <h2 id="read-title">{t('read')}</h2>
        <dl id="facts">
          {facts(table.description).map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {notices.length > 0 && (
          <>
            <h3>{t('notices')}</h3>
            <ul id="notices">
              {notices.map((notice) => (
                <li>
                  <Explained given={notice} />
                  <Answers
                    fault={notice}
                    isNotice
                    columns={table.columns}
                    isBusy={state.task !== undefined}
                    change={change}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
        <Repeats repeats={mapping?.repeats} />
      </section>
      <Columns state={state} change={change} />
      {mapping?.samples.length > 0 && <Samples samples={mapping.samples} account={state.account} />}
    </>
  );
}

function Columns({ state: { table, mapping, resource, fields, options, task, isReady }, change }) {
  const { t } = useTexts();
  const isBusy = task !== undefined && task.kind !== 'reading';
  return (
    <section aria-labelledby="columns-title">
      <h2 id="columns-title">{t('columns')}</h2>
      <p class="quiet">{t('columnsHelp')}</p>
      <div class="scroll" role="region" aria-labelledby="columns-title" tabIndex={0}>
        <table id="columns">
          <thead>
            <tr>
              <th scope="col">{t('column')}</th>
              <th scope="col">{t('examples')}</th>
              <th scope="col">{t('field')}</th>
            </tr>
          </thead>
          <tbody>
            {table.columns.map((column) => (
              <ColumnRow
                column={column}
                mapped={mapping?.fields ?? []}
                fields={fields}
                isBusy={isBusy}
                isOpen={!isReady}
                onChange={(former, field) =>
                  change('api/settings', {
                    resource,
                    options: remapped(options, column.name, former, field),
                  })
                }
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Repeats({ repeats }) {
  const { t } = useTexts();
  if (!repeats || repeats.rows === 0) return null;
  const examples = repeats.examples.join(', ');
  return <p>{t('repeats', { number: repeats.rows, examples })}</p>;
}

/** Gives a column another field; the field that it gave before gets none. */
function remapped(options, column, former, field) {
  const isAbout = (name) =>
    options.filter(([flag, value]) => flag === '--column' && value.startsWith(`${name}=`));
  const changed = [former, field].filter((name) => name !== '');
  const others = options.filter((option) => !changed.some((name) => isAbout(name).includes(option)));
  return [
    ...others,
    ...(former === '' ? [] : [['--column', `${former}=`]]),
    ...(field === '' ? [] : [['--column', `${field}=${column}`]]),
  ];
}

function ColumnRow({ column: { name, examples }, mapped, fields, isBusy, isOpen, onChange }) {
  const { t, fieldText } = useTexts();
  const own = mapped.filter(({ columns }) => columns.includes(name));
  const direct = own.filter(({ field, columns }) => columns.length === 1 && fields.includes(field));
  // The ident of a record mostly comes from a column that also gives a field.
  const [alone] = direct.toSorted(({ field }) => (field === 'external_ident' ? 1 : -1));
  const shared = own.filter((one) => one !== alone);
  const ways = shared.map(({ columns, field }) => `${columns.join(' + ')} → ${fieldText(field)}`);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="examples">{examples.filter((example) => example !== '').join(' · ')}</td>
      <td>
        <select
          value={alone?.field ?? ''}
          disabled={isBusy}
          aria-label={t('fieldOf', { column: name })}
          onChange={({ currentTarget }) => onChange(alone?.field ?? '', currentTarget.value)}
        >
          <option value="">{ways.join(', ') || t(isOpen ? 'stillOpen' : 'noField')}</option>
          {fields.map((field) => (
            <option value={field}>{fieldText(field)}</option>
          ))}
        </select>
        {alone && ways.map((way) => <div class="quiet">{way}</div>)}
      </td>
    </tr>
  );
}

/** People know a record by these fields. */
const firstFields = [
  'article_title',
  'bill_company',
  'bill_firstname',
  'bill_lastname',
  'delivery_company',
  'delivery_firstname',
  'delivery_lastname',
];

function Samples({ samples, account }) {
  const { t, fieldText, storedText } = useTexts();
  const given = new Set(samples.flatMap(({ fields }) => Object.keys(fields)));
  const first = firstFields.filter((name) => given.has(name));
  const names = [...new Set([...first, ...given])];
  return (
    <section aria-labelledby="samples-title">
      <h2 id="samples-title">{t('samples')}</h2>
      <div class="scroll" role="region" aria-labelledby="samples-title" tabIndex={0}>
        <table id="samples">
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              {samples.map(({ line }) => (
                <th scope="col">{t('line', { line })}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr>
                <th scope="row">{fieldText(name)}</th>
                {samples.map(({ fields }) => (
                  <td>{storedText(name, fields[name], account)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
