import { changesList } from '../../shared/contract/operations/changes.list.ts';
import { listChanges } from '../records/changeList.ts';
import { reads } from '../sets/implementation.ts';

export default reads(changesList, (calls, { changeFeed }) => listChanges(calls, changeFeed));
