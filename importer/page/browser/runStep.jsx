import { useTexts } from './language.js';
import { useLostFocus } from './lostFocus.js';
import { Explained } from './question.jsx';
import { CommonAnswers, MeaningAnswer } from './reasonAnswers.jsx';

/** Dry run, import, and what they found. */
export function RunStep({ state, change }) {
  const { isReady, task, plan, end, undone, resource, options } = state;
  const { t } = useTexts();
  const isRunning = task !== undefined && task.kind !== 'reading';
  const heading = useLostFocus(isReady);
  if (!isReady && !isRunning && !undone) return null;
  const canStart = isReady && plan && !task && !end?.summary.isFinished;
  const [id, path, name] = canStart
    ? ['start', 'api/start', end ? 'continue' : 'start']
    : ['new', 'api/new', 'newImport'];
  const next = (canStart || ((end?.summary.isFinished || undone) && !task)) && (
    <p>
      <button id={id} type="button" class="main" onClick={() => change(path)}>
        {t(name)}
      </button>
    </p>
  );
  return (
    <section aria-labelledby="run-title">
      <h2 id="run-title" tabIndex={-1} ref={heading}>
        {t('import')}
      </h2>
      {isReady && !end?.summary.isFinished && (
        <Existing options={options} resource={resource} isBusy={isRunning} change={change} />
      )}
      {isReady && !task && !end && (
        <p>
          <button id="check" type="button" class={plan ? '' : 'main'} onClick={() => change('api/plan')}>
            {t('check')}
          </button>{' '}
          <span class="quiet">{t('checkHelp')}</span>
        </p>
      )}
      {isRunning && <Progress task={task} change={change} />}
      {plan && !end && <Result title={t('planned')} id="plan" end={plan} next={next} change={change} />}
      {end && (
        <Result
          title={t(end.summary.isFinished ? 'done' : 'stopped')}
          id="end"
          end={end}
          next={next}
          change={change}
        />
      )}
      {undone && <Undone undone={undone} next={next} />}
    </section>
  );
}

const actions = ['skip', 'update', 'fail'];

function Existing({ options, resource, isBusy, change }) {
  const { t } = useTexts();
  if (resource === 'addresses') return null;
  const [, chosen] = options.find(([flag]) => flag === '--on-existing') ?? [];
  const implied = options.some(([flag]) => ['--match', '--update-only', '--empty'].includes(flag));
  return (
    <p class="line">
      <label for="existing">{t('existing')}</label>
      <select
        id="existing"
        disabled={isBusy}
        value={chosen ?? (implied ? 'update' : 'skip')}
        onChange={({ currentTarget }) =>
          change('api/answer', { text: `--on-existing ${currentTarget.value}` })
        }
      >
        {actions.map((action) => (
          <option value={action}>{t(`existing-${action}`)}</option>
        ))}
      </select>
    </p>
  );
}

function Progress({ task, change }) {
  const { t, number, duration } = useTexts();
  const { kind, share, rows, rowsPerSecond, refused, millisecondsLeft, waiting, isPaused } = task;
  const facts = [
    ...(share === undefined ? [] : [`${Math.floor(share * 100)} %`]),
    ...(rows === undefined
      ? []
      : [t('rows', { number: rows }), `${number(Math.round(rowsPerSecond))} ${t('perSecond')}`]),
    ...(refused > 0 ? [`${number(refused)} ${t('refused')}`] : []),
    ...(isPaused
      ? [t('paused')]
      : millisecondsLeft === undefined
        ? []
        : [t('left', { time: duration(millisecondsLeft) })]),
  ];
  return (
    <div id="progress">
      <progress aria-label={t(kind)} value={share ?? 0} max={1} />
      <p id="figures">{facts.join(' · ')}</p>
      {waiting && (
        <p>
          {t('waiting')} <span lang="en">{waiting}</span>
        </p>
      )}
      <p class="line">
        {kind !== 'undoing' && (
          <button id="pause" type="button" onClick={() => change(isPaused ? 'api/resume' : 'api/pause')}>
            {t(isPaused ? 'resume' : 'pause')}
          </button>
        )}
        <button id="stop" type="button" onClick={() => change('api/stop')}>
          {t('stop')}
        </button>
      </p>
    </div>
  );
}

const counts = ['created', 'updated', 'unchanged', 'existed', 'repeated', 'skipped', 'refused'];

/** `next` is the button that goes on: above the lists, which may be long. */
function Result({ title, id, end: { summary, samples }, next, change }) {
  const { t, number, duration } = useTexts();
  const shown = counts.filter((name) => summary[name] > 0);
  const heading = useLostFocus();
  return (
    <div id={id} class="result">
      <h3 tabIndex={-1} ref={heading}>
        {title}
      </h3>
      <p>
        {t('rows', { number: summary.rows })}, {duration(summary.milliseconds)}
      </p>
      <dl class="counts">
        {shown.map((name) => (
          <div class={name}>
            <dt>{t(summary.isDryRun ? `would-${name}` : name)}</dt>
            <dd>{number(summary[name])}</dd>
          </div>
        ))}
      </dl>
      {next}
      <Reasons
        title={t(summary.isDryRun ? 'whyWouldRefuse' : 'whyRefused')}
        reasons={summary.reasons}
        summary={summary}
        change={summary.isFinished ? change : undefined}
      />
      <Reasons
        title={t(summary.isDryRun ? 'whyWouldSkip' : 'whySkipped')}
        reasons={summary.skipReasons}
        summary={summary}
      />
      <Reasons title={t('repairs')} reasons={summary.repairs} summary={summary} />
      {summary.isDryRun && <Updates samples={samples} />}
      {summary.refusedFile && !summary.isDryRun && <p id="fix">{t('fixRows')}</p>}
      <p class="line">
        {summary.refusedFile && (
          <a id="refused" href="files/refused" download>
            {t('refusedFile')}
          </a>
        )}
        {summary.changesFile && (
          <a id="changes" href="files/changes" download>
            {t('changesFile')}
          </a>
        )}
      </p>
    </div>
  );
}

/** Number of reasons that are shown; the file of refused rows has all. */
const maxReasons = 20;

/** `change` is given if options for the reasons can be added. */
function Reasons({ title, reasons, summary: { examples, lines }, change }) {
  const { t, number } = useTexts();
  const list = Object.entries(reasons).toSorted(([, one], [, other]) => other - one);
  if (list.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {list.slice(0, maxReasons).map(([reason, count]) => (
          <li>
            {number(count)} × <Explained given={{ text: reason }} />
            {examples[reason] ? ` (${examples[reason]})` : ''}
            {lines[reason] && <span class="quiet"> · {linesText(lines[reason], count, t)}</span>}
            {change && <MeaningAnswer key={reason} reason={reason} change={change} />}
          </li>
        ))}
        {list.length > maxReasons && <li>{t('moreReasons', { number: list.length - maxReasons })}</li>}
      </ul>
      {change && <CommonAnswers reasons={list} change={change} />}
    </>
  );
}

/** Names the first lines: `lines 4, 7, 9 …`. */
function linesText(lines, count, t) {
  const more = count > lines.length ? ' …' : '';
  return t('inLines', { number: count, lines: lines.join(', ') + more });
}

/** Stored values beside those of the file: the first updates, and the prices that change most. */
function Updates({ samples: { first, largest } }) {
  const { t, amount, change, fieldText } = useTexts();
  if (first.length === 0) return null;
  return (
    <>
      <h4>{t('firstUpdates')}</h4>
      <ul id="updates">
        {first.map(({ title, changes, address }) => (
          <li>
            {title}:{' '}
            {[...changes, ...(address?.changes ?? [])]
              .map(({ field, from, to }) => `${fieldText(field)} ${from || '∅'} → ${to || '∅'}`)
              .join(', ')}
          </li>
        ))}
      </ul>
      {largest.length > 0 && (
        <>
          <h4>{t('largest')}</h4>
          <ul>
            {largest.map(({ title, from, to }) => (
              <li>
                {title}: {amount(from)} → {amount(to)} ({change(to / from - 1)})
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Undone({ undone: { run, file, removed, restored, gone, left, examples }, next }) {
  const { t, number } = useTexts();
  const name = file.split('/').at(-1);
  const heading = useLostFocus();
  return (
    <div id="undone" class="result">
      <h3 tabIndex={-1} ref={heading}>
        {t('undone', { run, file: name })}
      </h3>
      <dl class="counts">
        {Object.entries({ removed, restored, gone, left })
          .filter(([, count]) => count > 0)
          .map(([what, count]) => (
            <div>
              <dt>{t(`undo-${what}`)}</dt>
              <dd>{number(count)}</dd>
            </div>
          ))}
      </dl>
      {next}
      <ul>
        {examples.map(({ title, reason }) => (
          <li>
            {title}: <span lang="en">{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
