import { useEffect, useRef, useState } from 'preact/hooks';
import { OptionField, ofFile } from './fileStep.jsx';
import { useTexts } from './language.js';
import { focusHeading } from './lostFocus.js';

/** Shows a decision that only the user can make, with a button for each answer; errors have none. */
export function Question({ state, runs, change }) {
  const { problem, table, task } = state;
  const { t, headline } = useTexts();
  const heading = useRef();
  const text = problem?.faults.map((fault) => fault.text).join();
  useEffect(() => {
    if (text !== undefined) focusHeading(heading.current);
  }, [text]);
  if (!problem) return null;
  const needsCustomers = problem.faults.some((fault) => codeOf(fault) === 'customers_needed');
  const isQuestion = needsCustomers || problem.faults.some(({ answers }) => answers.length > 0);
  return (
    <section id="question" aria-labelledby="question-title">
      <h2 id="question-title" tabIndex={-1} ref={heading}>
        {t(isQuestion ? 'question' : 'error')}
      </h2>
      {problem.faults.map((fault) => (
        <div class="fault">
          {fault.answers.length > 0 && <h3>{headline(fault.answers)}</h3>}
          <p>
            <Explained given={fault} />
          </p>
          <Answers fault={fault} columns={table?.columns ?? []} isBusy={task !== undefined} change={change} />
        </div>
      ))}
      {needsCustomers && <CustomerRuns runs={runs} state={state} change={change} />}
      {!isQuestion && <Remedy state={state} change={change} />}
      {state.canGoBack && (
        <p>
          <button id="back" type="button" disabled={task !== undefined} onClick={() => change('api/back')}>
            {t('back')}
          </button>{' '}
          <span class="quiet">{t('backHelp')}</span>
        </p>
      )}
      <OptionField id="own-answer" isBusy={task !== undefined} change={change} />
    </section>
  );
}

/** An explanation of the importer: in the language of the page if it has it. */
export function Explained({ given }) {
  const { explained } = useTexts();
  const { text, lang } = explained(given);
  return <span lang={lang}>{text}</span>;
}

/** A button for each import that may have created the customers of the addresses. */
function CustomerRuns({ runs, state: { target, task }, change }) {
  const { t } = useTexts();
  const found = runs.filter(
    (run) => run.resource === 'customers' && run.state === 'finished' && run.target === target,
  );
  if (found.length === 0) return <p>{t('customersFirst')}</p>;
  return (
    <ul class="answers">
      {found.map(({ number: run, file }) => (
        <li>
          <button
            type="button"
            disabled={task !== undefined}
            onClick={() => change('api/customers', { run })}
          >
            {t('customersOf', { run, file })}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The button that helps after an error. */
function Remedy({ state: { problem, task, resource, options, isReady }, change }) {
  const { t } = useTexts();
  const isBusy = task !== undefined;
  const { known: [, other, , preset] = [] } =
    problem.faults.find((fault) => codeOf(fault) === 'other_resource') ?? {};
  const set = (wanted, chosen) => change('api/settings', { resource: wanted, options: chosen });
  if (other) {
    const chosen = [...ofFile(options), ...(preset ? [['--preset', preset]] : [])];
    return (
      <button id="import-as" type="button" class="main" disabled={isBusy} onClick={() => set(other, chosen)}>
        {t(`import_${other}`)}
      </button>
    );
  }
  if (problem.isUnreadable)
    return (
      <button id="other-file" type="button" onClick={() => document.getElementById('file').click()}>
        {t('otherFile')}
      </button>
    );
  if (!resource || isReady) return null;
  return (
    <button id="again" type="button" disabled={isBusy} onClick={() => set(resource, options)}>
      {t('again')}
    </button>
  );
}

/** A button for each answer to a question; or, with `isNotice`, for each other decision. */
export function Answers({ fault, columns, isNotice = false, isBusy, change }) {
  const { t, questionText, noticeText } = useTexts();
  if (fault.answers.length === 0) return null;
  const label = ({ options, detail }) => {
    const text = (isNotice ? noticeText : questionText)(options);
    if (detail === undefined) return text;
    const isCount = /^\d+$/.test(detail);
    return `${text} (${isCount ? t('rows', { number: Number(detail) }) : detail})`;
  };
  return (
    <ul class="answers">
      {fault.answers.map((one) => (
        <li>
          {isOpen(one.options) ? (
            <OpenAnswer option={one.options[0]} columns={columns} isBusy={isBusy} change={change} />
          ) : (
            <button
              type="button"
              disabled={isBusy}
              title={one.text}
              onClick={() => change('api/answer', { text: one.text })}
            >
              {label(one)}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function codeOf({ known: [code] = [] }) {
  return code;
}

const withoutValue = /^--(?:no-|price-is-gross|restart|same-origin|update-only)/;

/** True if the answer lacks its value, as `--ident` and `--column article_price=COLUMN` do. */
function isOpen([[flag, value]]) {
  return value === undefined ? !withoutValue.test(flag) : value.endsWith('=COLUMN');
}

function OpenAnswer({ option: [flag, value = ''], columns, isBusy, change }) {
  const { t, openText } = useTexts();
  const [given, setGiven] = useState('');
  const before = value.replace(/COLUMN$/, '');
  const isColumn = flag === '--ident' || flag === '--column';
  const onSubmit = (event) => {
    event.preventDefault();
    if (given !== '') change('api/answer', { text: `${flag} "${before}${given}"` });
  };
  const id = `open${flag}${before}`;
  return (
    <form class="line" onSubmit={onSubmit}>
      <label for={id}>{openText(flag, before)}</label>
      {isColumn ? (
        <select id={id} value={given} onChange={({ currentTarget }) => setGiven(currentTarget.value)}>
          <option value="">{t('chooseColumn')}</option>
          {columns.map(({ name }) => (
            <option value={name}>{name}</option>
          ))}
        </select>
      ) : (
        <input id={id} value={given} onInput={({ currentTarget }) => setGiven(currentTarget.value)} />
      )}
      <button type="submit" disabled={isBusy}>
        {t('apply')}
      </button>
    </form>
  );
}
