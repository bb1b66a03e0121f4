import { useState } from 'preact/hooks';
import { useTexts } from './language.js';

/** Options that reasons of refused rows name, and that need no value of the user. */
const common = ['--on-bad-value empty', '--on-repeat first', '--no-price'];

const add = (change, text) => change('api/answer', { text, checksAgain: true });

/** A button for each option that would import rows of these reasons, with the number of rows. The check then runs again. */
export function CommonAnswers({ reasons, change }) {
  const { t, answerText } = useTexts();
  const counted = common.map((text) => [text, countOf(reasons, text)]).filter(([, count]) => count > 0);
  if (counted.length === 0) return null;
  return (
    <ul class="answers">
      {counted.map(([text, count]) => (
        <li key={text}>
          <button type="button" title={text} onClick={() => add(change, text)}>
            {answerText([text.split(' ')])} ({t('rows', { number: count })})
          </button>
        </li>
      ))}
    </ul>
  );
}

function countOf(reasons, text) {
  return reasons.reduce((sum, [reason, count]) => (reason.includes(text) ? sum + count : sum), 0);
}

const meant = /--value (?:"(\w+):(.+)=\w+"|(\w+):(.+)=\w+)(?:;|$)/s;

/** Offers the values that an unknown text may mean. The check then runs again. */
export function MeaningAnswer({ reason, change }) {
  const { t, valuesOf } = useTexts();
  const [given, setGiven] = useState('');
  const [, quotedField, quotedText, plainField, plainText] = meant.exec(reason) ?? [];
  const field = quotedField ?? plainField;
  const choices = field === undefined ? [] : valuesOf(field);
  if (choices.length === 0) return null;
  const text = quotedText ?? plainText;
  const shown = quotedText === undefined ? text : text.replace(/\\(["\\])/g, '$1');
  const onSubmit = (event) => {
    event.preventDefault();
    if (given !== '') add(change, `--value "${field}:${text}=${given}"`);
  };
  const id = `meaning-${field}-${text}`;
  return (
    <form class="line" onSubmit={onSubmit}>
      <label for={id}>{t('meaning', { value: t('quoted', { text: shown }) })}</label>
      <select id={id} value={given} onChange={({ currentTarget }) => setGiven(currentTarget.value)}>
        <option value="">{t('chooseMeaning')}</option>
        {choices.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit">{t('apply')}</button>
    </form>
  );
}
