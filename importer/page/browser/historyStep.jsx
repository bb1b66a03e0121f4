import { useState } from 'preact/hooks';
import { useTexts } from './language.js';

const undoable = ['finished', 'interrupted', 'undoing', 'started'];

/** The imports of this machine, each with its undo. */
export function HistoryStep({ runs, state: { task }, change }) {
  const { t } = useTexts();
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title">{t('history')}</h2>
      {runs.length === 0 ? (
        <p class="quiet">{t('noHistory')}</p>
      ) : (
        <ul id="history">
          {runs.map((run) => (
            <RunRow key={run.number} run={run} isBusy={task !== undefined} change={change} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RunRow({
  run: { number: run, startedAt, file, resource, target, state, tally, left },
  isBusy,
  change,
}) {
  const { t, time, tallyText } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const undo = () => {
    setAsking(false);
    change('api/undo', { run });
  };
  return (
    <li>
      <p title={target}>
        <strong>{t('run', { run })}</strong> · {time(startedAt)} · {t(`state-${state}`)}
        <br />
        {file} ({t(resource)})
        {tally && (
          <>
            <br />
            {tallyText(tally, left)}
          </>
        )}
      </p>
      {undoable.includes(state) && !isAsking && (
        <button type="button" class="undo" disabled={isBusy} onClick={() => setAsking(true)}>
          {t('undo', { run })}
        </button>
      )}
      {isAsking && (
        <>
          <p>{t('undoHelp')}</p>
          <p class="line">
            <button type="button" class="keep" ref={focus} onClick={() => setAsking(false)}>
              {t('keep')}
            </button>
            <button type="button" class="main" disabled={isBusy} onClick={undo}>
              {t('undoNow', { run })}
            </button>
          </p>
        </>
      )}
    </li>
  );
}

/** The button that was pressed is gone: keyboards go on here. Pressing Enter twice must not undo. */
function focus(button) {
  button?.focus();
}
