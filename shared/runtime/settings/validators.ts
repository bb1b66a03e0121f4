import { EnvError, makeValidator } from 'envalid';

/** 32 bytes in base64. */
export const secretKey = makeValidator((value): Buffer => {
  const key = Buffer.from(value, 'base64');
  if (key.length === 32) return key;
  throw new EnvError('must be 32 bytes in base64, as `openssl rand -base64 32` prints them');
});

export const wholeNumber = (minimum: number, maximum = Number.POSITIVE_INFINITY) =>
  makeValidator((value) => {
    if (/^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum) return Number(value);
    const range =
      maximum < Number.POSITIVE_INFINITY ? `from ${minimum} to ${maximum}` : `of at least ${minimum}`;
    throw new EnvError(`must be a whole number ${range}`);
  });

export const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  makeValidator<Choices[number]>((value) => {
    const chosen = choices.find((choice) => choice === value);
    if (chosen !== undefined) return chosen;
    throw new EnvError(`must be one of ${choices.join(', ')}`);
  });
