// Loaded before a worker: each answer costs it as much processor time as many would.
const times = 150;
const { stringify } = JSON;

JSON.stringify = (...parameters) => {
  for (let time = 1; time < times; time += 1) stringify(...parameters);
  return stringify(...parameters);
};
