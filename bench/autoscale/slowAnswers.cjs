// Preloaded into the roles of `up` through NODE_OPTIONS. Each answer with a customer costs its worker ANSWER_MS more CPU
// time: one worker then reaches its limit at a rate that leaves other processors of a small machine free.
const { ANSWER_MS = '0' } = process.env;
const { stringify } = JSON;

if (process.argv.includes('worker') && process.argv.includes('customer'))
  JSON.stringify = (...parameters) => {
    const isAnswer = parameters[0]?.customer?.customer_ident !== undefined;
    const end = performance.now() + (isAnswer ? Number(ANSWER_MS) : 0);
    while (performance.now() < end);
    return stringify(...parameters);
  };
