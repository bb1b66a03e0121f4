import { useEffect, useRef, useState } from 'preact/hooks';
import { OptionField } from './fileStep.jsx';
import { useTexts } from './language.js';

/** What only the user can decide, with a button for each answer; and errors, which have none. */
export function Question({ state: { problem, table, task, resource, options, isReady }, change }) {
  const { t, headline } = useTexts();
  const heading = useRef();
  const text = problem?.faults.map((fault) => fault.text).join();
  useEffect(() => {
    if (text !== undefined) heading.current?.focus();
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
          <p lang="en">{fault.text}</p>
          <Answers
            answers={fault.answers}
            columns={table?.columns ?? []}
            isBusy={task !== undefined}
            change={change}
          />
        </div>
      ))}
      {!isQuestion && resource && !isReady && (
        <button
          id="again"
          type="button"
          disabled={task !== undefined}
          onClick={() => change('api/settings', { resource, options })}
        >
          {t('again')}
        </button>
      )}
      <OptionField id="own-answer" isBusy={task !== undefined} change={change} />
    </section>
  );
}

/** A button for each answer. */
export function Answers({ answers, columns, isBusy, change }) {
  const { answerText } = useTexts();
  if (answers.length === 0) return null;
  return (
    <ul class="answers">
      {answers.map(({ text, options }) => (
        <li>
          {isOpen(options) ? (
            <OpenAnswer option={options[0]} columns={columns} isBusy={isBusy} change={change} />
          ) : (
            <button
              type="button"
              disabled={isBusy}
              title={text}
              onClick={() => change('api/answer', { text })}
            >
              {answerText(options)}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
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
