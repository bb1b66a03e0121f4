import { useEffect, useState } from 'preact/hooks';
import { useTexts } from './language.js';

const resources = ['articles', 'customers', 'addresses'];

/** Options that say how the file is read, whatever it has. */
const fileFlags = ['--sheet', '--header-line', '--no-header', '--encoding', '--delimiter', '--hidden-rows'];

/** Returns the options that stay when the file has other records than it seemed. */
export function ofFile(options) {
  return options.filter(([flag]) => fileFlags.includes(flag));
}

/** Chooses or drops a file, and says what is in it. */
export function FileStep({ state: { file, resource, options, task }, change }) {
  const { t } = useTexts();
  const isBusy = task !== undefined && task.kind !== 'reading';
  return (
    <section aria-labelledby="file-title">
      <h2 id="file-title">{t('file')}</h2>
      <Drop file={file} isBusy={isBusy} change={change} />
      <fieldset disabled={isBusy}>
        <legend>{t('content')}</legend>
        {resources.map((each) => (
          <label class="choice">
            <input
              type="radio"
              name="resource"
              value={each}
              checked={each === resource}
              onChange={() => change('api/settings', { resource: each, options: ofFile(options) })}
            />
            {t(each)}
          </label>
        ))}
      </fieldset>
      {resource && <Options options={options} resource={resource} isBusy={isBusy} change={change} />}
    </section>
  );
}

function Drop({ file, isBusy, change }) {
  const { t, bytes } = useTexts();
  const [isOver, setOver] = useState(false);
  const [isMany, setMany] = useState(false);
  // Beside the frame, the browser would show the file instead of this page.
  useEffect(() => {
    for (const type of ['dragover', 'drop']) window.addEventListener(type, (event) => event.preventDefault());
  }, []);
  const send = (files) => {
    setMany(files.length > 1);
    if (files.length === 1 && !isBusy) change(`api/file?name=${encodeURIComponent(files[0].name)}`, files[0]);
  };
  const onDrop = (event) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files);
  };
  const onDragOver = (event) => {
    event.preventDefault();
    setOver(true);
  };
  const onChange = ({ currentTarget }) => {
    send([...currentTarget.files]);
    // The same file may be chosen again.
    currentTarget.value = '';
  };
  return (
    <div
      id="drop"
      class={isOver ? 'over' : ''}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {file && (
        <p id="file-name">
          <strong>{file.name}</strong> ({bytes(file.bytes)})
        </p>
      )}
      <label class="pick">
        {t(file ? 'another' : 'choose')}
        <input id="file" type="file" disabled={isBusy} aria-describedby="file-kinds" onChange={onChange} />
      </label>
      <p id="file-kinds" class="quiet">
        {t('kinds')}
      </p>
      {isMany && <p role="alert">{t('oneFile')}</p>}
    </div>
  );
}

/** Lists the options that were chosen; each can be removed, and others written as for the command. */
function Options({ options, resource, isBusy, change }) {
  const { t, answerText, optionText } = useTexts();
  const without = (index) => options.filter((_, each) => each !== index);
  return (
    <details id="options">
      <summary>{t('options', { number: options.length })}</summary>
      <ul class="chips">
        {options.map((option, index) => (
          <li>
            <span>
              {answerText([option]) !== optionText(option) && `${answerText([option])} `}
              <code>{optionText(option)}</code>
            </span>{' '}
            <button
              type="button"
              disabled={isBusy}
              aria-label={t('remove', { option: answerText([option]) })}
              onClick={() => change('api/settings', { resource, options: without(index) })}
            >
              {t('removeShort')}
            </button>
          </li>
        ))}
      </ul>
      <OptionField id="more-options" isBusy={isBusy} change={change} />
    </details>
  );
}

/** A field for options as the command has them. */
export function OptionField({ id, isBusy, change }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const onSubmit = (event) => {
    event.preventDefault();
    if (text.trim() !== '') change('api/answer', { text }).then(() => setText(''));
  };
  return (
    <details class="advanced">
      <summary>{t('advanced')}</summary>
      <form class="line" onSubmit={onSubmit}>
        <label for={id}>{t('write')}</label>
        <input
          id={id}
          value={text}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" disabled={isBusy}>
          {t('apply')}
        </button>
      </form>
    </details>
  );
}
