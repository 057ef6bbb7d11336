/** What a worker serves: the entry of the workflow bundle. */
export { issueEcf } from './issue-ecf.js';
