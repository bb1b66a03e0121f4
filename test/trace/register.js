import { register } from 'node:module';

register('./instrument.js', import.meta.url);
