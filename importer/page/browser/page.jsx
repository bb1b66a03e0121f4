import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { FileStep } from './fileStep.jsx';
import { HistoryStep } from './historyStep.jsx';
import { Language, languageOf, textsIn, useTexts } from './language.js';
import { Question } from './question.jsx';
import { RunStep } from './runStep.jsx';
import { useServer } from './server.js';
import { TableStep } from './tableStep.jsx';

function Page() {
  const [language, setLanguage] = useState(languageOf(navigator.languages));
  const texts = textsIn(language);
  const { t, percent } = texts;
  const { state, runs, failure, isSending, change } = useServer();
  const kind = state?.task?.kind;
  const isOver = state?.end?.summary.isFinished === true;
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = t('title');
  }, [language]);
  return (
    <Language.Provider value={texts}>
      <header>
        <h1>{t('title')}</h1>
        <LanguageSwitch language={language} onChange={setLanguage} />
      </header>
      <main>
        <p id="failure" role="alert" lang={failure?.code ? undefined : 'en'} hidden={!failure}>
          {failure?.code ? t(failure.code) : failure?.message}
        </p>
        <p id="status" role="status">
          {isSending ? t('sending') : kind ? t(kind) : ''} {kind === 'reading' && percent(state.task.share)}
        </p>
        {state && (
          <>
            <FileStep state={state} change={change} />
            <Question state={state} runs={runs} change={change} />
            {state.table && (
              <Former isOver={isOver}>
                <TableStep state={state} change={change} />
              </Former>
            )}
            <RunStep state={state} change={change} />
            <HistoryStep runs={runs} state={state} change={change} />
          </>
        )}
      </main>
    </Language.Provider>
  );
}

/** Closes steps of an import that is over, so that its result is near the top. */
function Former({ isOver, children }) {
  const { t } = useTexts();
  if (!isOver) return children;
  return (
    <details class="former">
      <summary>{t('former')}</summary>
      {children}
    </details>
  );
}

function LanguageSwitch({ language, onChange }) {
  return (
    <div class="languages">
      {[
        ['de', 'Deutsch'],
        ['en', 'English'],
      ].map(([code, name]) => (
        <button type="button" lang={code} aria-pressed={code === language} onClick={() => onChange(code)}>
          {name}
        </button>
      ))}
    </div>
  );
}

render(<Page />, document.getElementById('page'));
