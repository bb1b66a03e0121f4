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
        <div class="scroll" role="region" aria-labelledby="history-title" tabIndex={0}>
          <table id="history">
            <thead>
              <tr>
                {['run', 'time', 'file', 'state', 'counts', 'action'].map((name) => (
                  <th scope="col">{t(`history-${name}`)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <RunRow key={run.number} run={run} isBusy={task !== undefined} change={change} />
              ))}
            </tbody>
          </table>
        </div>
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
    <>
      <tr>
        <th scope="row">{run}</th>
        <td>{time(startedAt)}</td>
        <td class="wrap" title={target}>
          {file} ({t(resource)})
        </td>
        <td>{t(`state-${state}`)}</td>
        <td class="wrap">{tally ? tallyText(tally, left) : ''}</td>
        <td>
          {undoable.includes(state) && !isAsking && (
            <button type="button" class="undo" disabled={isBusy} onClick={() => setAsking(true)}>
              {t('undo', { run })}
            </button>
          )}
        </td>
      </tr>
      {isAsking && (
        <tr>
          <td colSpan={6}>
            <p>{t('undoHelp')}</p>
            <p class="line">
              <button type="button" class="main" disabled={isBusy} ref={focus} onClick={undo}>
                {t('undoNow', { run })}
              </button>
              <button type="button" onClick={() => setAsking(false)}>
                {t('keep')}
              </button>
            </p>
          </td>
        </tr>
      )}
    </>
  );
}

/** The button that was pressed is gone: keyboards go on with the one in its place. */
function focus(button) {
  button?.focus();
}
