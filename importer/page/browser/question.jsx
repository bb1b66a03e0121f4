import { useEffect, useRef, useState } from 'preact/hooks';
import { OptionField, ofFile } from './fileStep.jsx';
import { useTexts } from './language.js';
import { focusHeading } from './lostFocus.js';

/** What only the user can decide, with a button for each answer; and errors, which have none. */
export function Question({ state, change }) {
  const { problem, table, task } = state;
  const { t, headline } = useTexts();
  const heading = useRef();
  const text = problem?.faults.map((fault) => fault.text).join();
  useEffect(() => {
    if (text !== undefined) focusHeading(heading.current);
  }, [text]);
  if (!problem) return null;
  const isQuestion = problem.faults.some(({ answers }) => answers.length > 0);
  return (
    <section id="question" aria-labelledby="question-title">
      <h2 id="question-title" tabIndex={-1} ref={heading}>
        {t(isQuestion ? 'question' : 'error')}
      </h2>
      {problem.faults.map((fault) => (
        <div class="fault">
          {fault.answers.length > 0 && <h3>{headline(fault.answers)}</h3>}
          <p>
            <Explained text={fault.text} />
          </p>
          {fault.text.includes('set --customers') && <AddressCommand file={state.file} />}
          <Answers fault={fault} columns={table?.columns ?? []} isBusy={task !== undefined} change={change} />
        </div>
      ))}
      {!isQuestion && <Remedy state={state} change={change} />}
      <OptionField id="own-answer" isBusy={task !== undefined} change={change} />
    </section>
  );
}

/** A text of the importer: in the language of the page if it has it. */
export function Explained({ text: given }) {
  const { explained } = useTexts();
  const { text, lang } = explained(given);
  return <span lang={lang}>{text}</span>;
}

function AddressCommand({ file }) {
  return (
    <p>
      <code>counterfoil import addresses "{file.name}" --customers idents.csv</code>
    </p>
  );
}

/** The button that helps after an error. */
function Remedy({ state: { problem, task, resource, options, isReady }, change }) {
  const { t } = useTexts();
  const isBusy = task !== undefined;
  const text = problem.faults.map((fault) => fault.text).join();
  const [, other, preset] =
    /, not of \w+: import (articles|customers)(?: with --preset (\S+))?/.exec(text) ?? [];
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
  if (!resource || isReady || text.includes('set --customers')) return null;
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
  const label = ({ text, options }) => {
    const own = (isNotice ? noticeText : questionText)(options);
    const number = rowsWith(fault.text, text);
    return number === undefined ? own : t('answerRows', { text: own, rows: t('rows', { number }) });
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

/** Returns the number in `import 56 rows with --skip "deleted=1"`. */
function rowsWith(text, answer) {
  const [, number] = /([\d,]+) rows? with $/.exec(text.slice(0, Math.max(0, text.indexOf(answer)))) ?? [];
  return number && Number(number.replaceAll(',', ''));
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
